import type { CallInput, Endpoint } from '../../../../domain/contract/endpoint';
import { isAbort, messageOf } from '../../../providers/call/call-errors';
import { useResumable } from '../../../providers/session/resume';
import { showSnack } from '../../../providers/snackbar';
import { exportFile } from './export-file';

/**
 * An export the plan may not include: after an upgrade it continues, under `act`. `start` takes the call's input and a
 * label that follows "to"; failures offer a retry.
 */
export function useExport<E extends Endpoint & { file: string }>(act: string, endpoint: E) {
  const run = useResumable(act, (input: CallInput<E>) => exportFile(endpoint, input));
  const start = async (input: CallInput<E>, label: string): Promise<void> => {
    try {
      await run(input, label);
    } catch (error) {
      if (isAbort(error)) return;
      showSnack({
        key: act,
        status: 'error',
        message: messageOf(error, 'We couldn’t prepare the export.'),
        action: { label: 'Try again', run: () => void start(input, label) },
        timeoutMs: null,
      });
    }
  };
  return start;
}

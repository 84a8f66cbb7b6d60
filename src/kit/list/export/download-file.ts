import type { CallInput, Endpoint } from '../../../../domain/contract/endpoint';
import { isAbort, messageOf } from '../../../providers/call/call-errors';
import { showSnack } from '../../../providers/snackbar';
import { exportFile } from './export-file';

/** Fetches a file and saves it; a failure is shown with a way to try again, `problem` if there is nothing else to say of it. */
export async function downloadFile<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: CallInput<E>,
  problem: string,
  onSaved?: () => unknown,
): Promise<void> {
  try {
    await exportFile(endpoint, input);
  } catch (error) {
    if (isAbort(error)) return;
    showSnack({
      key: endpoint.path,
      status: 'error',
      message: messageOf(error, problem),
      action: { label: 'Try again', run: () => void downloadFile(endpoint, input, problem, onSaved) },
      timeoutMs: null,
    });
    return;
  }
  onSaved?.();
}

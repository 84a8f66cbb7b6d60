import { create } from 'zustand';
import type { CallInput, Endpoint } from '../../../../domain/contract/endpoint';
import { callFile } from '../../../providers/call';
import { showSnack } from '../../../providers/snackbar';
import { saveFile } from '../../../ui/save-file';

/** A file being prepared, whatever page is open. */
type UnderWay = { bytes: number; cancel: () => void };

const useStore = create<{ underWay: UnderWay | null }>(() => ({ underWay: null }));
const show = (underWay: UnderWay | null): void => useStore.setState({ underWay });

/** The running export; only one at a time. */
export const useExportUnderWay = (): UnderWay | null => useStore(({ underWay }) => underWay);

/** Fetches a file and saves it. Raises like `callFile`. */
export async function exportFile<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<void> {
  const given = new AbortController();
  const cancel = () => given.abort();
  show({ bytes: 0, cancel });
  try {
    const onProgress = (bytes: number) => show({ bytes, cancel });
    const { name, blob } = await callFile(endpoint, input, { signal: given.signal, onProgress });
    saveFile(name, blob);
    showSnack({ status: 'success', message: `${name} downloaded` });
  } finally {
    show(null);
  }
}

import { useSyncExternalStore } from 'react';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { callFile } from '../../providers/call';
import { listeners } from '../../providers/listeners';
import { showSnack } from '../../providers/snackbar';
import { saveFile } from '../../ui/save-file';

/** A file that is being prepared, whatever page is open by now. */
type UnderWay = { bytes: number; cancel: () => void };

let underWay: UnderWay | null = null;
const changes = listeners<void>();

function show(next: UnderWay | null): void {
  underWay = next;
  changes.emit();
}

/** The export under way; there is one at a time. */
export function useExportUnderWay(): UnderWay | null {
  return useSyncExternalStore(changes.on, () => underWay);
}

/** Fetches a file and hands it to the person. Raises what `callFile` raises. */
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
    showSnack({ status: 'success', message: `${name} is in your downloads` });
  } finally {
    show(null);
  }
}

import type { BulkFile } from '../../../../domain/bulk/bulk-act';
import { bulkActs as calls } from '../../../../domain/bulk/contract';
import { downloadFile } from '../export/download-file';

/** Downloads a file that a bulk action made. */
export const downloadBulkFile = (id: number, { number }: Pick<BulkFile, 'number'>): Promise<void> =>
  downloadFile(calls.file, { params: { id, number } }, 'We couldn’t download the file.');

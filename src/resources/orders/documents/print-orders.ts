import type { CallInput } from '../../../../domain/contract/endpoint';
import { orderDocuments as calls } from '../../../../domain/orders/documents/contract';
import type { DocumentKind } from '../../../../domain/orders/documents/document-kinds';
import { downloadFile } from '../../../kit/list/export/download-file';
import { call } from '../../../providers/call';
import { reportError } from '../../../providers/snackbar';

const PROBLEM = 'We couldn’t prepare the document.';

/** Downloads a document of these orders and, by someone who may change them, marks them as printed. */
export function printOrders(kind: DocumentKind, orderIds: readonly number[], marks: boolean): Promise<void> {
  const body = { orderIds: [...orderIds] };
  const mark = () => call(calls.markPrinted, { body: { ...body, printed: true } }).catch(reportError);
  return downloadFile(calls.print, { body: { ...body, kind } }, PROBLEM, marks ? mark : undefined);
}

/** Downloads the invoice of a purchase order. */
export const downloadInvoice = (orderId: number): Promise<void> =>
  downloadFile(calls.purchaseInvoice, { params: { orderId } }, PROBLEM);

/** Downloads a document as it was mailed. */
export const downloadMailed = (params: CallInput<typeof calls.mailedFile>['params']): Promise<void> =>
  downloadFile(calls.mailedFile, { params }, PROBLEM);

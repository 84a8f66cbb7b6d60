import type { CallInput, Endpoint } from '../../../../domain/contract/endpoint';
import type { DocumentKind } from '../../../../domain/orders/document-kinds';
import { orderDocuments as calls } from '../../../../domain/orders/documents-contract';
import { exportFile } from '../../../kit/list/export-file';
import { call } from '../../../providers/call';
import { isAbort, messageOf } from '../../../providers/call-errors';
import { reportError, showSnack } from '../../../providers/snackbar';

/** Downloads a document of these orders and, by someone who may change them, marks them as printed. */
export async function printOrders(kind: DocumentKind, orderIds: readonly number[], marks: boolean): Promise<void> {
  const body = { kind, orderIds: [...orderIds] };
  const isDone = await download(calls.print, { body }, () => void printOrders(kind, orderIds, marks));
  if (!isDone || !marks) return;
  await call(calls.markPrinted, { body: { orderIds: [...orderIds], printed: true } }).catch(reportError);
}

/** Downloads the invoice of a purchase order. */
export async function downloadInvoice(orderId: number): Promise<void> {
  await download(calls.purchaseInvoice, { params: { orderId } }, () => void downloadInvoice(orderId));
}

/** Downloads a document as it was mailed. */
export async function downloadMailed(params: CallInput<typeof calls.mailedFile>['params']): Promise<void> {
  await download(calls.mailedFile, { params }, () => void downloadMailed(params));
}

async function download<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: CallInput<E>,
  retry: () => void,
): Promise<boolean> {
  try {
    await exportFile(endpoint, input);
    return true;
  } catch (error) {
    if (isAbort(error)) return false;
    showSnack({
      key: endpoint.path,
      status: 'error',
      message: messageOf(error, 'We couldn’t prepare the document.'),
      action: { label: 'Try again', run: retry },
      timeoutMs: null,
    });
    return false;
  }
}

import { canonical } from '../../../domain/accounting/push/canonical';
import {
  type DocumentKey,
  markerOf,
  requestIdOf,
  type Seen,
  type SendAct,
} from '../../../domain/accounting/push/followed';
import type { InvoiceContent, PaymentContent } from '../../../domain/accounting/push/invoice';
import { fitNumber } from '../../../domain/accounting/push/names';
import type { PushMeans } from '../../../domain/accounting/push/preflight';
import { compare, roundCents } from '../../../domain/money';
import type { BooksInvoice, BooksInvoiceDraft, BooksPayment, BooksPaymentDraft, BooksWrite } from '../books';
import type { DocumentRow } from './documents';

/** What is sent of a document, apart from what tells it from every other write. */
type Asked = { act: SendAct; incarnation: number };

export const keyOf = ({ connectionId, orderId, paymentId }: DocumentRow): DocumentKey => ({
  connectionId,
  orderId,
  paymentId,
});

/** The number an invoice is sent under; null where the books number it. */
export const numberOf = (
  row: DocumentRow,
  content: InvoiceContent,
  incarnation: number,
  means: PushMeans,
): string | null => (means.takesOurNumbers ? fitNumber(row.chosenNumber ?? content.orderNumber, incarnation) : null);

/** An invoice as the books take it; its customer, items and discount account are known to be there. */
export function invoiceWrite(row: DocumentRow, content: InvoiceContent, asked: Asked, means: PushMeans): BooksWrite {
  const marker = markerOf(keyOf(row), asked.incarnation);
  const draft: BooksInvoiceDraft = {
    customerId: means.customer?.externalId ?? '',
    number: numberOf(row, content, asked.incarnation, means),
    day: content.day,
    dueDay: content.dueDay,
    lines: content.lines.map(({ productId, description, quantity, unitPrice, amount }) => ({
      itemId: means.items.get(productId)?.externalId ?? '',
      description,
      quantity,
      unitPrice,
      amount,
    })),
    discount:
      compare(content.discountUsd, 0) === 0
        ? null
        : { amount: content.discountUsd, accountId: means.discountAccountId ?? '' },
    note: content.note,
    marker,
  };
  const requestId = requestIdOf(keyOf(row), row.revision);
  if (asked.act === 'CREATE') return { act: 'CREATE_INVOICE', requestId, draft };
  // An update without a number would take it away.
  return {
    act: 'UPDATE_INVOICE',
    requestId,
    ...idOf(row),
    draft: { ...draft, number: draft.number ?? row.externalNumber },
  };
}

/** A payment of an invoice that is there. */
export function paymentWrite(
  row: DocumentRow,
  content: PaymentContent,
  { incarnation }: Asked,
  to: { customerId: string; invoiceId: string; appliedUsd: string },
): BooksWrite {
  const { amount, day, note } = content;
  const draft: BooksPaymentDraft = { ...to, amount, day, note, marker: markerOf(keyOf(row), incarnation) };
  return { act: 'CREATE_PAYMENT', requestId: requestIdOf(keyOf(row), row.revision), draft };
}

export const voidWrite = (row: DocumentRow): BooksWrite => ({
  act: row.kind === 'INVOICE' ? 'VOID_INVOICE' : 'VOID_PAYMENT',
  requestId: requestIdOf(keyOf(row), row.revision),
  ...idOf(row),
});

const idOf = ({ externalId, externalVersion }: DocumentRow) => ({
  id: externalId ?? '',
  version: externalVersion ?? '',
});

/** Whose, of which day and over how much: what tells that an invoice was changed. Its balance is changed by payments. */
const print = (customerId: string, day: string, amount: string, isVoid: boolean): string =>
  canonical([customerId, day, roundCents(amount), isVoid]);

export const invoicePrint = ({ day, totalUsd }: InvoiceContent, customerId: string): string =>
  print(customerId, day, totalUsd, false);
export const paymentPrint = ({ day, amount }: PaymentContent, customerId: string): string =>
  print(customerId, day, amount, false);

export const seenInvoice = (record: BooksInvoice): Seen => ({
  id: record.id,
  version: record.version,
  number: record.number,
  print: print(record.customerId, record.day, record.totalUsd, record.isVoid),
  isVoid: record.isVoid,
});

export const seenPayment = (record: BooksPayment): Seen => ({
  id: record.id,
  version: record.version,
  number: null,
  print: print(record.customerId, record.day, record.amount, record.isVoid),
  isVoid: record.isVoid,
});

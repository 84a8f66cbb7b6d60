import { markerOf, nextIncarnation, nextStep, type Seen, type Sending } from '../../../domain/accounting/push/followed';
import type { InvoiceContent } from '../../../domain/accounting/push/invoice';
import type { Books, BooksInvoice, BooksOf, BooksPayment } from '../books';
import { type DocumentRow, followedOf } from './documents';
import type { Means } from './means';
import { keyOf, numberOf, seenInvoice, seenPayment } from './write-of';

/** What the books have of the documents asked about. */
export type Found = {
  byId: (row: DocumentRow) => Seen | null;
  byMarker: (row: DocumentRow, incarnation: number) => Seen | null;
  /** Who else has the number, which isn't void; null if nobody has. */
  byNumber: (number: string | null) => { marker: string | null; seen: Seen } | null;
};

/**
 * Asks what the books have of these documents before they are sent, as far as the next step with each takes it: by id what
 * was changed there, by number what an invoice would meet. A call for each kind of question.
 */
export async function lookUp(books: Books, of: BooksOf, rows: readonly DocumentRow[], means: Means): Promise<Found> {
  const ids = { INVOICE: new Set<string>(), PAYMENT: new Set<string>() };
  const numbers = new Set<string>();
  const markers = new Set<string>();
  for (const row of rows) {
    const document = followedOf(row);
    const step = nextStep(document);
    if (step.step === 'READ_AGAIN' && row.externalId !== null)
      ids[row.kind === 'INVOICE' ? 'INVOICE' : 'PAYMENT'].add(row.externalId);
    if (row.kind !== 'INVOICE') continue;
    if (step.step === 'FIND_NUMBER') markers.add(markerOf(keyOf(row), nextIncarnation(document)));
    else if (step.step === 'SEND' && step.act === 'CREATE') {
      const content = row.content as InvoiceContent;
      const number = numberOf(row, content, step.incarnation, means(content.customerId));
      if (number !== null) numbers.add(number);
    }
  }
  const since = oldest(rows.map(({ createdAt }) => createdAt));
  return answers(
    await asked(ids.INVOICE, (some) => books.findInvoices(of, { ids: some })),
    await asked(numbers, (some) => books.findInvoices(of, { numbers: some })),
    await asked(markers, (some) => books.findInvoices(of, { markers: some, since })),
    await asked(ids.PAYMENT, (some) => books.findPayments(of, { ids: some })),
  );
}

/** What the books have of a call that may have arrived: by marker what it added, by id what it changed. */
export async function lookUpSent(
  books: Books,
  of: BooksOf,
  rows: readonly DocumentRow[],
): Promise<(row: DocumentRow, sending: Sending) => Seen | null> {
  const wanted = (kind: string, isNew: boolean) =>
    rows.flatMap((row) => {
      const sending = row.sending as Sending | null;
      if (row.kind !== kind || sending === null || (sending.act === 'CREATE') !== isNew) return [];
      return isNew ? [markerOf(keyOf(row), sending.incarnation)] : (row.externalId ?? []);
    });
  const since = oldest(rows.map(({ sending }) => new Date((sending as Sending | null)?.at ?? Date.now())));
  const found = answers(
    await asked(wanted('INVOICE', false), (some) => books.findInvoices(of, { ids: some })),
    await asked(wanted('INVOICE', true), (some) => books.findInvoices(of, { markers: some, since })),
    [],
    await asked(wanted('PAYMENT', false), (some) => books.findPayments(of, { ids: some })),
    await asked(wanted('PAYMENT', true), (some) => books.findPayments(of, { markers: some, since })),
  );
  return (row, { act, incarnation }) => (act === 'CREATE' ? found.byMarker(row, incarnation) : found.byId(row));
}

const oldest = (times: readonly Date[]): Date => new Date(Math.min(...times.map((time) => time.getTime())));

const asked = async <T>(values: Iterable<string>, ask: (values: string[]) => Promise<T[]>): Promise<T[]> => {
  const all = [...new Set(values)];
  return all.length === 0 ? [] : ask(all);
};

function answers(
  first: readonly BooksInvoice[],
  second: readonly BooksInvoice[],
  third: readonly BooksInvoice[],
  ...paid: readonly (readonly BooksPayment[])[]
): Found {
  const invoices = [...first, ...second, ...third];
  const payments = paid.flat();
  const find = (row: DocumentRow, is: (one: { id: string; marker: string | null }) => boolean): Seen | null => {
    if (row.kind === 'INVOICE') {
      const found = invoices.find(is);
      return found ? seenInvoice(found) : null;
    }
    const found = payments.find(is);
    return found ? seenPayment(found) : null;
  };
  return {
    byId: (row) => find(row, ({ id }) => id === row.externalId),
    byMarker: (row, incarnation) => find(row, ({ marker }) => marker === markerOf(keyOf(row), incarnation)),
    byNumber: (number) => {
      const found = number === null ? undefined : invoices.find((one) => one.number === number && !one.isVoid);
      return found ? { marker: found.marker, seen: seenInvoice(found) } : null;
    },
  };
}

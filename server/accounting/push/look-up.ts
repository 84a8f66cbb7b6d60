import { markerOf, nextIncarnation, nextStep, type Seen } from '../../../domain/accounting/push/followed';
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
 * Asks what the books have of these documents, as far as the next step with each takes it: by marker what may have been
 * created, by id what they changed, by number what an invoice would meet. A call for each kind of question.
 */
export async function lookUp(books: Books, of: BooksOf, rows: readonly DocumentRow[], means: Means): Promise<Found> {
  const invoices = { ids: new Set<string>(), markers: new Set<string>(), numbers: new Set<string>() };
  const payments = { ids: new Set<string>(), markers: new Set<string>() };
  for (const row of rows) {
    const document = followedOf(row);
    const step = nextStep(document);
    const into = row.kind === 'INVOICE' ? invoices : payments;
    const marker = (incarnation: number) => into.markers.add(markerOf(keyOf(row), incarnation));
    if (step.step === 'RESOLVE' && step.sending.act === 'CREATE') marker(step.sending.incarnation);
    else if ((step.step === 'RESOLVE' || step.step === 'READ_AGAIN') && row.externalId !== null)
      into.ids.add(row.externalId);
    else if (step.step === 'FIND_NUMBER') marker(nextIncarnation(document));
    else if (step.step === 'SEND' && step.act === 'CREATE' && row.kind === 'INVOICE') {
      const content = row.content as InvoiceContent;
      const number = numberOf(row, content, step.incarnation, means(content.customerId));
      if (number === null) marker(step.incarnation);
      else invoices.numbers.add(number);
    }
  }
  const foundInvoices: BooksInvoice[] = [];
  for (const name of ['ids', 'markers', 'numbers'] as const)
    if (invoices[name].size > 0) foundInvoices.push(...(await books.findInvoices(of, { [name]: [...invoices[name]] })));
  const foundPayments: BooksPayment[] = [];
  for (const name of ['ids', 'markers'] as const)
    if (payments[name].size > 0) foundPayments.push(...(await books.findPayments(of, { [name]: [...payments[name]] })));
  return answers(foundInvoices, foundPayments);
}

function answers(invoices: readonly BooksInvoice[], payments: readonly BooksPayment[]): Found {
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

import { and, eq } from 'drizzle-orm';
import type { InvoiceContent, PaymentContent } from '../../../domain/accounting/push/invoice';
import { fitNumber } from '../../../domain/accounting/push/names';
import type { Books, BooksInvoice, BooksOf, BooksPayment, BooksWrite } from '../../../server/accounting/books';
import { seenInvoice, seenPayment } from '../../../server/accounting/push/write-of';
import type { Db } from '../../../server/db/client';
import { returnedRow } from '../../../server/db/rows';
import { accountingCustomers, accountingDocuments, orderPayments, orders } from '../../../server/db/schema';
import type { OrderFixture } from '../factories';

type Place = { db: Db; books: Books; of: BooksOf; customerId: string; itemId: string };

/** The books a test pushes to: one customer and one item of them. */
export async function placeOf(db: Db, books: Books, of: BooksOf): Promise<Place> {
  const [customer] = await books.searchCustomers(of, '', 1);
  const [item] = await books.searchItems(of, '', 1);
  if (!customer || !item) throw new Error('The books have neither customers nor items');
  return { db, books, of, customerId: customer.id, itemId: item.id };
}

/** Maps a customer to that one. */
export async function mapTo({ db, of, customerId: externalId }: Place, customerId: number): Promise<void> {
  await db
    .insert(accountingCustomers)
    .values({ ...of, customerId, externalId, externalName: 'Customer there' })
    .onConflictDoNothing();
}

async function wrote({ books, of }: Place, write: BooksWrite) {
  const [answer] = await books.write(of, [write]);
  if (!answer || answer instanceof Error) throw answer ?? new Error('No answer');
  return answer.record;
}

/** An order as it is after it was pushed: its invoice there, and the document of it here. */
export async function pushed(place: Place, order: OrderFixture, marker = `V-test-${order.id}`): Promise<BooksInvoice> {
  const { db, of, customerId, itemId } = place;
  const day = order.createdAt.toISOString().slice(0, 10);
  const total = order.invoicedUsd;
  const number = fitNumber(order.orderNumber);
  const draft = {
    customerId,
    number,
    day,
    dueDay: null,
    lines: [{ itemId, description: 'Jars', quantity: '1', unitPrice: total, amount: total }],
    discount: null,
    note: `Order ${order.orderNumber}`,
    marker,
  };
  const record = (await wrote(place, { act: 'CREATE_INVOICE', requestId: crypto.randomUUID(), draft })) as BooksInvoice;
  const content: InvoiceContent = {
    customerId: order.customerId,
    orderNumber: order.orderNumber,
    day,
    dueDay: null,
    lines: [],
    discountUsd: '0.00',
    totalUsd: total,
    note: draft.note,
  };
  await db.insert(accountingDocuments).values({
    ...of,
    orderId: order.id,
    kind: 'INVOICE',
    content,
    sentRevision: 1,
    sentContent: content,
    externalId: record.id,
    externalVersion: record.version,
    externalNumber: record.number,
    seen: seenInvoice(record).print,
    state: 'SENT',
  });
  return record;
}

/** The same of a payment, which is recorded here as well. */
export async function pushedPayment(
  place: Place,
  order: OrderFixture,
  invoiceId: string,
  amount: string,
): Promise<{ record: BooksPayment; paymentId: number }> {
  const { db, of, customerId } = place;
  const day = order.createdAt.toISOString().slice(0, 10);
  const { id: paymentId } = returnedRow(
    await db
      .insert(orderPayments)
      .values({ orgId: of.orgId, orderId: order.id, amount, paymentType: 'CHECK', paymentDate: day })
      .returning({ id: orderPayments.id }),
  );
  await db
    .update(orders)
    .set({ paidUsd: amount })
    .where(and(eq(orders.orgId, of.orgId), eq(orders.id, order.id)));
  const draft = { customerId, invoiceId, amount, appliedUsd: amount, day, note: '', marker: `V-test-p-${paymentId}` };
  const record = (await wrote(place, { act: 'CREATE_PAYMENT', requestId: crypto.randomUUID(), draft })) as BooksPayment;
  const content: PaymentContent = { customerId: order.customerId, amount, day, note: '' };
  await db.insert(accountingDocuments).values({
    ...of,
    orderId: order.id,
    paymentId,
    kind: 'PAYMENT',
    content,
    sentRevision: 1,
    sentContent: content,
    externalId: record.id,
    externalVersion: record.version,
    seen: seenPayment(record).print,
    state: 'SENT',
  });
  return { record, paymentId };
}

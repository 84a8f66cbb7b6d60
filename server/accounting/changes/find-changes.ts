import { and, eq, isNotNull, sql } from 'drizzle-orm';
import {
  invoiceChanges,
  type NewProposal,
  type SeenInvoice,
  type Stated,
  shareOf,
} from '../../../domain/accounting/changes';
import { paidOf } from '../../../domain/accounting/compare';
import type { InvoiceContent } from '../../../domain/accounting/push/invoice';
import { formatUsd, subtract } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingDocuments as documents, orders, accountingProposals as proposals } from '../../db/schema';
import type { BooksInvoice, BooksOf, BooksPayment } from '../books';
import { seenInvoice } from '../push/write-of';

type Document = typeof documents.$inferSelect;

/** What invoices and payments say that isn't ours, and which of them agree with us. */
export type FoundChanges = {
  found: NewProposal[];
  /** Invoices that are as they should be. */
  agreed: string[];
  /** Payments that are no longer there, as they were proposed. */
  gone: string[];
  /** Some are being sent now: they are read again. */
  isSending: boolean;
};

const nothing = (): FoundChanges => ({ found: [], agreed: [], gone: [], isSending: false });

/** Version of what was deleted, which has none. */
export const DELETED = 'deleted';

/** What is in doubt for longer is looked at as it is, so that it holds up nothing. */
const MOST_SENDING_MS = 60 * 60_000;
const isBeingSent = ({ sending, doubtedAt, updatedAt }: Document): boolean =>
  (sending !== null || doubtedAt !== null) && updatedAt.getTime() > Date.now() - MOST_SENDING_MS;
/** Marked as ours, but not yet known to be: its answer is on its way. Older ones are somebody's copies. */
const isOurs = (marker: string | null, changedAt: string): boolean =>
  marker?.startsWith('V-') === true && Date.parse(changedAt) > Date.now() - MOST_SENDING_MS;

/** Our documents of these records of the books. */
export function documentsOf(
  db: Db,
  { orgId, connectionId }: BooksOf,
  kind: 'INVOICE' | 'PAYMENT',
  ids: readonly string[],
) {
  return db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.connectionId, connectionId),
        eq(documents.kind, kind),
        isNotNull(documents.externalId),
        isOneOf(documents.externalId, ids),
      ),
    );
}

/** What changed about our invoices in the books. */
export async function findInvoiceChanges(
  db: Db,
  of: BooksOf,
  invoices: readonly BooksInvoice[],
  deletedIds: readonly string[],
): Promise<FoundChanges> {
  const result = nothing();
  const ids = [...invoices.map(({ id }) => id), ...deletedIds];
  if (ids.length === 0) return result;
  const rows = await documentsOf(db, of, 'INVOICE', ids);
  const own = new Map(rows.map((row) => [row.externalId, row]));
  const customers = await customersOf(db, of, rows);
  const seen = [
    ...invoices,
    ...deletedIds.map((id) => ({ id, version: DELETED, isVoid: true, totalUsd: '0', customerId: '', number: null })),
  ];
  for (const invoice of seen) {
    const row = own.get(invoice.id);
    if (row === undefined) {
      if ('marker' in invoice && isOurs(invoice.marker, invoice.changedAt)) result.isSending = true;
      continue;
    }
    if (isBeingSent(row)) {
      result.isSending = true;
      continue;
    }
    const found = isAsSeen(row, invoice) ? [] : changesOf(row, invoice, customers);
    if (found.length === 0) result.agreed.push(invoice.id);
    result.found.push(...found);
  }
  return result;
}

/** Whether nothing but its balance changed since we wrote it. */
const isAsSeen = (row: Document, invoice: SeenInvoice): boolean =>
  row.seen !== null &&
  'day' in invoice &&
  row.seen.split('\n').includes(seenInvoice(invoice as BooksInvoice).print) &&
  (row.externalNumber === null || row.externalNumber === invoice.number);

type Customers = { externalIdOf: (customerId: number) => string | undefined; nameOf: (externalId: string) => string };

/** What an invoice of ours became, if not by us. */
function changesOf(row: Document, invoice: SeenInvoice, { externalIdOf, nameOf }: Customers): NewProposal[] {
  const stated = (content: unknown): Stated | null => {
    if (content === null || content === undefined) return null;
    const { totalUsd, customerId } = content as InvoiceContent;
    // A customer that was mapped anew since is no change of theirs.
    return { totalUsd, customerId: externalIdOf(customerId) ?? invoice.customerId, number: row.externalNumber };
  };
  const sent = { sent: stated(row.sentContent), wanted: stated(row.content) };
  const ours = {
    documentId: row.id,
    orderId: row.orderId,
    revision: row.revision,
    externalVersion: row.externalVersion,
  };
  return invoiceChanges({ ...ours, ...sent }, invoice, { customerNameOf: nameOf });
}

/** Our customers of documents in the books, and the names of all there. */
async function customersOf(db: Db, { orgId, connectionId }: BooksOf, rows: readonly Document[]): Promise<Customers> {
  const ids = rows.flatMap(({ content, sentContent }) =>
    [content, sentContent].flatMap((one) => (one as InvoiceContent | null)?.customerId ?? []),
  );
  const { rows: mapped } = await db.execute<{ customerId: number; externalId: string }>(sql`
    select mapped.customer_id as "customerId", mapped.external_id as "externalId" from accounting_customers mapped
     where mapped.org_id = ${orgId} and mapped.connection_id = ${connectionId} and ${isOneOf(sql`mapped.customer_id`, ids)}`);
  const { rows: named } = await db.execute<{ id: string; name: string }>(sql`
    select remote.external_id as id, remote.name from accounting_remotes remote
     where remote.org_id = ${orgId} and remote.connection_id = ${connectionId} and remote.kind = 'CUSTOMER'`);
  const byId = new Map(mapped.map(({ customerId, externalId }) => [Number(customerId), externalId]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return { externalIdOf: (id) => byId.get(id), nameOf: (id) => names.get(id) ?? `No. ${id}` };
}

/** What changed about payments of our invoices; `invoices` are those they are for, as they are now. */
export async function findPaymentChanges(
  db: Db,
  of: BooksOf,
  {
    payments,
    deletedIds,
    invoices,
  }: { payments: readonly BooksPayment[]; deletedIds: readonly string[]; invoices: readonly BooksInvoice[] },
): Promise<FoundChanges> {
  const result = nothing();
  const ids = [...payments.map(({ id }) => id), ...deletedIds];
  if (ids.length === 0) return result;
  const own = new Map((await documentsOf(db, of, 'PAYMENT', ids)).map((row) => [row.externalId, row]));
  const taken = await takenOver(db, of, ids);
  const owed = await owedOf(db, of, invoices);
  const gone = [...payments.filter(({ isVoid }) => isVoid), ...deletedIds.map((id) => ({ id, version: DELETED }))];
  for (const { id, version } of gone) {
    const row = own.get(id);
    if (row && isBeingSent(row)) result.isSending = true;
    // Ours, which should be void, or is by our own act.
    else if (row && (row.content === null || row.paymentId === null)) continue;
    else if (row?.paymentId) result.found.push(voided(id, version, row.orderId, row.paymentId, row.content));
    else {
      result.gone.push(id);
      for (const { orderId, paymentId, amount } of taken.get(id) ?? [])
        result.found.push(voided(id, version, orderId, paymentId, { amount }));
    }
  }
  for (const payment of payments) {
    if (payment.isVoid || own.has(payment.id)) continue;
    if (isOurs(payment.marker, payment.changedAt)) {
      result.isSending = true;
      continue;
    }
    if (taken.has(payment.id)) continue;
    for (const invoiceId of payment.invoiceIds) {
      const order = owed.get(invoiceId);
      const amount = order && shareOf(payment.amount, order);
      if (!order || !amount) continue;
      result.found.push({
        kind: 'PAID',
        externalId: payment.invoiceIds.length === 1 ? payment.id : `${payment.id}:${invoiceId}`,
        externalVersion: payment.version,
        orderId: order.orderId,
        ours: { shown: `${formatUsd(order.paidHere)} paid`, amount: order.paidHere },
        theirs: {
          shown: `${formatUsd(amount)} more`,
          amount,
          day: payment.day,
          invoiceId,
          paidThere: order.paidThere,
        },
      });
    }
  }
  return result;
}

function voided(id: string, version: string, orderId: number, paymentId: number, content: unknown): NewProposal {
  const amount = (content as { amount?: string } | null)?.amount ?? '0';
  return {
    kind: 'PAYMENT_VOIDED',
    externalId: id,
    externalVersion: version,
    orderId,
    ours: { shown: formatUsd(amount), paymentId, amount },
    theirs: { shown: version === DELETED ? 'Deleted' : 'Void' },
  };
}

/** Payments of the books that became payments here. */
async function takenOver(db: Db, { orgId, connectionId }: BooksOf, ids: readonly string[]) {
  const rows = await db
    .select({ externalId: proposals.externalId, orderId: proposals.orderId, ours: proposals.ours })
    .from(proposals)
    .where(
      and(
        eq(proposals.orgId, orgId),
        eq(proposals.connectionId, connectionId),
        eq(proposals.kind, 'PAID'),
        eq(proposals.state, 'ACCEPTED'),
        isOneOf(sql`split_part(${proposals.externalId}, ':', 1)`, ids),
      ),
    );
  const found = rows.flatMap(({ externalId, orderId, ours }) => {
    const { paymentId, paid } = ours as { paymentId?: number; paid?: string };
    if (orderId === null || paymentId === undefined) return [];
    return [{ id: externalId.split(':')[0] ?? '', orderId, paymentId, amount: paid ?? '0' }];
  });
  return Map.groupBy(found, ({ id }) => id);
}

type Owed = { orderId: number; paidThere: string; paidHere: string };

/** What of our orders' invoices is paid there and here. */
async function owedOf(db: Db, of: BooksOf, invoices: readonly BooksInvoice[]): Promise<Map<string, Owed>> {
  const rows = await documentsOf(
    db,
    of,
    'INVOICE',
    invoices.map(({ id }) => id),
  );
  const found = await db
    .select({ id: orders.id, paidUsd: orders.paidUsd, invoicedUsd: orders.invoicedUsd })
    .from(orders)
    .where(
      and(
        eq(orders.orgId, of.orgId),
        isOneOf(
          orders.id,
          rows.map(({ orderId }) => orderId),
        ),
      ),
    );
  const paid = new Map(found.map(({ id, ...sums }) => [id, paidOf(sums.invoicedUsd, sums.paidUsd)]));
  return new Map(
    invoices.flatMap(({ id, totalUsd, balanceUsd, isVoid }) => {
      const orderId = rows.find(({ externalId }) => externalId === id)?.orderId;
      if (orderId === undefined || isVoid) return [];
      return [[id, { orderId, paidThere: subtract(totalUsd, balanceUsd), paidHere: paid.get(orderId) ?? '0' }]];
    }),
  );
}

import { and, asc, desc, eq } from 'drizzle-orm';
import type { bookPushes as contract, PushedDocument, PushedOrder } from '../../../domain/accounting/push/contract';
import type { SendFault } from '../../../domain/accounting/push/followed';
import type { InvoiceContent, PaymentContent } from '../../../domain/accounting/push/invoice';
import { isInvoiced } from '../../../domain/accounting/push/invoice';
import { explainFault, mendOf } from '../../../domain/accounting/push/preflight';
import { DomainError, notFound } from '../../../domain/errors';
import { OrderStatusSchema } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { accountingDocuments, accountingPushes, orders, users } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';
import { type DocumentRow, findConnection, lockDocuments, logPush, ofConnection } from './documents';
import { followOrder } from './follow-books';
import { holdOrder, readContents } from './read-contents';

/** An order's documents in the books, with what was done. NOT_FOUND for an order that isn't of the company. */
export const readPushed: Verb<typeof contract.documents> = async (ctx, { params: { companyId, orderId } }) => {
  return pushedOrder(ctx, companyId, orderId);
};

/**
 * Takes an order out of the books: its invoice and payments become void there, and it follows nothing until it is pushed
 * again. CONFLICT if it isn't there.
 */
export const undoPush: Verb<typeof contract.undo> = async (ctx, { params: { companyId, orderId } }) => {
  const { orderNumber } = await findOrderOf(ctx, companyId, orderId);
  const { db, membership, person } = ctx;
  const { orgId } = membership;
  await holdOrder(db, orgId, orderId);
  const connection = await findConnection(db, orgId, companyId);
  const order = (await readContents(db, orgId, [orderId])).get(orderId);
  if (!connection || !order || !(await followOrder(db, connection, order, 'UNDO')))
    throw new DomainError('CONFLICT', `Order ${orderNumber} isn’t in the books.`);
  for (const row of await lockDocuments(db, connection, orderId))
    await logPush(db, row, { act: 'UNDO', actorUserId: person.userId });
  await ctx.enqueue({ name: 'push-books', data: { orgId, connectionId: connection.id } });
  await ctx.audit({ id: orderId, before: { orderNumber, pushed: true }, after: { pushed: false } });
  return pushedOrder(ctx, companyId, orderId);
};

async function findOrderOf(ctx: Ctx, companyId: number, orderId: number) {
  await findSeenCompany(ctx, companyId);
  const [order] = await ctx.db
    .select({ orderNumber: orders.orderNumber, status: orders.status })
    .from(orders)
    .where(and(visibleOrders(ctx.membership), eq(orders.id, orderId), eq(orders.companyId, companyId)));
  if (order === undefined) throw notFound('Order');
  return order;
}

async function pushedOrder(ctx: Ctx, companyId: number, orderId: number): Promise<PushedOrder> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const connection = await findConnection(db, orgId, companyId);
  const { status } = await findOrderOf(ctx, companyId, orderId);
  if (!connection) return { isConnected: false, canPush: false, documents: [] };
  const rows = await db
    .select()
    .from(accountingDocuments)
    .where(and(ofConnection(connection), eq(accountingDocuments.orderId, orderId)))
    .orderBy(asc(accountingDocuments.kind), asc(accountingDocuments.id));
  const ids = rows.map(({ id }) => id);
  const entries = await db
    .select({ entry: accountingPushes, firstName: users.firstName, lastName: users.lastName })
    .from(accountingPushes)
    .leftJoin(users, eq(users.id, accountingPushes.actorUserId))
    .where(and(eq(accountingPushes.orgId, orgId), isOneOf(accountingPushes.documentId, ids)))
    .orderBy(desc(accountingPushes.id))
    .limit(MOST_LOGGED);
  const logs = Map.groupBy(entries, ({ entry }) => entry.documentId);
  const isPushed = rows.some(({ kind, undoneAt }) => kind === 'INVOICE' && undoneAt === null);
  return {
    isConnected: true,
    canPush: !isPushed && isInvoiced(OrderStatusSchema.parse(status)),
    documents: rows.map((row) => ({
      ...documentOf(row),
      log: (logs.get(row.id) ?? []).map(({ entry, firstName, lastName }) => ({
        id: entry.id,
        at: entry.createdAt.toISOString(),
        act: entry.act,
        by: firstName === null ? null : `${firstName} ${lastName}`,
        fault: entry.fault as SendFault | null,
        detail: entry.detail,
      })),
    })),
  };
}

/** Entries of an order's log that are shown. */
const MOST_LOGGED = 100;

function documentOf(row: DocumentRow): Omit<PushedDocument, 'log'> {
  return {
    id: row.id,
    kind: row.kind as PushedDocument['kind'],
    paymentId: row.paymentId,
    state: row.state as PushedDocument['state'],
    isWanted: row.content !== null,
    isThere: row.externalId !== null && row.sentContent !== null,
    isDoubted: row.doubtedAt !== null,
    amountUsd: amountOf(row),
    externalNumber: row.externalNumber,
    problem: row.state === 'FAILED' ? problemOf(row) : null,
    updated: row.updatedAt.toISOString(),
  };
}

/** What a document is over, or was before it became void. */
function amountOf({
  kind,
  content,
  sentContent,
}: Pick<DocumentRow, 'kind' | 'content' | 'sentContent'>): string | null {
  const of = (content ?? sentContent) as InvoiceContent | PaymentContent | null;
  if (of === null) return null;
  return kind === 'INVOICE' ? (of as InvoiceContent).totalUsd : (of as PaymentContent).amount;
}

/** What is wrong with a document, and what mends it. */
function problemOf({ fault, problem, orderId }: Pick<DocumentRow, 'fault' | 'problem' | 'orderId'>) {
  const known = (fault ?? 'INVALID') as SendFault;
  const act = mendOf(known);
  return {
    fault: known,
    message: problem || explainFault(known, ''),
    mend: { act, id: act === 'OPEN_ORDER' ? orderId : null },
  };
}

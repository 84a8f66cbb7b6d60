import { bookPushes as contract, type PushProblem } from '../../../domain/accounting/push/contract';
import { failed, type SendFault, sendAgain } from '../../../domain/accounting/push/followed';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import { bulk, many, type Outcomes } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { orders } from '../../db/schema';
import type { Verb } from '../../implement';
import { salesOrders } from '../../orders/lists/search-orders';
import { findSeenCompany } from '../../organization/find-company';
import { BooksRefused } from '../books';
import { type Connection, findConnection, followedOf, lockDocuments, logPush, saveDocument } from './documents';
import { followOrder } from './follow-books';
import { type JudgedOrder, judgeNumbers, judgeOrders, seenOrders } from './judge-orders';
import { holdOrder } from './read-contents';

/**
 * Pushes orders of a company to the books, as far as nothing is known against them; the rest is answered with what mends
 * it. NOT_FOUND for a company or orders that aren't the caller's, CONFLICT without a connection.
 */
export const pushOrders: Verb<typeof contract.push> = async (ctx, { params: { companyId }, body }) => {
  if (body.companyId !== companyId) throw badInput({ companyId: 'Name the company of the address' });
  await findSeenCompany(ctx, companyId);
  const ids = await assertSeen(ctx, companyId, body.orderIds);
  const judged = await push(ctx, companyId, ids);
  const withErrors = judged.filter(({ errors }) => errors.length > 0);
  return {
    accepted: judged.length - withErrors.length,
    ordersWithErrors: withErrors.map(({ order, errors }) => ({
      orderId: order.id,
      orderNumber: order.orderNumber,
      errors,
    })),
  };
};

async function assertSeen(ctx: Ctx, companyId: number, asked: readonly number[]): Promise<number[]> {
  const found = (await seenOrders(ctx, asked)).filter((order) => order.companyId === companyId);
  if (found.length < new Set(asked).size) throw notFound('Order');
  return found.map(({ id }) => id);
}

/** Pushes what can be of a company's orders; all as they were judged, by id. */
async function push(ctx: Ctx, companyId: number, ids: readonly number[]): Promise<JudgedOrder[]> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const connection = await findConnection(db, orgId, companyId);
  for (const id of ids) await holdOrder(db, orgId, id);
  const judged = await judgeOrders(db, orgId, connection, ids);
  if (connection === undefined) return judged;
  let isMore = false;
  for (const { order, errors } of judged) {
    const [first] = errors;
    if (first && !isMended(first.fault)) continue;
    if (await followOrder(db, connection, order, 'PUSH')) isMore = true;
    if (first) {
      // It is in the inbox then, and leaves once that is mended.
      await stopOrder(db, connection, order.id, first);
      continue;
    }
    if (await resendFailed(db, connection, order.id)) isMore = true;
    await ctx.audit({ id: order.id, before: null, after: { orderNumber: order.orderNumber, pushed: true } });
  }
  if (judged.every(({ errors }) => errors.length > 0))
    await ctx.audit({ id: null, before: null, after: { pushed: 0 } });
  if (isMore) await ctx.enqueue({ name: 'push-books', data: { orgId, connectionId: connection.id } });
  return judged;
}

/** Has what was refused of an order sent once more, but for what was changed there; whether there was any. */
async function resendFailed(db: Db, connection: Connection, orderId: number): Promise<boolean> {
  let isAny = false;
  for (const row of await lockDocuments(db, connection, orderId)) {
    if (row.state !== 'FAILED' || row.fault === 'CHANGED_THERE') continue;
    await saveDocument(db, row, sendAgain(followedOf(row)), 0);
    isAny = true;
  }
  return isAny;
}

/** Whether what is against an order is mended without changing the order. */
const isMended = (fault: SendFault): boolean =>
  !(['NOT_INVOICED', 'NO_LINES', 'NO_CONNECTION'] as SendFault[]).includes(fault);

/** Has an order's invoice stop with what is wrong before it is sent; what the books have of it already stays. */
async function stopOrder(
  db: Db,
  connection: Connection,
  orderId: number,
  { fault, message }: PushProblem,
): Promise<void> {
  for (const row of await lockDocuments(db, connection, orderId)) {
    const document = followedOf(row);
    if (row.kind !== 'INVOICE' || document.state !== 'PENDING' || document.sending !== null) continue;
    await saveDocument(db, row, failed(document, fault, message));
    await logPush(db, row, { act: 'PUSH', fault, detail: message });
  }
}

/** What would fail of these orders: by what is known here, and by the books where they answer. */
export const preflight: Verb<typeof contract.preflight> = async (ctx, { params: { companyId }, body }) => {
  await findSeenCompany(ctx, companyId);
  const { db, membership } = ctx;
  const ids = await assertSeen(ctx, companyId, body.orderIds);
  const known = await findConnection(db, membership.orgId, companyId);
  const connection = known && { ...known, preferences: await preferencesNow(ctx, known) };
  const judged = await judgeOrders(db, membership.orgId, connection, ids);
  if (connection?.state === 'ACTIVE')
    await judgeNumbers(db, ctx.services.books, connection, judged).catch(exceptRefused);
  return {
    ready: judged.filter(({ errors }) => errors.length === 0).length,
    orders: judged
      .filter(({ errors, notes }) => errors.length > 0 || notes.length > 0)
      .map(({ order, errors, notes }) => ({ orderId: order.id, orderNumber: order.orderNumber, errors, notes })),
  };
};

/** How the books are kept now, or were when they last answered. */
async function preferencesNow({ services: { books } }: Ctx, { orgId, id, preferences, state }: Connection) {
  if (state !== 'ACTIVE') return preferences;
  return (await books.preferences({ orgId, connectionId: id }).catch(exceptRefused)) ?? preferences;
}

/** Books that don't answer now say nothing against an order. */
function exceptRefused(error: unknown): void {
  if (!(error instanceof BooksRefused)) throw error;
}

/** Pushing as a bulk action: each order that can't be is answered with why. */
export const bulkPushes = bulk(contract.bulk, {
  entity: 'books-invoice',
  noun: { one: 'Order', many: 'orders' },
  from: { table: orders, id: orders.id, label: orders.orderNumber },
  topic: 'integrations',
  matching: salesOrders.matching,
  acts: {
    push: many(async (ctx, subjects) => {
      const ids = subjects.map(({ id }) => id);
      const outcomes: Outcomes = new Map(ids.map((id) => [id, notFound('Order')]));
      for (const [companyId, own] of await byCompany(ctx, ids))
        for (const { order, errors } of await push(ctx, companyId, own)) {
          const refusal = errors.map(({ message }) => message).join(' ');
          outcomes.set(order.id, refusal === '' ? {} : new DomainError('CONFLICT', refusal));
        }
      return outcomes;
    }),
  },
});

async function byCompany(ctx: Ctx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = await seenOrders(ctx, ids);
  const grouped = Map.groupBy(found, ({ companyId }) => companyId);
  return new Map([...grouped].map(([companyId, own]) => [companyId, own.map(({ id }) => id)]));
}

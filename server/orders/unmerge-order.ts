import { and, asc, eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import type { orderEntry as contract } from '../../domain/orders/entry-contract';
import { canUnmerge } from '../../domain/orders/merge';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { orderLineItems, orderPayments, orders } from '../db/schema';
import type { Verb } from '../implement';
import { lockStock } from '../inventory/stock';
import { lockEditableOrders, type OrderRecord } from './find-order';
import { loadOrder } from './load-order';
import { writeStatus } from './write-status';

/**
 * Takes a merged order apart: it is cancelled, and the orders it was made of have its status again, with what it
 * reserved. NOT_FOUND and FORBIDDEN unless the caller may change all of them; CONFLICT once something was done with the
 * merged order, as a payment, or with an order it was made of.
 */
export const unmergeOrder: Verb<typeof contract.unmerge> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const [merged, originals] = await lockParts(ctx, body.orderId);
  const hasPayments =
    (await db.$count(orderPayments, and(eq(orderPayments.orgId, orgId), eq(orderPayments.orderId, merged.id)))) > 0;
  if (!canUnmerge({ ...merged, hasPayments }) || originals.some(({ status }) => status !== 'COMBINED'))
    throw new DomainError(
      'CONFLICT',
      `Order ${merged.orderNumber} was changed since it was merged, or isn’t a merged order`,
    );
  const ids = [merged, ...originals].map(({ id }) => id);
  const rows = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), isOneOf(orderLineItems.orderId, ids)))
    .orderBy(asc(orderLineItems.id));
  await lockStock(db, orgId, [...new Set(rows.map(({ productId }) => productId))]);
  const withLines = (order: OrderRecord) => ({ order, lines: rows.filter(({ orderId }) => orderId === order.id) });
  await writeStatus(ctx, withLines(merged), { status: 'CANCELLED', reason: 'The merge was undone' });
  for (const original of originals) await writeStatus(ctx, withLines(original), { status: merged.status });
  return loadOrder(db, membership, and(eq(orders.orgId, orgId), eq(orders.id, merged.id)));
};

/** The merged order and all it was made of, locked by id as a merge locks them. */
async function lockParts(ctx: Ctx, orderId: number): Promise<[OrderRecord, OrderRecord[]]> {
  const own = and(eq(orders.orgId, ctx.membership.orgId), eq(orders.id, orderId));
  const [named] = await ctx.db.select({ ids: orders.originalOrderIds }).from(orders).where(own);
  const parts = await lockEditableOrders(ctx, [orderId, ...(named?.ids ?? [])]);
  const merged = parts.find(({ id }) => id === orderId);
  if (merged === undefined) throw notFound('Order');
  return [merged, parts.filter(({ id }) => id !== orderId)];
}

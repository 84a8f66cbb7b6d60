import { and, asc, eq } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { orderEntry as contract } from '../../domain/orders/entry-contract';
import { canUnmerge } from '../../domain/orders/merge';
import { isOneOf } from '../db/page';
import { orderLineItems, orders } from '../db/schema';
import type { Verb } from '../implement';
import { lockStock } from '../inventory/stock';
import { lockEditableOrder, withStatus } from './find-order';
import { loadOrder } from './load-order';
import { changeStatus } from './merged-status';

/**
 * Takes a merged order apart: it is cancelled, and the orders it was made of have its status again, with what it
 * reserved. CONFLICT once something was done with it.
 */
export const unmergeOrder: Verb<typeof contract.unmerge> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const merged = await lockEditableOrder(ctx, body.orderId);
  if (!canUnmerge(merged))
    throw new DomainError(
      'CONFLICT',
      `Order ${merged.orderNumber} was changed since it was merged, or isn’t a merged order`,
    );
  const { orgId, originalOrderIds } = merged;
  const originals = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), isOneOf(orders.id, originalOrderIds), eq(orders.status, 'COMBINED')))
    .orderBy(asc(orders.id))
    .for('update');
  const rows = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), isOneOf(orderLineItems.orderId, [merged.id, ...originalOrderIds])));
  await lockStock(db, orgId, [...new Set(rows.map(({ productId }) => productId))]);
  const linesOf = (id: number) => rows.filter(({ orderId }) => orderId === id);
  await changeStatus(ctx, { order: merged, lines: linesOf(merged.id) }, 'CANCELLED', 'The merge was undone');
  for (const original of originals)
    await changeStatus(ctx, { order: withStatus(original), lines: linesOf(original.id) }, merged.status);
  return loadOrder(db, membership, and(eq(orders.orgId, orgId), eq(orders.id, merged.id)));
};

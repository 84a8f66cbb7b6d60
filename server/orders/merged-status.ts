import { and, eq } from 'drizzle-orm';
import { holdOf, stockChange } from '../../domain/inventory/stock';
import type { OrderStatus } from '../../domain/orders/status';
import type { Ctx } from '../context';
import { orders, orderTransitions } from '../db/schema';
import { moveStock } from '../inventory/stock';
import { type OrderRecord, publishOrder } from './find-order';
import type { LineRow } from './judge-order';
import { moveSoldLines } from './sold-lines';

/**
 * Gives a locked order the status that a merge, or taking it apart, brings: with its stock, what reports read, its history
 * and log. Its stock is locked before, together with that of the other orders.
 */
export async function changeStatus(
  ctx: Ctx,
  { order, lines }: { order: OrderRecord; lines: readonly LineRow[] },
  to: OrderStatus,
  reason: string | null = null,
): Promise<void> {
  const { orgId, id: orderId, status } = order;
  const changes = lines.map((line) => {
    const quantity = line.baseQuantity;
    const [was, is] = [holdOf(status, line), holdOf(to, line)];
    return { productId: line.productId, ...stockChange({ hold: was, quantity }, { hold: is, quantity }) };
  });
  await moveStock(ctx, { orgId, orderId, changes });
  await ctx.db
    .update(orders)
    .set({ status: to, version: order.version + 1, updatedAt: ctx.now })
    .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId)));
  await moveSoldLines(ctx.db, order, to);
  const moved = { orgId, orderId, fromStatus: status, toStatus: to, reason };
  await ctx.db.insert(orderTransitions).values({ ...moved, actorUserId: ctx.person.userId, createdAt: ctx.now });
  await ctx.audit({ id: orderId, before: { status }, after: { status: to, ...(reason && { reason }) } });
  await publishOrder(ctx, order);
}

import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../domain/orders/status';
import { holdOf, stockChange } from '../../domain/orders/stock';
import type { Ctx } from '../context';
import { orders, orderTransitions } from '../db/schema';
import { moveStock, type ProductStockChange, type StockMove } from '../inventory/stock/stock';
import type { LineRow } from './entry/judge-order';
import { type OrderRecord, publishOrder } from './find-order';
import { moveSoldLines } from './sold-lines';

type StatusChange = {
  status: OrderStatus;
  /** As it was by default. */
  paymentDueDate?: string | null;
  /** Both sides can read it. */
  reason?: string | undefined;
  /** What else the log says of it. */
  log?: object;
  /** As for `moveStock`. */
  since?: StockMove['since'];
};

/**
 * Gives a locked order another status: with the stock its lines hold, what reports read of it, its history and log.
 * Returns its version. Raises SHORT_OF_STOCK. Several orders' stock is locked together before.
 */
export async function writeStatus(
  ctx: Ctx,
  { order, lines }: { order: OrderRecord; lines: readonly LineRow[] },
  { status, paymentDueDate = order.paymentDueDate, reason, log, since }: StatusChange,
): Promise<number> {
  const { orgId, id: orderId } = order;
  await moveStock(ctx, { orgId, orderId, changes: stockChanges(order, lines, status), since });
  const version = order.version + 1;
  await ctx.db
    .update(orders)
    .set({ status, paymentDueDate, version, updatedAt: ctx.now })
    .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId)));
  await moveSoldLines(ctx.db, order, status);
  await ctx.db.insert(orderTransitions).values({
    orgId,
    orderId,
    fromStatus: order.status,
    toStatus: status,
    reason: reason ?? null,
    actorUserId: ctx.person.userId,
    createdAt: ctx.now,
  });
  await ctx.audit({
    id: orderId,
    before: { status: order.status, paymentDueDate: order.paymentDueDate },
    after: { status, paymentDueDate, ...log, ...(reason && { reason }) },
  });
  await publishOrder(ctx, order);
  return version;
}

/** What a change of status does to the stock its lines hold. */
export function stockChanges(
  order: Pick<OrderRecord, 'status'>,
  lines: readonly LineRow[],
  status: OrderStatus,
): ProductStockChange[] {
  return lines.map((line) => {
    const quantity = line.baseQuantity;
    const [was, is] = [holdOf(order.status, line), holdOf(status, line)];
    return { productId: line.productId, ...stockChange({ hold: was, quantity }, { hold: is, quantity }) };
  });
}

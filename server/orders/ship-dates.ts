import { and, eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { orderEntry as contract } from '../../domain/orders/entry-contract';
import { dueWhenShipped } from '../../domain/orders/ship-dates';
import type { Ctx } from '../context';
import { orders } from '../db/schema';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { lockEditableOrder, lockEditableOrders, type OrderRecord, publishOrder } from './find-order';

type ShipDate = { shipDate: string | null; updatePaymentDueDates: boolean };

/**
 * Sets the ship date of a company's orders, and moves when payment is due with it if asked. All or none: NOT_FOUND if
 * the caller doesn't see one, FORBIDDEN if they may not change one.
 */
export const setShipDates: Verb<typeof contract.shipDates> = async (ctx, { body }) => {
  const { companyId, orderIds, ...change } = body;
  await findSeenCompany(ctx, companyId);
  const found = await lockEditableOrders(ctx, orderIds);
  if (found.some((order) => order.companyId !== companyId)) throw notFound('Order');
  let updated = 0;
  for (const order of found) if (await ship(ctx, order, change)) updated += 1;
  return { updated, unchanged: found.length - updated };
};

/** Sets one order's ship date, as for many. */
export async function setShipDate(ctx: Ctx, orderId: number, change: ShipDate): Promise<void> {
  await ship(ctx, await lockEditableOrder(ctx, orderId), change);
}

/** False when nothing changes. */
async function ship(ctx: Ctx, order: OrderRecord, { shipDate, updatePaymentDueDates }: ShipDate): Promise<boolean> {
  const paymentDueDate = updatePaymentDueDates ? dueWhenShipped(order, shipDate) : order.paymentDueDate;
  if (shipDate === order.shipDate && paymentDueDate === order.paymentDueDate) return false;
  await ctx.db
    .update(orders)
    .set({ shipDate, paymentDueDate, version: order.version + 1, updatedAt: ctx.now })
    .where(and(eq(orders.orgId, order.orgId), eq(orders.id, order.id)));
  const { shipDate: was, paymentDueDate: wasDue } = order;
  await ctx.audit({
    id: order.id,
    before: { shipDate: was, paymentDueDate: wasDue },
    after: { shipDate, paymentDueDate },
  });
  await publishOrder(ctx, order);
  return true;
}

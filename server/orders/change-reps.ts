import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../context';
import { orderSalesReps, orders } from '../db/schema';
import { lockEditableOrder, publishOrder } from './find-order';
import { replaceSalesReps } from './update-basic-info';

/** Adds or removes a sales rep of an order. BAD_INPUT for somebody outside the organization. */
export async function changeReps(ctx: Ctx, orderId: number, change: (reps: number[]) => number[]): Promise<void> {
  const order = await lockEditableOrder(ctx, orderId);
  const own = and(eq(orderSalesReps.orgId, order.orgId), eq(orderSalesReps.orderId, order.id));
  const rows = await ctx.db.select({ id: orderSalesReps.orgUserId }).from(orderSalesReps).where(own);
  const was = rows.map(({ id }) => id);
  const reps = change(was);
  if (reps.length === was.length && reps.every((id) => was.includes(id))) return;
  await replaceSalesReps(ctx, order.id, reps);
  await ctx.db
    .update(orders)
    .set({ version: order.version + 1, updatedAt: ctx.now })
    .where(and(eq(orders.orgId, order.orgId), eq(orders.id, order.id)));
  await ctx.audit({ id: order.id, before: { salesRepOrgUserIds: was }, after: { salesRepOrgUserIds: reps } });
  await publishOrder(ctx, order);
}

import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { dayOf, daysBetween } from '../../domain/dates';
import { notFound } from '../../domain/errors';
import { DELIVERIES_LOOKED_AT, expectedDelivery } from '../../domain/orders/expected-delivery';
import type { purchaseActs as contract } from '../../domain/orders/purchase-contract';
import { type OrderStatus, OrderStatusSchema } from '../../domain/orders/status';
import type { Ctx } from '../context';
import { orders, orderTransitions } from '../db/schema';
import { visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';

/** When a purchase order is expected, by what the seller said and the buyer's own earlier orders from it. */
export const readExpectedDelivery: Verb<typeof contract.expectedDelivery> = async (ctx, { params: { orderId } }) => {
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), visiblePurchaseOrders(ctx.membership)));
  if (!order) throw notFound('Order');
  const day = (at: Date | null | undefined) => (at ? dayOf(at, ctx.timeZone) : null);
  const at = await momentsOf(ctx, order);
  const earlier = await findDeliveries(ctx, order);
  const between = (from: Date | null, to: Date) =>
    from ? [daysBetween(dayOf(from, ctx.timeZone), dayOf(to, ctx.timeZone))] : [];
  return expectedDelivery({
    status: OrderStatusSchema.parse(order.status),
    ordered: dayOf(order.createdAt, ctx.timeZone),
    shipDate: order.shipDate,
    shipped: day(at.SHIPPED),
    delivered: day(at.DELIVERED),
    fromOrder: earlier.flatMap(({ ordered, delivered }) => between(ordered, delivered)),
    fromShipping: earlier.flatMap(({ shipped, delivered }) => between(shipped, delivered)),
  });
};

type Order = Pick<typeof orders.$inferSelect, 'id' | 'orgId' | 'companyId'>;

/** When an order last reached each status; one it went back from doesn't count. */
async function momentsOf({ db }: Ctx, { id, orgId }: Order): Promise<Partial<Record<OrderStatus, Date>>> {
  const steps = await db
    .select({ to: orderTransitions.toStatus, at: orderTransitions.createdAt })
    .from(orderTransitions)
    .where(and(eq(orderTransitions.orgId, orgId), eq(orderTransitions.orderId, id)))
    .orderBy(orderTransitions.id);
  const last = steps.at(-1)?.to;
  const isOpen = last === 'SUBMITTED' || last === 'ACCEPTED' || last === 'FULFILLED';
  return isOpen ? {} : Object.fromEntries(steps.map(({ to, at }) => [to, at]));
}

// Qualified by hand: Drizzle leaves the table's name out when it selects from one alone.
const reached = (status: OrderStatus) =>
  sql<Date | null>`(select max(step.created_at) from ${orderTransitions} step
    where step.org_id = orders.org_id and step.order_id = orders.id and step.to_status = ${status})`.mapWith(
    (value: string | Date | null) => (value === null ? null : new Date(value)),
  );

/** The buyer's latest delivered orders from the same seller. */
async function findDeliveries({ db, membership }: Ctx, { orgId, companyId }: Order) {
  const found = await db
    .select({ ordered: orders.createdAt, shipped: reached('SHIPPED'), delivered: reached('DELIVERED') })
    .from(orders)
    .where(
      and(
        eq(orders.orgId, orgId),
        eq(orders.companyId, companyId),
        eq(orders.buyerOrgId, membership.orgId),
        isNotNull(reached('DELIVERED')),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(DELIVERIES_LOOKED_AT);
  return found.flatMap(({ delivered, ...order }) => (delivered ? [{ ...order, delivered }] : []));
}

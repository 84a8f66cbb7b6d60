import { and, eq, sql } from 'drizzle-orm';
import type { customers as contract } from '../../domain/customers/contract';
import { lastMonths } from '../../domain/customers/spend';
import { notFound } from '../../domain/errors';
import { ACTIVE_STATUSES } from '../../domain/orders/status';
import { COUNTED, countedOrders } from '../db/counted-orders';
import { isOneOf, readRows } from '../db/page';
import { customers, orders } from '../db/schema';
import { visibleCustomers, visibleOrders } from '../db/visibility';
import type { Verb } from '../implement';

/**
 * A customer's orders by month of creation, in its company's time zone: those the caller sees in the orders list, in
 * statuses that count as revenue. NOT_FOUND unless the caller may see the customer.
 */
export const customerSpend: Verb<typeof contract.spend> = async (ctx, { params, query }) => {
  const { db, membership, now } = ctx;
  const seen = and(eq(customers.id, params.id), visibleCustomers(membership));
  const [customer] = await db.select({ id: customers.id, companyId: customers.companyId }).from(customers).where(seen);
  if (customer === undefined) throw notFound('Customer');
  const timeZone = ctx.zoneOf(customer.companyId);
  const where = and(
    visibleOrders(membership),
    eq(orders.customerId, customer.id),
    isOneOf(orders.status, ACTIVE_STATUSES),
  );
  // What was paid is the whole order's: it counts once, with the first day that any of its lines are left of.
  const first = sql`coalesce((select min(portion.ordered_at) from order_portions portion
    where portion.org_id = ${membership.orgId} and portion.order_id = ${orders.id}), orders.placed_at)`;
  const sums = sql`count(*)::int as "orderCount", coalesce(sum(${COUNTED.totalUsd}), 0)::numeric(14, 2) as "totalUsd",
    coalesce(sum(case when ${orders.createdAt} = ${first} then ${orders.paidUsd} end), 0)::numeric(14, 2) as "paidUsd"`;
  const month = sql`to_char(${orders.createdAt} at time zone ${timeZone}::text, 'YYYY-MM')`;
  type Spent = { orderCount: number; totalUsd: string; paidUsd: string };
  const { pool } = ctx.services.database;
  const byMonth = await readRows<Spent & { month: string }>(
    pool,
    sql`select ${month} as month, ${sums} from ${countedOrders(membership.orgId)} where ${where} group by 1`,
  );
  const [allTime] = await readRows<Spent>(
    pool,
    sql`select ${sums} from ${countedOrders(membership.orgId)} where ${where}`,
  );
  const found = new Map(byMonth.map((spent) => [spent.month, spent]));
  const nothing: Spent = { orderCount: 0, totalUsd: '0.00', paidUsd: '0.00' };
  return {
    months: lastMonths(now, timeZone, query.months).map((at) => found.get(at) ?? { month: at, ...nothing }),
    allTime: allTime ?? nothing,
  };
};

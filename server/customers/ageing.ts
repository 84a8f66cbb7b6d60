import { and, eq, sql } from 'drizzle-orm';
import { AGES, type AgeId } from '../../domain/customers/ageing';
import type { customers as contract } from '../../domain/customers/contract';
import { dayOf } from '../../domain/dates';
import { notFound } from '../../domain/errors';
import { roundCents, sum } from '../../domain/money';
import { usesCredit } from '../../domain/orders/payments/credit';
import { ORDER_STATUS_IDS } from '../../domain/orders/status';
import { isOneOf, readRows } from '../db/page';
import { customers, orders } from '../db/schema';
import { visibleCustomers, visibleOrders } from '../db/visibility';
import type { Verb } from '../implement';

/**
 * What a customer owes on the orders the caller sees, by how many days of its company's zone it is late. NOT_FOUND unless
 * the caller may see the customer.
 */
export const customerAgeing: Verb<typeof contract.ageing> = async (ctx, { params }) => {
  const { db, membership, now } = ctx;
  const seen = and(eq(customers.id, params.id), visibleCustomers(membership));
  const [customer] = await db.select({ id: customers.id, companyId: customers.companyId }).from(customers).where(seen);
  if (customer === undefined) throw notFound('Customer');
  const timeZone = ctx.zoneOf(customer.companyId);
  const late = sql`${dayOf(now, timeZone)}::date - ${orders.paymentDueDate}`;
  const aged = AGES.toReversed()
    .filter(({ from }) => Number.isFinite(from))
    .map(({ id, from }) => sql`when ${late} >= ${from} then ${id}::text`);
  const owing = and(
    visibleOrders(membership),
    eq(orders.customerId, customer.id),
    isOneOf(orders.status, ORDER_STATUS_IDS.filter(usesCredit)),
    sql`${orders.invoicedUsd} > ${orders.paidUsd}`,
  );
  const rows = await readRows<{ id: AgeId; owedUsd: string; orderCount: number }>(
    ctx.services.database.pool,
    sql`select case ${sql.join(aged, sql` `)} else ${AGES[0].id}::text end as id,
               sum(${orders.invoicedUsd} - ${orders.paidUsd})::numeric(14, 2) as "owedUsd", count(*)::int as "orderCount"
          from ${orders} where ${owing} group by 1`,
  );
  const ages = AGES.map(({ id }) => rows.find((row) => row.id === id) ?? { id, owedUsd: '0.00', orderCount: 0 });
  return { totalUsd: roundCents(sum(ages.map(({ owedUsd }) => owedUsd))), ages };
};

import { type SQL, sql } from 'drizzle-orm';
import { type Day, dayOf } from '../../domain/dates';
import { add, type Money, roundCents, sum } from '../../domain/money';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/orders/status';
import { isPartial, periodOf, periodsOf, type Shift, YEAR_BEFORE } from '../../domain/reports/periods';
import type { RevenuePeriod, RevenueReport } from '../../domain/reports/report';
import { seriesOf } from '../../domain/reports/series';
import type { Interval, Split } from '../../domain/reports/view';
import type { ListContext } from '../db/list';
import { readRows } from '../db/page';
import { brands, orderLineItems, orderSalesReps, orders } from '../db/schema';
import { lookUpNames } from '../orders/names';
import { createdDays, interval, ordersBefore, type Reported, reportedOrders, shiftToPrevious } from './reported-orders';

type Era = 'now' | 'previous' | 'yearBefore';
type Sum = { era: Era | 'part'; day: Day; key: string; label: string; revenue: Money; orders: number };

export const NO_SHIFT: Shift = { days: 0, months: 0 };

/** The first day of the period an order counts in, in the reader's zone; one from an earlier era counts where it is compared. */
export function startOf(unit: Interval, { timeZone }: ListContext, shift: Shift): SQL {
  const local = sql`(${orders.createdAt} at time zone ${timeZone} + ${interval(shift)})`;
  switch (unit) {
    case 'DAY':
      return sql`${local}::date`;
    case 'WEEK':
      // PostgreSQL's weeks begin on Monday.
      return sql`(date_trunc('week', ${local} + interval '1 day') - interval '1 day')::date`;
    case 'MONTH':
      return sql`date_trunc('month', ${local})::date`;
    case 'QUARTER':
      return sql`date_trunc('quarter', ${local})::date`;
  }
}

const DISCOUNTS = 'discounts';

/** What a split's parts are called and keyed by, as conditions on `orders`. Sales reps are named later, all at once. */
const PARTS: Record<Exclude<Split, 'NONE' | 'BRAND'>, { key: SQL; label: SQL }> = {
  STATUS: { key: sql`${orders.status}`, label: sql`${orders.status}` },
  CUSTOMER: { key: sql`${orders.customerId}::text`, label: sql`${orders.customerName}` },
  SALES_REP: {
    key: sql`coalesce((select string_agg(rep.org_user_id::text, ',' order by rep.org_user_id) from ${orderSalesReps} rep
      where rep.org_id = ${orders.orgId} and rep.order_id = ${orders.id}), '')`,
    label: sql`''`,
  },
};

/** Sums of dollars and orders by period and era, and by part where the report is split; one statement, so they agree. */
async function readSums(ctx: ListContext, reported: Reported): Promise<Sum[]> {
  const { interval: unit, split } = reported.viewOptions;
  const { orgId } = ctx.membership;
  const current = reportedOrders(ctx, reported);
  const dayOfPeriod = (shift: Shift) => startOf(unit, ctx, shift);
  const era = (name: Era, shift: Shift, where: SQL) => sql`
    select ${name}::text as era, to_char(day, 'YYYY-MM-DD') as day, '' as key, '' as label,
           sum(total)::text as revenue, count(*)::int as orders
      from (select ${dayOfPeriod(shift)} as day, ${orders.totalUsd} as total from ${orders} where ${where}) counted
     group by day`;
  const sums = [era('now', NO_SHIFT, current)];
  const previous = shiftToPrevious(ctx, reported);
  const before = previous && ordersBefore(ctx, reported, previous);
  if (previous && before) sums.push(era('previous', previous, before));
  const yearBefore = ordersBefore(ctx, reported, YEAR_BEFORE);
  if (yearBefore) sums.push(era('yearBefore', YEAR_BEFORE, yearBefore));
  if (split === 'BRAND') {
    sums.push(
      sql`
      select 'part', to_char(day, 'YYYY-MM-DD'), key::text, max(brand.name), sum(total)::text, 0
        from (select ${dayOfPeriod(NO_SHIFT)} as day, ${orderLineItems.brandId} as key, ${orderLineItems.totalUsd} as total
                from ${orders} join ${orderLineItems}
                  on ${orderLineItems.orgId} = ${orgId} and ${orderLineItems.orderId} = ${orders.id}
               where ${current}) counted
        join ${brands} brand on brand.id = key
       group by day, key`,
      sql`
      select 'part', to_char(day, 'YYYY-MM-DD'), ${DISCOUNTS}::text, 'Order discounts', (-sum(discount))::text, 0
        from (select ${dayOfPeriod(NO_SHIFT)} as day, ${orders.orderDiscountUsd} as discount
                from ${orders} where ${current} and ${orders.orderDiscountUsd} <> 0) counted
       group by day`,
    );
  } else if (split !== 'NONE') {
    const { key, label } = PARTS[split];
    sums.push(sql`
      select 'part', to_char(day, 'YYYY-MM-DD'), key, max(label), sum(total)::text, 0
        from (select ${dayOfPeriod(NO_SHIFT)} as day, ${key} as key, ${label} as label, ${orders.totalUsd} as total
                from ${orders} where ${current}) counted
       group by day, key`);
  }
  return readRows<Sum>(ctx.services.database.pool, sql.join(sums, sql` union all `));
}

/** Revenue of a search's orders by period, compared and split as asked. */
export async function revenueReport(ctx: ListContext, reported: Reported): Promise<RevenueReport> {
  const sums = await readSums(ctx, reported);
  const today = dayOf(ctx.now, ctx.timeZone);
  const covered = createdDays(ctx, reported);
  const { interval: unit, split } = reported.viewOptions;
  const days = sums.filter(({ era }) => era === 'now').map(({ day }) => day);
  const first = covered.from ?? days.sort()[0] ?? covered.to ?? today;
  const stretches = periodsOf({ from: first, to: covered.to ?? today }, unit);
  const at = new Map(stretches.map(({ from }, index) => [from, index]));
  const last = stretches.length - 1;
  // A leap day's orders may fall beside the period they are compared with.
  const indexOf = (day: Day) => at.get(periodOf(day, unit).from) ?? (day < (stretches[0]?.from ?? day) ? 0 : last);
  const isKnown = covered.from !== null;
  const inEra = (wanted: Era) => {
    const revenue = Array<Money>(stretches.length).fill('0.00');
    const counts = Array<number>(stretches.length).fill(0);
    for (const { era, day, revenue: amount, orders: count } of sums) {
      if (era !== wanted) continue;
      const index = indexOf(day);
      revenue[index] = roundCents(add(revenue[index] ?? '0', amount));
      counts[index] = (counts[index] ?? 0) + count;
    }
    return { revenue, counts, total: roundCents(sum(revenue)), count: counts.reduce((all, one) => all + one, 0) };
  };
  const [now, previous, yearBefore] = [inEra('now'), inEra('previous'), inEra('yearBefore')];
  const periods = stretches.map(
    (stretch, index): RevenuePeriod => ({
      ...stretch,
      isPartial: isPartial(stretch, covered, today),
      revenue: now.revenue[index] ?? '0.00',
      orders: now.counts[index] ?? 0,
      previousRevenue: isKnown ? (previous.revenue[index] ?? '0.00') : null,
      yearBeforeRevenue: isKnown ? (yearBefore.revenue[index] ?? '0.00') : null,
    }),
  );
  const parts = await named(
    ctx,
    split,
    sums.filter(({ era }) => era === 'part'),
  );
  return {
    reportType: 'REVENUE',
    periods,
    series: seriesOf(
      parts.map(({ key, label, day, revenue }) => ({ key, label, period: indexOf(day), revenue })),
      stretches.length,
    ),
    totals: {
      revenue: now.total,
      orders: now.count,
      previousRevenue: isKnown ? previous.total : null,
      yearBeforeRevenue: isKnown ? yearBefore.total : null,
    },
  };
}

async function named(ctx: ListContext, split: Split, parts: Sum[]): Promise<Sum[]> {
  if (split === 'STATUS') {
    return parts.map((part) => ({ ...part, label: ORDER_STATUSES[part.key as OrderStatus].label }));
  }
  if (split !== 'SALES_REP') return parts;
  const idsOf = (key: string) => (key === '' ? [] : key.split(',').map(Number));
  const { members } = await lookUpNames(ctx.services.database.pool, {
    members: parts.flatMap(({ key }) => idsOf(key)),
  });
  return parts.map((part) => ({
    ...part,
    label:
      idsOf(part.key)
        .map((id) => members[id] ?? '')
        .join(', ') || 'No sales rep',
  }));
}

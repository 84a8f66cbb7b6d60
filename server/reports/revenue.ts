import { and, type SQL, sql } from 'drizzle-orm';
import { dayOf, EARLIEST_DATE, startOfDay } from '../../domain/dates';
import { add, type Money, roundCents, sum } from '../../domain/money';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/orders/status';
import {
  firstDayBefore,
  isPartial,
  type Period,
  periodsWithOrders,
  type Shift,
  YEAR_BEFORE,
} from '../../domain/reports/periods';
import type { RevenuePeriod, RevenueReport } from '../../domain/reports/report';
import { seriesOf } from '../../domain/reports/series';
import type { Split } from '../../domain/reports/view';
import { COUNTED, countedApart } from '../db/counted-orders';
import type { ListContext } from '../db/list';
import { isOneOf, readRows, statementOf } from '../db/page';
import { brands, customers, orderLineItems, orderSalesReps, orders } from '../db/schema';
import { lookUpNames } from '../orders/lists/names';
import { readSums } from './read-sums';
import {
  createdDays,
  ordersBefore,
  type Reported,
  reportedLines,
  reportedOrders,
  shiftToPrevious,
} from './reported-orders';

type Era = 'now' | 'previous' | 'yearBefore';
/** Of an era by itself, or of a part of the present one; `at` is the period's index. */
type Sum = { era: Era | 'part'; at: number; key: string; revenue: Money; orders: number };

const NO_SHIFT: Shift = { days: 0, months: 0 };

/** What is summed: dollars by key, with how many orders; `of` is a `from` with `orders`. */
type Summed = { key: SQL; total: SQL; orders: SQL; of: SQL; where: SQL };
type SummedOrders = Omit<Summed, 'of'>;

/** Where an era's periods begin; an order counts in the period it is compared with. */
const startsOf = (periods: readonly Period[], { timeZone }: ListContext, shift: Shift) =>
  periods.map((period) => startOfDay(firstDayBefore(period, shift), timeZone));

/** Values are never in the text, so only the condition's own words are looked at. */
const hasSubquery = (condition: SQL) => /\bselect\b/.test(statementOf(condition).text);

/**
 * Sums by period, whose index is `at`. Reading each period from the index takes half the time of finding each order's,
 * unless a filter has a subquery, which would be run for each.
 */
function sumBy(starts: readonly string[], { key, total, orders: counted, of, where }: Summed): SQL {
  const rows = (more: SQL, within?: SQL) => sql`select ${more}${key} as key, ${total} as total from ${of}
    where ${and(where, within) ?? where}`;
  if (hasSubquery(where)) {
    // A longer month's last days may fall before the first period.
    const at = sql`greatest(width_bucket(${orders.createdAt}, ${sql.param(starts)}::timestamptz[]) - 1, 0) as at, `;
    return sql`select at, key, sum(total) as revenue, ${counted} as orders from (${rows(at)}) counted group by at, key`;
  }
  const later = starts.slice(1);
  const within = sql`${orders.createdAt} >= period.start and ${orders.createdAt} < period.until`;
  return sql`
    select (nth - 1)::int as at, counted.*
      from unnest(${sql.param(['-infinity', ...later])}::timestamptz[], ${sql.param([...later, 'infinity'])}::timestamptz[])
           with ordinality as period (start, until, nth)
     cross join lateral (
       select key, sum(total) as revenue, ${counted} as orders from (${rows(sql``, within)}) keyed group by key) counted`;
}

const COUNT = sql`count(*)::int`;

const DISCOUNTS = 'discounts';

/** What a split's parts are keyed by, of `orders`; they are named later, all at once. */
const PARTS: Record<Exclude<Split, 'NONE' | 'BRAND'>, SQL> = {
  STATUS: sql`${orders.status}`,
  CUSTOMER: sql`${orders.customerId}`,
  SALES_REP: sql`coalesce((select string_agg(rep.org_user_id::text, ',' order by rep.org_user_id) from ${orderSalesReps} rep
    where rep.org_id = ${orders.orgId} and rep.order_id = ${orders.id}), '')`,
};

/** Sums of dollars and orders by period and era, and by part where the report is split; one statement, so they agree. */
async function sumsOf(ctx: ListContext, reported: Reported, periods: readonly Period[]): Promise<Sum[]> {
  const { split } = reported.viewOptions;
  const current = reportedOrders(ctx, reported);
  const kinds = countedApart(ctx.membership.orgId);
  const sums: SQL[] = [];
  const push = (era: Era | 'part', shift: Shift, summed: Summed) =>
    sums.push(sql`
      select ${era}::text as era, at, key::text, revenue::text, orders
        from (${sumBy(startsOf(periods, ctx, shift), summed)}) summed`);
  // A sum of each kind: whoever reads them adds up those of one period and key.
  const pushOrders = (era: Era | 'part', shift: Shift, summed: SummedOrders) => {
    for (const of of kinds) push(era, shift, { ...summed, of });
  };
  const addEra = (era: Era, shift: Shift, where: SQL) =>
    pushOrders(era, shift, { key: sql`''::text`, total: COUNTED.totalUsd, orders: COUNT, where });
  if (split === 'NONE' || split === 'BRAND') addEra('now', NO_SHIFT, current);
  const previous = shiftToPrevious(ctx, reported);
  const before = previous && ordersBefore(ctx, reported, previous);
  if (previous && before) addEra('previous', previous, before);
  const yearBefore = ordersBefore(ctx, reported, YEAR_BEFORE);
  if (yearBefore) addEra('yearBefore', YEAR_BEFORE, yearBefore);
  if (split === 'BRAND') {
    push('part', NO_SHIFT, {
      key: sql`${orderLineItems.brandId}`,
      total: sql`${orderLineItems.totalUsd}`,
      orders: sql`0`,
      of: reportedLines(ctx, reported.filters),
      where: current,
    });
    pushOrders('part', NO_SHIFT, {
      key: sql`${DISCOUNTS}::text`,
      total: sql`-${COUNTED.orderDiscountUsd}`,
      orders: sql`0`,
      where: sql`${current} and ${COUNTED.orderDiscountUsd} <> 0`,
    });
  } else if (split !== 'NONE')
    pushOrders('part', NO_SHIFT, { key: PARTS[split], total: COUNTED.totalUsd, orders: COUNT, where: current });
  return readSums<Sum>(ctx.services.database.pool, sql.join(sums, sql` union all `));
}

/** Revenue of a search's orders by period, compared and split as asked. */
export async function revenueReport(ctx: ListContext, reported: Reported): Promise<RevenueReport> {
  const today = dayOf(ctx.now, ctx.timeZone);
  const covered = createdDays(ctx, reported);
  const { interval: unit, split } = reported.viewOptions;
  const isKnown = covered.from !== null;
  const known = periodsWithOrders({ from: covered.from ?? EARLIEST_DATE, to: covered.to ?? today }, unit, today);
  const sums = await sumsOf(ctx, reported, known);
  const current = sums.filter(({ era }) => era === (split === 'NONE' || split === 'BRAND' ? 'now' : 'part'));
  // Without a beginning, the periods begin with the first order.
  const skipped = isKnown ? 0 : Math.min(known.length - 1, ...current.map(({ at }) => at));
  const stretches = known.slice(skipped);
  const inEra = (wanted: readonly Sum[]) => {
    const revenue = Array<Money>(stretches.length).fill('0.00');
    const counts = Array<number>(stretches.length).fill(0);
    for (const { at, revenue: amount, orders: count } of wanted) {
      revenue[at - skipped] = roundCents(add(revenue[at - skipped] ?? '0', amount));
      counts[at - skipped] = (counts[at - skipped] ?? 0) + count;
    }
    return { revenue, counts, total: roundCents(sum(revenue)), count: counts.reduce((all, one) => all + one, 0) };
  };
  const eraOf = (wanted: Era) => inEra(sums.filter(({ era }) => era === wanted));
  const [previous, yearBefore] = [eraOf('previous'), eraOf('yearBefore')];
  const now = inEra(current);
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
      parts.map(({ key, label, at, revenue }) => ({ key, label, period: at - skipped, revenue })),
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

type Named = Sum & { label: string };

async function named(ctx: ListContext, split: Split, parts: Sum[]): Promise<Named[]> {
  const labelled = (labelOf: (key: string) => string) => parts.map((part) => ({ ...part, label: labelOf(part.key) }));
  const { pool } = ctx.services.database;
  const idsOf = (key: string) => (key === '' ? [] : key.split(',').map(Number));
  switch (split) {
    case 'NONE':
      return [];
    case 'STATUS':
      return labelled((key) => ORDER_STATUSES[key as OrderStatus].label);
    case 'SALES_REP': {
      const { members } = await lookUpNames(pool, { members: parts.flatMap(({ key }) => idsOf(key)) });
      const nameOf = (id: number) => members[id] ?? '';
      return labelled((key) => idsOf(key).map(nameOf).join(', ') || 'No sales rep');
    }
    case 'CUSTOMER':
    case 'BRAND': {
      const ids = [...new Set(parts.flatMap(({ key }) => (key === DISCOUNTS ? [] : [Number(key)])))];
      const table =
        split === 'BRAND' ? sql`${brands} where` : sql`${customers} where org_id = ${ctx.membership.orgId} and`;
      const rows = await readRows<{ id: number; name: string }>(
        pool,
        sql`select id, name from ${table} ${isOneOf(sql`id`, ids)}`,
      );
      const names = new Map(rows.map(({ id, name }) => [String(id), name]));
      return labelled((key) => (key === DISCOUNTS ? 'Order discounts' : (names.get(key) ?? '')));
    }
  }
}

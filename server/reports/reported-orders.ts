import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { type Day, dayOf, resolveInstants } from '../../domain/dates';
import { type OrderFilters, orderFilters } from '../../domain/orders/filters';
import { ACTIVE_STATUSES } from '../../domain/orders/status';
import { type Shift, shiftBefore } from '../../domain/reports/periods';
import type { ReportView } from '../../domain/reports/view';
import { COUNTED_WITH, countedOrders } from '../db/counted-orders';
import type { ListContext } from '../db/list';
import { orderLineItems, orders, soldLines } from '../db/schema';
import { salesOrders } from '../orders/lists/search-orders';

/** The orders a report is about: a search's, of active statuses. */
export type Reported = { companyId?: number | undefined; filters: OrderFilters; viewOptions: ReportView };

/** When the reported orders were created, as instants; null is open. */
export function createdRange(ctx: ListContext, { filters }: Pick<Reported, 'filters'>) {
  return resolveInstants(orderFilters.asked(filters).created ?? {}, ctx.now, ctx.timeZone);
}

/** The days of that. */
export function createdDays(
  ctx: ListContext,
  reported: Pick<Reported, 'filters'>,
): { from: Day | null; to: Day | null } {
  const { from, to } = createdRange(ctx, reported);
  return { from: from && dayOf(from, ctx.timeZone), to: to && dayOf(to, ctx.timeZone) };
}

/** A search's active orders, as conditions on `orders`. */
export function reportedOrders(ctx: ListContext, { companyId, filters }: Omit<Reported, 'viewOptions'>): SQL {
  return and(salesOrders.matching(ctx, { companyId, filters }), inArray(orders.status, ACTIVE_STATUSES)) ?? sql`false`;
}

/** Filters that ask nothing of an order but what is written with its sold lines. */
const ASKED_OF_LINES: ReadonlySet<string> = new Set([
  'statuses',
  'created',
  'paidDate',
  'salesRepIds',
  'brandIds',
  'customerStatusIds',
  'serviceZoneIds',
  'productCategoryIds',
  'productLineIds',
  'customerLicenseIds',
  'customerIds',
] satisfies (keyof typeof orderFilters.declared)[]);

/**
 * The lines of a search's orders, for a `from`: as `order_line_items`, and as `orders` their orders. Where the filters
 * allow it, both are the same row of `sold_lines`, so that nothing is joined.
 */
export function reportedLines(ctx: ListContext, filters: OrderFilters): SQL {
  const { orgId } = ctx.membership;
  const asked = Object.keys(orderFilters.asked(filters));
  if (asked.includes('productNameSearch')) {
    return sql`${countedOrders(orgId)} join ${orderLineItems} on ${orderLineItems.orgId} = ${orgId}
      and ${orderLineItems.orderId} = ${orders.id} and ${COUNTED_WITH}`;
  }
  if (!asked.every((filter) => ASKED_OF_LINES.has(filter))) {
    return sql`${countedOrders(orgId)} join ${soldLines} order_line_items on ${orderLineItems.orgId} = ${orgId}
      and order_line_items.created_at = ${orders.createdAt} and ${orderLineItems.orderId} = ${orders.id}`;
  }
  return sql`${soldLines} order_line_items cross join lateral (
    select order_line_items.org_id, order_line_items.order_id as id, order_line_items.created_at, order_line_items.company_id,
           order_line_items.customer_id, order_line_items.status) orders`;
}

/** The same search's orders that much earlier; null when it has no beginning. */
export function ordersBefore(ctx: ListContext, reported: Omit<Reported, 'viewOptions'>, shift: Shift): SQL | null {
  const { from, to } = createdRange(ctx, reported);
  if (from === null) return null;
  const { createdFrom: _from, createdTo: _to, createdRel: _rel, ...filters } = reported.filters;
  // The last second is included in full, as in a search; shifted by its end, a month's last day meets a longer month's.
  const end = new Date(Date.parse(to ?? ctx.now.toISOString()) + 1_000).toISOString();
  const at = (instant: string) =>
    sql`((${instant}::timestamptz at time zone ${ctx.timeZone}) - ${interval(shift)}) at time zone ${ctx.timeZone}`;
  return and(
    reportedOrders(ctx, { ...reported, filters }),
    sql`${orders.createdAt} >= ${at(from)}`,
    sql`${orders.createdAt} < ${at(end)}`,
  ) as SQL;
}

/** How far before the reported time the one lies that it follows; null when it has no beginning. */
export function shiftToPrevious(ctx: ListContext, reported: Reported): Shift | null {
  const { from, to } = createdRange(ctx, reported);
  if (from === null) return null;
  // Products and brands aren't divided into periods.
  const { reportType, interval: chosen } = reported.viewOptions;
  const divided = reportType === 'REVENUE' ? chosen : 'DAY';
  return shiftBefore({ from, to: to ?? ctx.now.toISOString() }, divided, ctx.timeZone);
}

/** As PostgreSQL's interval. */
export const interval = ({ days, months }: Shift): SQL =>
  sql`make_interval(months => ${months}::int, days => ${days}::int)`;

import { addDays, dayOf, startOfDay } from '../../domain/dates';
import { ACTIVE_STATUSES } from '../../domain/orders/status';
import type { Split } from '../../domain/reports/view';
import { type Asked, type Reader, ZONE } from './subjects';

const KEYS: Record<Exclude<Split, 'NONE' | 'BRAND'>, string> = {
  STATUS: 'o.status',
  CUSTOMER: 'o.customer_name',
  SALES_REP: `(select string_agg(rep.org_user_id::text, ',' order by rep.org_user_id) from order_sales_reps rep
    where rep.org_id = o.org_id and rep.order_id = o.id)`,
};

/**
 * The SQL one would write first for a report's figures, each as a statement of its own, without names; PostgreSQL and
 * DuckDB both understand it.
 */
export function plainSql({ membership: { orgId } }: Reader, { filters, viewOptions }: Asked, now: Date): string[] {
  const { reportType, interval, split } = viewOptions;
  const today = dayOf(now, ZONE);
  const from = filters.createdFrom ?? today;
  const days = Math.round((Date.parse(today) - Date.parse(from)) / 86_400_000) + 1;
  const statuses = ACTIVE_STATUSES.filter((status) => filters.statuses?.includes(status) ?? true);
  const lines = `orders o join order_line_items line on line.org_id = ${orgId} and line.order_id = o.id`;
  /** The orders created as many days before. */
  const chosen = (
    before: number,
  ) => `o.org_id = ${orgId} and o.status in (${statuses.map((status) => `'${status}'`).join(', ')})
    and o.created_at >= '${startOfDay(addDays(from, -before), ZONE)}'
    and o.created_at < '${startOfDay(addDays(today, 1 - before), ZONE)}'`;
  if (reportType === 'REVENUE') {
    const period = (before: number) =>
      `date_trunc('${interval}', (o.created_at at time zone '${ZONE}') + interval '${before} days')`;
    const eras = [0, days, 365].map(
      (before) =>
        `select ${period(before)}, sum(o.total_usd), count(*) from orders o where ${chosen(before)} group by 1`,
    );
    if (split === 'NONE') return eras;
    const [of, key, total] =
      split === 'BRAND' ? [lines, 'line.brand_id', 'line.total_usd'] : ['orders o', KEYS[split], 'o.total_usd'];
    const parts = `select ${period(0)}, ${key}, sum(${total}) from ${of} where ${chosen(0)} group by 1, 2`;
    const discounts = `select ${period(0)}, sum(o.order_discount_usd) from orders o where ${chosen(0)} group by 1`;
    return split === 'BRAND' ? [...eras, parts, discounts] : [...eras, parts];
  }
  const id = reportType === 'PRODUCTS_SOLD' ? 'line.product_id' : 'line.brand_id';
  const counts =
    'sum(line.total_usd), count(distinct o.id), count(distinct o.customer_id), count(distinct line.product_id)';
  return [
    `select ${id}, ${counts} from ${lines} where ${chosen(0)} group by 1`,
    `select ${counts} from ${lines} where ${chosen(0)}`,
    ...[0, days].map(
      (before) => `select ${id}, line.base_unit, sum(line.base_quantity), sum(line.total_usd) from ${lines}
        where ${chosen(before)} group by 1, 2`,
    ),
  ];
}

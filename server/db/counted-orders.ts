import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { orderLineItems, orderPortions, orders } from './schema';

const COLUMNS = Object.entries(getTableColumns(orders)).map(([field, { name }]) => ({
  field,
  name: sql.identifier(name),
}));

/** What an order counts, and its discount, of `countedOrders`. */
export const COUNTED = { totalUsd: sql`orders.counted_usd`, orderDiscountUsd: sql`orders.counted_discount_usd` };
/** Joins lines to `countedOrders`: each counts with the part it was first ordered with. */
export const COUNTED_WITH = sql`coalesce(${orderLineItems.orderedAt}, orders.placed_at) = ${orders.createdAt}`;

/**
 * An organization's orders as `orders`, for a `from`: one that was merged once for each day its lines were first ordered on,
 * with what they come to, so that merging changes no report of the time before. All else is the whole order's.
 */
export function countedOrders(orgId: number): SQL {
  const columns = (createdAt: SQL) =>
    sql.join(
      COLUMNS.map(({ field, name }) => (field === 'createdAt' ? sql`${createdAt} as ${name}` : sql`placed.${name}`)),
      sql`, `,
    );
  return sql`(
    select ${columns(sql`placed.created_at`)}, placed.created_at as placed_at, placed.total_usd as counted_usd,
           placed.order_discount_usd as counted_discount_usd
      from ${orders} placed
     where placed.org_id = ${orgId} and not exists (
           select from ${orderPortions} portion where portion.org_id = ${orgId} and portion.order_id = placed.id)
     union all
    select ${columns(sql`portion.ordered_at`)}, placed.created_at, portion.total_usd, portion.order_discount_usd
      from ${orderPortions} portion
      join ${orders} placed on placed.org_id = ${orgId} and placed.id = portion.order_id
     where portion.org_id = ${orgId}) orders`;
}

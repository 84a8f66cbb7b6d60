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
  return sql`(${sql.join(selectsOf(orgId), sql` union all `)}) orders`;
}

/**
 * The same in two, for whoever adds up each and then both: those that count whole, which are most and are summed from an
 * index alone, and the parts of merged ones.
 */
export const countedApart = (orgId: number): SQL[] => selectsOf(orgId).map((select) => sql`(${select}) orders`);

function selectsOf(orgId: number): [whole: SQL, inParts: SQL] {
  const columns = (createdAt: SQL) =>
    sql.join(
      COLUMNS.map(({ field, name }) => (field === 'createdAt' ? sql`${createdAt} as ${name}` : sql`placed.${name}`)),
      sql`, `,
    );
  // "not in" is looked up in a table made once; "not exists" would be joined for each period of a report.
  return [
    sql`
    select ${columns(sql`placed.created_at`)}, placed.created_at as placed_at, placed.total_usd as counted_usd,
           placed.order_discount_usd as counted_discount_usd
      from ${orders} placed
     where placed.org_id = ${orgId} and placed.id not in (
           select portion.order_id from ${orderPortions} portion where portion.org_id = ${orgId})`,
    sql`
    select ${columns(sql`portion.ordered_at`)}, placed.created_at as placed_at, portion.total_usd as counted_usd,
           portion.order_discount_usd as counted_discount_usd
      from ${orderPortions} portion
      join ${orders} placed on placed.org_id = ${orgId} and placed.id = portion.order_id
     where portion.org_id = ${orgId}`,
  ];
}

import { type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../domain/orders/status';
import type { Db } from '../db/client';
import { orderLineItems, orderPortions, orders, soldLines } from '../db/schema';

/**
 * Writes what reports read of lines; `from` has the lines as `line` and their orders as `placed`, both of that
 * organization. It belongs to the statement or transaction that writes the lines.
 */
export function insertSoldLines(orgId: SQL, from: SQL): SQL {
  return sql`
    insert into ${soldLines} (org_id, created_at, order_id, company_id, customer_id, status, position, product_id, brand_id,
                              is_first_of_product, is_first_of_brand, base_unit, base_quantity, total_usd)
    select ${orgId}, coalesce(line.ordered_at, placed.created_at), placed.id, placed.company_id, placed.customer_id,
           placed.status, row_number() over (partition by placed.id, line.ordered_at order by line.position) - 1,
           line.product_id, line.brand_id, line.is_first_of_product, line.is_first_of_brand, line.base_unit,
           line.base_quantity, line.total_usd
      from ${from}`;
}

/** The same for the lines of all orders there are, or of one, once they are written. */
export function soldLinesOf(order?: Pick<Placed, 'orgId' | 'id'>): SQL {
  const joined = sql`${orders} placed join ${orderLineItems} line on line.org_id = placed.org_id and line.order_id = placed.id`;
  const one = order ? sql` where placed.org_id = ${order.orgId} and placed.id = ${order.id}` : sql``;
  return insertSoldLines(sql`line.org_id`, sql`${joined}${one}`);
}

type Placed = Pick<typeof orders.$inferSelect, 'orgId' | 'id' | 'createdAt'>;

/** Gives the lines of an organization's orders their new status, in the transaction that changes it. */
export async function moveSoldLines(
  db: Db,
  orgId: number,
  placed: readonly Pick<Placed, 'id' | 'createdAt'>[],
  status: OrderStatus,
): Promise<void> {
  const ids = sql.param(placed.map(({ id }) => id));
  const times = sql.param(placed.map(({ createdAt }) => createdAt.toISOString()));
  await db.execute(sql`
    update ${soldLines} set status = ${status}
      from (select placed.id, placed.created_at from unnest(${ids}::bigint[], ${times}::timestamptz[]) as placed (id, created_at)
             union
            select portion.order_id, portion.ordered_at from ${orderPortions} portion
             where portion.org_id = ${orgId} and portion.order_id = any (${ids}::bigint[])) placed
     where sold_lines.org_id = ${orgId} and sold_lines.created_at = placed.created_at and sold_lines.order_id = placed.id`);
}

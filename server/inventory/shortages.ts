import { sql } from 'drizzle-orm';
import { MOST_ORDERS_TOLD } from '../../domain/inventory/package-story';
import type { reconciliation as contract } from '../../domain/inventory/reconciliation-contract';
import { MOST_SHORTAGES, type Shortage } from '../../domain/inventory/shortage';
import { orders, products } from '../db/schema';
import { listedProducts, visibleOrders } from '../db/visibility';
import type { Verb } from '../implement';

type Found = Omit<Shortage, 'orders' | 'orderCount'>;
type Kept = Shortage['orders'][number] & { productId: number; orderCount: number };

/** Products of which orders keep more than is on hand, but for those sold on backorder; the shortest first. */
export const listShortages: Verb<typeof contract.shortages> = async ({ db, membership }) => {
  const { orgId } = membership;
  const { rows: short } = await db.execute<Found>(sql`
    select ${products.id} as "productId", ${products.name}, ${products.unitOfMeasure} as "unitOfMeasure",
           held.quantity, held.reserved, trim_scale(held.reserved - held.quantity) as missing
      from ${products} join product_stock held on held.org_id = ${orgId} and held.product_id = ${products.id}
     where ${listedProducts(membership)}
       and held.reserved > held.quantity
       and ${products.inventoryManagement} <> 'UNLIMITED' and ${products.listingState} <> 'BACKORDER'
     order by held.reserved - held.quantity desc, ${products.id} limit ${MOST_SHORTAGES}`);
  if (short.length === 0) return [];
  const ids = sql.param(short.map(({ productId }) => productId));
  const { rows: kept } = await db.execute<Kept>(sql`
    with kept as (
      select movement.product_id, movement.order_id, sum(movement.reserved_delta) as quantity from stock_movements movement
       where movement.org_id = ${orgId} and movement.product_id = any (${ids}::bigint[]) and movement.order_id is not null
       group by 1, 2 having sum(movement.reserved_delta) > 0)
    select kept.product_id as "productId", ${orders.id}, ${orders.orderNumber} as "orderNumber",
           ${orders.customerName} as "customerName", ${orders.status}, trim_scale(kept.quantity) as quantity,
           (select count(*)::int from kept other where other.product_id = kept.product_id) as "orderCount"
      from kept left join ${orders} on ${orders.orgId} = ${orgId} and ${orders.id} = kept.order_id and ${visibleOrders(membership)}
     order by ${orders.createdAt} desc nulls last, ${orders.id} desc`);
  const byProduct = Map.groupBy(kept, ({ productId }) => Number(productId));
  return short.map((one) => {
    const of = byProduct.get(Number(one.productId)) ?? [];
    const seen = of.filter(({ id }) => id !== null).slice(0, MOST_ORDERS_TOLD);
    return {
      ...one,
      orders: seen.map(({ productId: _, orderCount: __, ...order }) => order),
      orderCount: of[0]?.orderCount ?? 0,
    };
  });
};

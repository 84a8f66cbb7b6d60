import { sql } from 'drizzle-orm';
import { MOST_ORDERS_TOLD } from '../../../domain/inventory/packages/package-story';
import type { reconciliation as contract } from '../../../domain/inventory/reconciliation/contract';
import { MOST_SHORTAGES, NEVER_SHORT, type Shortage } from '../../../domain/inventory/shortage';
import { isOneOf } from '../../db/page';
import { orders, products } from '../../db/schema';
import { listedProducts, visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { reservedForOrders } from './reserved-for-orders';

type Found = Omit<Shortage, 'orders' | 'orderCount'>;
type Kept = Shortage['orders'][number] & { productId: number; orderCount: number };

/** Products of which orders keep more than is on hand, but for those sold on backorder; the shortest first. */
export const listShortages: Verb<typeof contract.shortages> = async ({ db, membership }) => {
  const { orgId } = membership;
  const { rows: short } = await db.execute<Found>(sql`
    select ${products.id} as "productId", ${products.name}, ${products.unitOfMeasure} as "unitOfMeasure",
           held.quantity, trim_scale(held.reserved - coalesce(held.set_aside, 0)) as reserved,
           trim_scale(held.reserved - coalesce(held.set_aside, 0) - held.quantity) as missing
      from ${products} join product_stock held on held.org_id = ${orgId} and held.product_id = ${products.id}
     where ${listedProducts(membership)}
       and held.reserved - coalesce(held.set_aside, 0) > held.quantity
       and not ${isOneOf(products.inventoryManagement, NEVER_SHORT.modes)} and not ${isOneOf(products.listingState, NEVER_SHORT.statuses)}
     order by held.reserved - coalesce(held.set_aside, 0) - held.quantity desc, ${products.id} limit ${MOST_SHORTAGES}`);
  if (short.length === 0) return [];
  const ids = short.map(({ productId }) => productId);
  const { rows: kept } = await db.execute<Kept>(sql`
    with kept as (${reservedForOrders(orgId, ids)})
    select kept.product_id as "productId", ${orders.id}, ${orders.orderNumber} as "orderNumber",
           ${orders.customerName} as "customerName", ${orders.status}, kept.quantity,
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

import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import { type Leaving, MOST_LEAVING } from '../../../domain/inventory/leaving';
import type { reconciliation as contract } from '../../../domain/inventory/reconciliation/contract';
import { compare } from '../../../domain/money';
import { TAKEN_STATUSES } from '../../../domain/orders/stock';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { orders, products } from '../../db/schema';
import { visibleOrders, visibleProducts } from '../../db/visibility';
import type { Verb } from '../../implement';
import { markLeft as markStockLeft } from '../stock/departures';

/** What fulfilled orders the caller sees keep of products that follow the tracking system, the oldest order first. */
export const listLeaving: Verb<typeof contract.leaving> = (ctx) => leavingOf(ctx);

/** Says that what an order keeps has left. Nothing happens when it isn’t fulfilled or keeps nothing. NOT_FOUND. */
export const markLeft: Verb<typeof contract.markLeft> = async (ctx, { body: { productId, orderId } }) => {
  const { db, membership, now } = ctx;
  const [order] = await db
    .select({ orderNumber: orders.orderNumber, isTaken: sql<boolean>`${isTaken}` })
    .from(orders)
    .where(and(eq(orders.orgId, membership.orgId), eq(orders.id, orderId), visibleOrders(membership)));
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), visibleProducts(membership)));
  if (order === undefined) throw notFound('Order');
  if (product === undefined) throw notFound('Product');
  const left = order.isTaken ? await markStockLeft(ctx, membership.orgId, { orderId, productId }, now) : '0';
  if (compare(left, 0) > 0) {
    const { orderNumber } = order;
    await ctx.audit({ id: productId, before: { keptFor: orderNumber, quantity: left }, after: { keptFor: null } });
    await ctx.publish({ topic: 'products', kind: 'changed', id: productId, orgIds: [membership.orgId] });
  }
  return leavingOf(ctx);
};

const isTaken = isOneOf(orders.status, [...TAKEN_STATUSES]);

/**
 * Reads the ledger of products that the caller sees and that keep something, of fulfilled orders they see, and no more:
 * the ledger of years is long, and what is kept lies in few of it.
 */
async function leavingOf({ db, membership }: Ctx): Promise<Leaving[]> {
  const { orgId } = membership;
  const { rows } = await db.execute<Omit<Leaving, 'order'> & Leaving['order'] & { orderId: number }>(sql`
    with keeping as materialized (
      select ${products.id}, ${products.name}, ${products.unitOfMeasure}
        from ${products}
        join product_stock held on held.org_id = ${orgId} and held.product_id = ${products.id} and held.reserved > 0
       where ${products.orgId} = ${orgId} and ${products.inventoryManagement} = 'METRC' and ${visibleProducts(membership)})
    select keeping.id as "productId", keeping.name, keeping.unit_of_measure as "unitOfMeasure",
           ${orders.id} as "orderId", ${orders.orderNumber} as "orderNumber", ${orders.customerName} as "customerName",
           ${orders.status}, trim_scale(kept.quantity) as quantity
      from keeping
      cross join lateral (
        select movement.order_id, sum(movement.reserved_delta) as quantity
          from stock_movements movement
         where movement.org_id = ${orgId} and movement.product_id = keeping.id and movement.order_id is not null
         group by 1 having sum(movement.reserved_delta) > 0) as kept
      join ${orders} on ${orders.orgId} = ${orgId} and ${orders.id} = kept.order_id
     where ${isTaken} and ${visibleOrders(membership)}
     order by ${orders.id}, keeping.id limit ${MOST_LEAVING}`);
  return rows.map(({ productId, name, unitOfMeasure, orderId: id, orderNumber, customerName, status, quantity }) => ({
    productId,
    name,
    unitOfMeasure,
    order: { id, orderNumber, customerName, status, quantity },
  }));
}

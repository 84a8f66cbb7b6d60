import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { type boughtBefore as contract, MOST_BOUGHT } from '../../domain/directory/bought-contract';
import { notFound } from '../../domain/errors';
import type { Db } from '../db/client';
import { orderLineItems, orders } from '../db/schema';
import { seesAgreedPrices, visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { findListed } from './menu';

/** Orders that say what somebody usually buys. */
const LATEST = 200;

export type Bought = { brandIds: number[]; productIds: number[] };
const NOTHING: Bought = { brandIds: [], productIds: [] };

/** The brands and products of the latest orders the caller placed or sees, to show those first. */
export async function readBought(db: Db, membership: Membership | null): Promise<Bought> {
  if (membership === null || !seesAgreedPrices(membership)) return NOTHING;
  const latest = db
    .select({ orgId: orders.orgId, id: orders.id })
    .from(orders)
    .where(visiblePurchaseOrders(membership))
    .orderBy(desc(orders.createdAt))
    .limit(LATEST)
    .as('latest');
  const rows = await db
    .selectDistinct({ productId: orderLineItems.productId, brandId: orderLineItems.brandId })
    .from(orderLineItems)
    .innerJoin(latest, sql`${latest.orgId} = ${orderLineItems.orgId} and ${latest.id} = ${orderLineItems.orderId}`);
  return {
    brandIds: [...new Set(rows.map(({ brandId }) => brandId))],
    productIds: rows.map(({ productId }) => productId),
  };
}

/** The latest purchases of a product that the caller sees, cancelled and rejected ones left out. NOT_FOUND off the menu. */
export const listPurchases: Verb<typeof contract.product> = async (
  { db, membership },
  { params: { id, productId } },
) => {
  const orgId = await findListed(db, id, productId);
  if (orgId === undefined) throw notFound('Product');
  const rows = await db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      placed: orders.createdAt,
      quantity: orderLineItems.quantity,
      unitOfMeasure: orderLineItems.unitOfMeasure,
      unitPrice: orderLineItems.orderedUnitPrice,
    })
    .from(orderLineItems)
    .innerJoin(orders, and(eq(orders.orgId, orgId), eq(orders.id, orderLineItems.orderId)))
    .where(
      and(
        eq(orderLineItems.orgId, orgId),
        eq(orderLineItems.productId, productId),
        visiblePurchaseOrders(membership),
        notInArray(orders.status, ['CANCELLED', 'REJECTED']),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orderLineItems.id))
    .limit(MOST_BOUGHT);
  return rows.map(({ id: orderId, orderNumber, placed, ...line }) => ({
    order: { id: orderId, orderNumber },
    placed: placed.toISOString(),
    ...line,
  }));
};

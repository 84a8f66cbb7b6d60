import { and, asc, eq } from 'drizzle-orm';
import type { accountingMappings as contract } from '../../../domain/accounting/mapping-contract';
import { notFound } from '../../../domain/errors';
import { orderLineItems, orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findConnection } from '../find-connection';
import { readMappings } from './search-mappings';

/** The customer and products of an order the caller may see, with their records in the books. NOT_FOUND. */
export const readOrderMappings: Verb<typeof contract.ofOrder> = async (ctx, { params, query }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const connection = await findConnection(ctx, params.companyId);
  const [order] = await db
    .select({ id: orders.id, customerId: orders.customerId, orderSource: orders.orderSource })
    .from(orders)
    .where(and(eq(orders.id, params.orderId), eq(orders.companyId, params.companyId), visibleOrders(membership)));
  if (order === undefined || (query.orderSource !== undefined && query.orderSource !== order.orderSource))
    throw notFound('Order');
  const lines = await db
    .selectDistinct({ productId: orderLineItems.productId })
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), eq(orderLineItems.orderId, order.id)))
    .orderBy(asc(orderLineItems.productId));
  const [customer] = await readMappings(ctx, 'customers', [order.customerId]);
  const products = await readMappings(
    ctx,
    'products',
    lines.map(({ productId }) => productId),
  );
  return { connectionId: connection?.id ?? null, customer: customer ?? null, products };
};

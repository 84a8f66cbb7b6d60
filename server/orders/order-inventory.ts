import { and, asc, eq } from 'drizzle-orm';
import { InventoryModeSchema } from '../../domain/catalogue/vocabulary';
import { notFound } from '../../domain/errors';
import { stockNeeds } from '../../domain/orders/entry/needs';
import type { orderInventory as contract } from '../../domain/orders/inventory-contract';
import { OrderStatusSchema } from '../../domain/orders/status';
import { orderLineItems, orders, productStock, products } from '../db/schema';
import { visibleOrders } from '../db/visibility';
import type { Verb } from '../implement';

/** What a sales order needs of each product and can have now; what it holds itself counts as available. NOT_FOUND. */
export const readOrderInventory: Verb<typeof contract.get> = async ({ db, membership }, { params }) => {
  const [order] = await db
    .select({ id: orders.id, orgId: orders.orgId, status: orders.status })
    .from(orders)
    .where(and(eq(orders.id, params.n), visibleOrders(membership)));
  if (order === undefined) throw notFound('Order');
  const lines = await db
    .select({
      productId: orderLineItems.productId,
      productName: orderLineItems.productName,
      baseUnit: orderLineItems.baseUnit,
      baseQuantity: orderLineItems.baseQuantity,
      isBackorder: orderLineItems.isBackorder,
      mode: products.inventoryManagement,
      quantity: productStock.quantity,
      reserved: productStock.reserved,
    })
    .from(orderLineItems)
    .innerJoin(products, and(eq(products.orgId, orderLineItems.orgId), eq(products.id, orderLineItems.productId)))
    .leftJoin(
      productStock,
      and(eq(productStock.orgId, orderLineItems.orgId), eq(productStock.productId, orderLineItems.productId)),
    )
    .where(and(eq(orderLineItems.orgId, order.orgId), eq(orderLineItems.orderId, order.id)))
    .orderBy(asc(orderLineItems.position));
  const byId = new Map(lines.map((line) => [line.productId, line]));
  return stockNeeds(OrderStatusSchema.parse(order.status), lines, (productId) => {
    const line = byId.get(productId);
    return {
      mode: InventoryModeSchema.parse(line?.mode),
      quantity: line?.quantity ?? '0',
      reserved: line?.reserved ?? '0',
    };
  });
};

import { and, eq } from 'drizzle-orm';
import { wantedLines } from '../../../domain/carts/reorder';
import type { reorders as contract } from '../../../domain/carts/reorder-contract';
import { orders } from '../../db/schema';
import { visiblePurchaseOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { loadBuyerOrder } from '../../orders/read-orders';
import { findHead, judgeFill } from './fill-cart';

/**
 * What buying an order again would put in the cart of its license and seller, judged as if it were sent. NOT_FOUND unless
 * the caller sees the order; CONFLICT if its license or seller is gone.
 */
export const previewReorder: Verb<typeof contract.preview> = async (ctx, { params: { orderId } }) => {
  const { db, membership } = ctx;
  const visible = visiblePurchaseOrders(membership);
  const order = await loadBuyerOrder(db, membership, and(eq(orders.id, orderId), visible));
  const head = await findHead(ctx, order.buyerLicense?.id ?? 0, order.sellerCompany.companyId);
  const ids = order.lineItems.map(({ productId }) => productId);
  const { others: _, ...judged } = await judgeFill(ctx, head, ids, {
    wantedOf: (products) => wantedLines(order.lineItems, (id) => products.get(id)?.rules),
  });
  return judged;
};

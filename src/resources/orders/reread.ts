import { orders, purchaseOrders } from '../../../domain/orders/contract';
import type { BuyerOrder, BuyerOrderRow, OrderRow } from '../../../domain/orders/order';
import { call } from '../../providers/call';
import { unlessGone } from '../../providers/call/call-errors';

/** A grid row's current order; null when the reader may no longer see it. */
export async function rereadOrder(row: OrderRow): Promise<OrderRow | null> {
  const order = await unlessGone(call(orders.get, { params: { id: row.id } }, { quiet: true }));
  return order && { ...row, ...changing(order), salesReps: order.salesReps, version: order.version };
}

/** The same for a purchase order of this organization. */
export async function rereadPurchase(orgId: number, row: BuyerOrderRow): Promise<BuyerOrderRow | null> {
  const input = { params: { orderId: row.id }, query: { orgId } };
  const order = await unlessGone(call(purchaseOrders.get, input, { quiet: true }));
  return order && { ...row, ...changing(order) };
}

function changing(order: BuyerOrder) {
  const { status, totalUsd, invoicedUsd, paidUsd, paymentState, shipDate, paymentDueDate, lineItems } = order;
  const lineItemCount = lineItems.length;
  return { status, totalUsd, invoicedUsd, paidUsd, paymentState, shipDate, paymentDueDate, lineItemCount };
}

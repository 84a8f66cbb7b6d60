import { Link } from 'react-router';

export type OrderLinkProps = { order: { id: number; orderNumber: string } };

/** A sales order by its number. */
export function OrderLink({ order }: OrderLinkProps) {
  return <Link to={`/orders/${order.id}`}>{order.orderNumber}</Link>;
}

/** An order by its number, for its buyer. */
export function PurchaseOrderLink({ order }: OrderLinkProps) {
  return <Link to={`/orders/purchases/${order.id}`}>{order.orderNumber}</Link>;
}

import { Link } from 'react-router';

export type OrderLinkProps = { order: { id: number; orderNumber: string } };

/** A link to a sales order by number. */
export function OrderLink({ order }: OrderLinkProps) {
  return <Link to={`/orders/${order.id}`}>{order.orderNumber}</Link>;
}

/** A link to a purchase order by number. */
export function PurchaseOrderLink({ order }: OrderLinkProps) {
  return <Link to={`/orders/purchases/${order.id}`}>{order.orderNumber}</Link>;
}

import { and, eq } from 'drizzle-orm';
import type { purchaseOrders as contract } from '../../domain/orders/contract';
import { orders } from '../db/schema';
import { visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { loadBuyerOrder } from './read-orders';

/** One purchase order the caller may see: without the seller's notes, sales reps, comments and payments. */
export const getPurchaseOrder: Verb<typeof contract.get> = ({ db, membership }, { params, query }) => {
  const ofCompany = query.companyId === undefined ? undefined : eq(orders.buyerCompanyId, query.companyId);
  const ofSource = query.source === undefined ? undefined : eq(orders.orderSource, query.source);
  return loadBuyerOrder(
    db,
    membership,
    and(eq(orders.id, params.orderId), visiblePurchaseOrders(membership), ofCompany, ofSource),
  );
};

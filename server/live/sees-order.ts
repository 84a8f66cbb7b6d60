import { and, eq } from 'drizzle-orm';
import { type Actor, isAllowed } from '../../domain/access/ability';
import { seesEverything } from '../../domain/access/roles';
import type { Db } from '../db/client';
import { orders } from '../db/schema';
import { visibleOrders, visiblePurchaseOrders } from '../db/visibility';

/** Whether a member of either organization may see an order, as seller or buyer. */
export async function seesOrder(db: Db, { membership }: Actor, orderId: number): Promise<boolean> {
  if (!membership) return false;
  const seesAll =
    seesEverything(membership) &&
    isAllowed(membership, 'read', 'BROWSE_ORDERS') &&
    isAllowed(membership, 'read', 'PURCHASE_ORDERS');
  if (seesAll) return true;
  for (const visible of [visibleOrders(membership), visiblePurchaseOrders(membership)]) {
    const found = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), visible));
    if (found.length > 0) return true;
  }
  return false;
}

import { and, asc, eq, getTableColumns, ne } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Quantity, sum } from '../../domain/money';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { cartItems, carts } from '../db/schema';
import { visibleCarts } from '../db/visibility';
import type { CartItemRow } from './cart-basis';
import type { CartRow } from './find-cart';

/**
 * A cart's lines, oldest first, and how much of products is in the buyer company's other carts the member sees, in their
 * units of entry; one query.
 */
export async function loadItemsAndHeld(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  cart: CartRow,
  productIds: readonly number[],
): Promise<{ items: CartItemRow[]; elsewhere: Map<number, Quantity> }> {
  const own = db
    .select()
    .from(cartItems)
    .where(and(eq(cartItems.orgId, membership.orgId), eq(cartItems.cartId, cart.id)));
  const others = db
    .select(getTableColumns(cartItems))
    .from(cartItems)
    .innerJoin(carts, and(eq(carts.orgId, cartItems.orgId), eq(carts.id, cartItems.cartId)))
    .where(
      and(
        visibleCarts(db, membership),
        eq(carts.buyerCompanyId, cart.buyerCompanyId),
        ne(carts.id, cart.id),
        isOneOf(cartItems.productId, productIds),
      ),
    );
  const rows = await unionAll(own, others).orderBy(asc(cartItems.id));
  const elsewhere = new Map<number, Quantity>();
  for (const { cartId, productId, quantity } of rows) {
    if (cartId !== cart.id) elsewhere.set(productId, sum([elsewhere.get(productId) ?? '0', quantity]));
  }
  return { items: rows.filter(({ cartId }) => cartId === cart.id), elsewhere };
}

import { and, eq, ne, sql } from 'drizzle-orm';
import { money, type Quantity } from '../../domain/money';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { cartItems, carts } from '../db/schema';
import { visibleCarts } from '../db/visibility';
import type { CartRow } from './find-cart';

/** How much of products is in the buyer company's other carts the member sees, in their units of entry. */
export async function findHeldElsewhere(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  cart: CartRow,
  productIds: readonly number[],
): Promise<Map<number, Quantity>> {
  const rows = await db
    .select({ productId: cartItems.productId, quantity: sql<string>`sum(${cartItems.quantity})` })
    .from(cartItems)
    .innerJoin(carts, eq(carts.id, cartItems.cartId))
    .where(
      and(
        visibleCarts(db, membership),
        eq(carts.buyerCompanyId, cart.buyerCompanyId),
        ne(carts.id, cart.id),
        isOneOf(cartItems.productId, productIds),
      ),
    )
    .groupBy(cartItems.productId);
  return new Map(rows.map(({ productId, quantity }) => [productId, money(quantity)]));
}

import { and, eq } from 'drizzle-orm';
import type { CartWrapper } from '../../domain/carts/cart';
import type { carts as contract } from '../../domain/carts/contract';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { cartItems, carts } from '../db/schema';
import type { Verb } from '../implement';
import { type CartRow, lockExistingCart, publishChange, removeCart } from './find-cart';
import { loadCart } from './load-carts';
import { upsertItems } from './upsert-items';

export const upsertCartItems: Verb<typeof contract.upsertItems> = async (ctx, { params, body }) =>
  upsertItems(ctx, await lockExistingCart(ctx, params.id), body.items);

export const updateCart: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const before = await lockExistingCart(ctx, params.id);
  await ctx.db
    .update(carts)
    .set({ orderNotes: body.orderNotes, deliveryPreferences: body.deliveryPreferences, updatedAt: ctx.now })
    .where(eq(carts.id, before.id));
  await publishChange(ctx, before);
  await ctx.audit({ id: before.id, before: notesOf(before), after: notesOf(body) });
  return readCart(ctx, before);
};

/** An emptied cart is gone at once for every tab of the buyer. */
export const deleteCart: Verb<typeof contract.remove> = async (ctx, { params, query }) => {
  const cart = await lockExistingCart(ctx, params.id, query.companyId);
  const lines = await ctx.db.select().from(cartItems).where(eq(cartItems.cartId, cart.id));
  await removeCart(ctx, cart);
  await ctx.audit({
    id: cart.id,
    before: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    after: null,
  });
  return { ok: true };
};

export const removeCartItem: Verb<typeof contract.removeItem> = async (ctx, { params }) => {
  const cart = await lockExistingCart(ctx, params.id);
  const [removed] = await ctx.db
    .delete(cartItems)
    .where(and(eq(cartItems.id, params.itemId), eq(cartItems.cartId, cart.id)))
    .returning();
  if (!removed) throw notFound('Item');
  const { productId, quantity } = removed;
  await ctx.audit({ id: cart.id, before: [{ productId, quantity }], after: null });
  const after = await loadCart(ctx, eq(carts.id, cart.id));
  const isEmpty = after === null || after.lines.length === 0;
  await (isEmpty ? removeCart(ctx, cart) : publishChange(ctx, cart));
  return { cart: isEmpty ? null : after.wrapper };
};

const notesOf = ({ orderNotes, deliveryPreferences }: Pick<CartRow, 'orderNotes' | 'deliveryPreferences'>) => ({
  orderNotes,
  deliveryPreferences,
});

async function readCart(ctx: Ctx, { id }: CartRow): Promise<CartWrapper> {
  const cart = await loadCart(ctx, eq(carts.id, id));
  if (!cart) throw notFound('Cart');
  return cart.wrapper;
}

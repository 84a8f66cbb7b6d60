import { and, eq } from 'drizzle-orm';
import type { carts as contract, NotesChange } from '../../domain/carts/contract';
import { clashingNotes, describeNotesClash } from '../../domain/carts/notes';
import { DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { cartItems, carts } from '../db/schema';
import type { Verb } from '../implement';
import { type CartItemRow, loadItems } from './cart-basis';
import { changerOf } from './changer-of';
import { type CartRow, finishChange, lockExistingCart, lockOpenCart, publishChange, removeCart } from './find-cart';
import { loadCart } from './read-carts';
import { upsertItems } from './upsert-items';

export const upsertCartItems: Verb<typeof contract.upsertItems> = async (ctx, { params, body }) =>
  (await upsertItems(ctx, await lockExistingCart(ctx, params.id), body.items)).results;

export const updateCart: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const head = await lockOpenCart(ctx, params.id);
  await assertNotesKnown(ctx, head.cart, body);
  const [cart] = await ctx.db
    .update(carts)
    .set({ orderNotes: body.orderNotes, deliveryPreferences: body.deliveryPreferences, updatedAt: ctx.now })
    .where(and(eq(carts.orgId, head.cart.orgId), eq(carts.id, head.cart.id)))
    .returning();
  if (!cart) throw notFound('Cart');
  await publishChange(ctx, cart);
  await ctx.audit({ id: cart.id, before: notesOf(head.cart), after: notesOf(cart) });
  return (await loadCart(ctx, { ...head, cart })).wrapper;
};

/** CONFLICT, at its field, for notes that a colleague has changed since they were read. */
async function assertNotesKnown(ctx: Ctx, cart: CartRow, change: NotesChange): Promise<void> {
  const clashing = clashingNotes(cart, change);
  const told = await Promise.all(
    clashing.map(async (field) => {
      const read = (state: unknown) => (state as Partial<Record<string, unknown>> | null)?.[field];
      return [field, describeNotesClash(await changerOf(ctx, cart, read))] as const;
    }),
  );
  const [first] = told;
  if (first) throw new DomainError('CONFLICT', first[1], { fields: Object.fromEntries(told) });
}

/** Publishes an emptied cart, so it disappears in all of the buyer's tabs. */
export const deleteCart: Verb<typeof contract.remove> = async (ctx, { params, query }) => {
  const head = await lockOpenCart(ctx, params.id, query.companyId);
  const items = await loadItems(ctx.db, [head]);
  await removeCart(ctx, head.cart);
  await ctx.audit({ id: head.cart.id, before: items.map(lineOf), after: null });
  return { ok: true };
};

export const removeCartItem: Verb<typeof contract.removeItem> = async (ctx, { params }) => {
  const head = await lockOpenCart(ctx, params.id);
  const before = await loadItems(ctx.db, [head]);
  const removed = before.find(({ id }) => id === params.itemId);
  if (!removed) throw notFound('Item');
  await ctx.db.delete(cartItems).where(and(eq(cartItems.orgId, head.cart.orgId), eq(cartItems.id, removed.id)));
  await ctx.audit({ id: head.cart.id, before: [lineOf(removed)], after: null });
  const items = before.filter((item) => item !== removed);
  return { cart: await finishChange(ctx, await loadCart(ctx, head, { items })) };
};

const lineOf = ({ productId, quantity }: CartItemRow) => ({ productId, quantity });

const notesOf = ({ orderNotes, deliveryPreferences }: Pick<CartRow, 'orderNotes' | 'deliveryPreferences'>) => ({
  orderNotes,
  deliveryPreferences,
});

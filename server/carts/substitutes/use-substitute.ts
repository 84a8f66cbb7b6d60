import { and, eq, lt } from 'drizzle-orm';
import type { CartWrapper } from '../../../domain/carts/cart';
import type { substitutes as contract } from '../../../domain/carts/substitutes-contract';
import { DomainError, notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { lockRow, returnedRow } from '../../db/rows';
import { cartItems, cartSubstitutions, carts } from '../../db/schema';
import type { Verb } from '../../implement';
import { type CartHead, loadItems } from '../cart-basis';
import { findOrMakeCart } from '../create-cart';
import { lockOpenCart, publishChange } from '../find-cart';
import { loadCart } from '../read-carts';
import { upsertItems } from '../upsert-items';

/** How long a substitution can be undone. */
const UNDO_MS = 3_600_000;

type Changed = { id: number; cart: CartWrapper | null };

/**
 * Replaces a cart's line. What replaces it goes in the cart of its own seller, which is made if there is none. NOT_FOUND
 * for a cart or line that isn't there, CONFLICT with the reason where the other product can't be ordered so, or a
 * cart waits for approval.
 */
export const replaceBySubstitute: Verb<typeof contract.use> = async (ctx, { params, body }) => {
  const { db, membership, now } = ctx;
  const head = await lockOpenCart(ctx, params.id);
  const { orgId, buyerCompanyId, buyerLicenseId, sellerCompanyId, orderNotes, deliveryPreferences } = head.cart;
  const items = await loadItems(db, [head]);
  const line = items.find(({ id }) => id === params.itemId);
  if (line === undefined) throw notFound('Item');
  if (line.productId === body.productId) throw new DomainError('CONFLICT', 'Choose another product.');
  const wanted = { productId: body.productId, quantity: body.quantity };
  const gone = { productId: line.productId, quantity: '0' };
  const isSame = body.sellerCompanyId === sellerCompanyId;
  const target = isSame
    ? head
    : await findOrMakeCart(ctx, { companyId: buyerCompanyId, buyerLicenseId, sellerCompanyId: body.sellerCompanyId });
  const before = isSame ? items : await loadItems(db, [target]);
  const known = before.find(({ productId }) => productId === body.productId);
  const put = await upsertItems(ctx, target, isSame ? [wanted, gone] : [wanted]);
  const refusal = put.results[0]?.message;
  if (refusal) throw new DomainError('CONFLICT', refusal);
  const changed: Changed[] = [{ id: target.cart.id, cart: put.cart }];
  if (!isSame) changed.push({ id: head.cart.id, cart: (await upsertItems(ctx, head, [gone])).cart });
  const own = eq(cartSubstitutions.orgId, orgId);
  await db
    .delete(cartSubstitutions)
    .where(and(own, lt(cartSubstitutions.createdAt, new Date(now.getTime() - 24 * UNDO_MS))));
  const made = returnedRow(
    await db
      .insert(cartSubstitutions)
      .values({
        orgId,
        orgUserId: membership.orgUserId,
        buyerCompanyId,
        buyerLicenseId,
        sellerCompanyId,
        productId: line.productId,
        quantity: line.quantity,
        notes: line.notes,
        expectedUnitMultiplier: line.expectedUnitMultiplier,
        orderNotes,
        deliveryPreferences,
        toCompanyId: body.sellerCompanyId,
        toProductId: body.productId,
        toQuantityBefore: known?.quantity ?? null,
        createdAt: now,
      })
      .returning({ id: cartSubstitutions.id }),
  );
  return { id: made.id, carts: changed };
};

/**
 * Puts a replaced line back, even one that can't be ordered now, and takes out what replaced it. NOT_FOUND for another
 * person's, CONFLICT when it is too late or was undone.
 */
export const undoSubstitution: Verb<typeof contract.undo> = async (ctx, { params }) => {
  const { db, membership, now } = ctx;
  const { orgId, orgUserId } = membership;
  const mine = and(
    eq(cartSubstitutions.orgId, orgId),
    eq(cartSubstitutions.orgUserId, orgUserId),
    eq(cartSubstitutions.id, params.id),
  );
  const kept = await lockRow(db, cartSubstitutions, mine, 'Substitution');
  if (kept.undoneAt !== null || now.getTime() - kept.createdAt.getTime() > UNDO_MS)
    throw new DomainError('CONFLICT', 'It’s too late to undo this. Change your cart instead.');
  await db.update(cartSubstitutions).set({ undoneAt: now }).where(mine);
  const { buyerCompanyId: companyId, buyerLicenseId, sellerCompanyId, toCompanyId, toProductId } = kept;
  const target = await findOrMakeCart(ctx, { companyId, buyerLicenseId, sellerCompanyId: toCompanyId });
  const isSame = toCompanyId === sellerCompanyId;
  const from = isSame ? target : await findOrMakeCart(ctx, { companyId, buyerLicenseId, sellerCompanyId });
  for (const { cart } of [from, target]) await lockOpenCart(ctx, cart.id);
  await putBack(ctx, from, kept);
  // With the notes that came back.
  const restored = await lockOpenCart(ctx, from.cart.id);
  const taken = await upsertItems(ctx, isSame ? restored : target, [
    { productId: toProductId, quantity: kept.toQuantityBefore ?? '0' },
  ]);
  const changed: Changed[] = [{ id: target.cart.id, cart: taken.cart }];
  if (!isSame) changed.push({ id: from.cart.id, cart: await reload(ctx, restored) });
  return { id: kept.id, carts: changed };
};

async function putBack(
  { db, audit }: Ctx,
  { cart }: CartHead,
  kept: typeof cartSubstitutions.$inferSelect,
): Promise<void> {
  const { productId, quantity, notes, expectedUnitMultiplier, orderNotes, deliveryPreferences } = kept;
  await db
    .insert(cartItems)
    .values({ orgId: cart.orgId, cartId: cart.id, productId, quantity, notes, expectedUnitMultiplier })
    .onConflictDoNothing();
  // A cart that went with its line comes back with its notes.
  await db
    .update(carts)
    .set({ orderNotes, deliveryPreferences })
    .where(
      and(
        eq(carts.orgId, cart.orgId),
        eq(carts.id, cart.id),
        eq(carts.orderNotes, ''),
        eq(carts.deliveryPreferences, ''),
      ),
    );
  await audit({ id: cart.id, before: null, after: [{ productId, quantity, notes }] });
}

async function reload(ctx: Ctx, head: CartHead): Promise<CartWrapper> {
  await publishChange(ctx, head.cart);
  return (await loadCart(ctx, head)).wrapper;
}

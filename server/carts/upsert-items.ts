import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CartItemResult, CartItemUpsert, CartWrapper } from '../../domain/carts/cart';
import { findEntryError, findFullError, isListed } from '../../domain/carts/line-error';
import { isEqual } from '../../domain/money';
import { loadProductRows, type ProductRow, toMenuProduct, toQuantityProduct } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { cartItems, carts, products } from '../db/schema';
import { priceProducts } from '../pricing/load-prices';
import { type CartRow, publishChange, removeCart } from './find-cart';
import { findHeldElsewhere } from './held-elsewhere';
import { findSellerError, loadCart, loadHeads } from './load-carts';

type ItemResult = z.infer<typeof CartItemResult>;
type CartItemRow = typeof cartItems.$inferSelect;

/** What becomes of one item sent. */
type Outcome = { item: CartItemUpsert } & (
  | { kind: 'refused'; message: string }
  | { kind: 'removed' }
  | { kind: 'kept'; expectedUnitMultiplier: string }
);

/**
 * Sets lines of a cart to the quantities sent, each by itself: what the rules refuse stays as it was and says why. A
 * quantity of 0 removes the line, and the cart goes with its last one. The cart's row is locked by the caller.
 */
export async function upsertItems(
  ctx: Ctx,
  cart: CartRow,
  items: readonly CartItemUpsert[],
): Promise<{ cart: CartWrapper | null; results: ItemResult[] }> {
  const { db } = ctx;
  const rows = await loadProductRows(
    db,
    and(inArray(products.id, productIds(items)), eq(products.companyId, cart.sellerCompanyId)),
  );
  const before = await db.select().from(cartItems).where(eq(cartItems.cartId, cart.id));
  const [head] = await loadHeads(db, eq(carts.id, cart.id));
  const sellerError = head ? findSellerError(head, ctx.membership) : null;
  const elsewhere = await findHeldElsewhere(ctx, cart, productIds(items));
  const outcomes = decideAll(items, { rows, before, elsewhere, sellerError });
  await write(db, cart, outcomes, before);

  const after = await loadCart(ctx, eq(carts.id, cart.id));
  const isEmpty = after === null || after.lines.length === 0;
  await (isEmpty ? removeCart(ctx, cart) : publishChange(ctx, cart));
  await ctx.audit({
    id: cart.id,
    before: before.map(toAudit),
    after: isEmpty ? null : after.lines.map(({ item }) => toAudit(item)),
  });
  const prices = new Map(after?.lines.map(({ product, price }) => [product.id, price]));
  const unpriced = rows.filter(({ id }) => !prices.has(id));
  for (const [id, price] of await priceProducts(db, unpriced, () => after?.customerId ?? null)) prices.set(id, price);
  return {
    cart: isEmpty ? null : after.wrapper,
    results: outcomes.map((outcome) => {
      const row = rows.find(({ id }) => id === outcome.item.productId);
      const price = row && prices.get(row.id);
      return {
        item: after?.lines.find(({ item }) => item.productId === outcome.item.productId)?.line ?? null,
        product: row && price && isShown(row) ? toMenuProduct(row, price) : null,
        message: outcome.kind === 'refused' ? outcome.message : null,
      };
    }),
  };
}

const productIds = (items: readonly { productId: number }[]) => [...new Set(items.map(({ productId }) => productId))];
const isShown = (row: ProductRow) => !row.brand.disabled && isListed(toQuantityProduct(row));
const toAudit = ({ productId, quantity, notes }: CartItemRow) => ({ productId, quantity, notes });

type Known = {
  rows: readonly ProductRow[];
  before: readonly CartItemRow[];
  /** What the buyer's other carts hold, by product. */
  elsewhere: ReadonlyMap<number, string>;
  sellerError: string | null;
};

/** Each in turn, so that those that no longer fit in the cart are the last ones. */
function decideAll(items: readonly CartItemUpsert[], known: Known): Outcome[] {
  const held = new Set(known.before.map(({ productId }) => productId));
  return items.map((item): Outcome => {
    const outcome = decide(item, known);
    const fullError = outcome.kind === 'kept' && !held.has(item.productId) ? findFullError(held.size) : null;
    if (fullError !== null) return { item, kind: 'refused', message: fullError };
    if (outcome.kind === 'kept') held.add(item.productId);
    if (outcome.kind === 'removed') held.delete(item.productId);
    return outcome;
  });
}

function decide(item: CartItemUpsert, { rows, before, elsewhere, sellerError }: Known): Outcome {
  const line = before.find(({ productId }) => productId === item.productId);
  if (line !== undefined && isEqual(item.quantity, 0)) return { item, kind: 'removed' };
  const row = rows.find(({ id }) => id === item.productId);
  const isShownOrHeld = row !== undefined && (line !== undefined || isShown(row));
  if (!isShownOrHeld) return { item, kind: 'refused', message: 'Product not found' };
  const product = toQuantityProduct(row);
  const expectedUnitMultiplier = item.expectedUnitMultiplier ?? product.unitMultiplier;
  const entry = { product, isBrandDisabled: row.brand.disabled, quantity: item.quantity, expectedUnitMultiplier };
  const message = sellerError ?? findEntryError({ ...entry, inCart: elsewhere.get(row.id) ?? '0' });
  if (message !== null) return { item, kind: 'refused', message };
  return { item, kind: 'kept', expectedUnitMultiplier: String(expectedUnitMultiplier) };
}

/** Of several items for one product the last that is not refused counts. */
async function write(
  db: Db,
  cart: CartRow,
  outcomes: readonly Outcome[],
  before: readonly CartItemRow[],
): Promise<void> {
  const last = new Map(outcomes.flatMap((one) => (one.kind === 'refused' ? [] : [[one.item.productId, one] as const])));
  const decided = [...last.values()];
  const removed = decided.filter(({ kind }) => kind === 'removed').map(({ item }) => item);
  const kept = decided.flatMap((one) => (one.kind === 'kept' ? [one] : []));
  if (removed.length > 0) {
    const gone = inArray(cartItems.productId, productIds(removed));
    await db.delete(cartItems).where(and(eq(cartItems.cartId, cart.id), gone));
  }
  if (kept.length === 0) return;
  const notesOf = (productId: number) => before.find((line) => line.productId === productId)?.notes ?? '';
  await db
    .insert(cartItems)
    .values(
      kept.map(({ item, expectedUnitMultiplier }) => ({
        orgId: cart.orgId,
        cartId: cart.id,
        productId: item.productId,
        quantity: item.quantity,
        notes: item.notes ?? notesOf(item.productId),
        expectedUnitMultiplier,
      })),
    )
    .onConflictDoUpdate({
      target: [cartItems.cartId, cartItems.productId],
      set: {
        quantity: sql`excluded.quantity`,
        notes: sql`excluded.notes`,
        expectedUnitMultiplier: sql`excluded.expected_unit_multiplier`,
      },
    });
}

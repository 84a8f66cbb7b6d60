import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { WAITS } from '../../domain/carts/approvals/approval';
import type { CartItemResult, CartItemUpsert, CartWrapper } from '../../domain/carts/cart';
import { describeClash, findEntryError, findFullError, PRODUCT_UNKNOWN } from '../../domain/carts/line-error';
import { isEqual, money } from '../../domain/money';
import { type ProductRow, toMenuProduct, toQuantityProduct } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { cartItems } from '../db/schema';
import { type CartBasis, type CartHead, type CartItemRow, loadBasis } from './cart-basis';
import { changerOf } from './changer-of';
import { type CartRow, finishChange } from './find-cart';
import { loadItemsAndHeld } from './held-elsewhere';
import { findSellerError, isShown, toLoadedCart } from './read-carts';

type ItemResult = z.infer<typeof CartItemResult>;

/** The result for one item sent. */
type Outcome = { item: CartItemUpsert } & (
  | { kind: 'refused'; message: string }
  | { kind: 'clashed'; quantity: string | null }
  | { kind: 'removed' }
  | { kind: 'kept'; expectedUnitMultiplier: string }
);

/**
 * Sets cart lines to the quantities sent, each on its own: refused ones stay unchanged and say why. A quantity of 0
 * removes the line, and removing the last one deletes the cart. The caller has locked the cart's row.
 */
export async function upsertItems(
  ctx: Ctx,
  head: CartHead,
  asked: readonly CartItemUpsert[],
): Promise<{ cart: CartWrapper | null; results: ItemResult[] }> {
  const { items: before, elsewhere } = await loadItemsAndHeld(ctx, head.cart, productIds(asked));
  const basis = await loadBasis(ctx, [head], [...before, ...asked]);
  const outcomes = decideAll(asked, { products: basis.products, before, elsewhere, stop: findStop(head, basis) });
  const items = await write(ctx.db, head.cart, outcomes, before);
  const after = toLoadedCart(head, items, basis);
  const cart = await finishChange(ctx, after);
  await ctx.audit({ id: head.cart.id, before: before.map(toAudit), after: cart && items.map(toAudit) });
  const lines = new Map(after.lines.map(({ line }) => [line.productId, line]));
  const results = await Promise.all(
    outcomes.map(async (outcome) => {
      const row = basis.products.get(outcome.item.productId);
      return {
        item: lines.get(outcome.item.productId) ?? null,
        product: row && isShown(row) ? toMenuProduct(row, basis.priceOf(head, row)) : null,
        ...(await refusalOf(ctx, head.cart, outcome)),
      };
    }),
  );
  return { cart, results };
}

const productIds = (items: readonly { productId: number }[]) => [...new Set(items.map(({ productId }) => productId))];
const toAudit = ({ productId, quantity, notes }: CartItemRow) => ({ productId, quantity, notes });

type Known = {
  products: ReadonlyMap<number, ProductRow>;
  before: readonly CartItemRow[];
  /** What is in the buyer's other carts, by product. */
  elsewhere: ReadonlyMap<number, string>;
  stop: Stop;
};

/** What refuses every line: all changes while the cart waits, or all that adds to it. */
type Stop = { waits: boolean; sellerError: string | null };

export const findStop = (head: CartHead, basis: CartBasis): Stop => ({
  waits: basis.requestOf(head)?.status === 'WAITING',
  sellerError: findSellerError(head, basis.membership),
});

/** The result of each item sent, in order, so items that no longer fit in the cart are the last ones. */
export function decideAll(items: readonly CartItemUpsert[], known: Known): Outcome[] {
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

function decide(item: CartItemUpsert, { products, before, elsewhere, stop }: Known): Outcome {
  if (stop.waits) return { item, kind: 'refused', message: WAITS };
  const line = before.find(({ productId }) => productId === item.productId);
  if (line !== undefined && isEqual(item.quantity, 0)) return { item, kind: 'removed' };
  const row = products.get(item.productId);
  const isShownOrHeld = row !== undefined && (line !== undefined || isShown(row));
  if (!isShownOrHeld) return { item, kind: 'refused', message: PRODUCT_UNKNOWN };
  const product = toQuantityProduct(row);
  const expectedUnitMultiplier = item.expectedUnitMultiplier ?? product.unitMultiplier;
  const entry = { product, isBrandDisabled: row.brand.disabled, quantity: item.quantity, expectedUnitMultiplier };
  const clash = findClash(item, line);
  if (clash !== null) return { item, ...clash };
  const message = stop.sellerError ?? findEntryError({ ...entry, inCart: elsewhere.get(row.id) ?? '0' });
  if (message !== null) return { item, kind: 'refused', message };
  return { item, kind: 'kept', expectedUnitMultiplier: String(expectedUnitMultiplier) };
}

/** What a colleague has made of a line since its quantity was read; null if nothing, or just what is asked for. */
function findClash({ quantity, knownQuantity }: CartItemUpsert, line: CartItemRow | undefined) {
  const now = line?.quantity ?? '0';
  if (knownQuantity === undefined || isEqual(now, knownQuantity) || isEqual(now, quantity)) return null;
  return { kind: 'clashed' as const, quantity: line ? money(line.quantity) : null };
}

/** Why an item wasn't saved, in words, and for a clash what is there now. */
async function refusalOf(ctx: Ctx, cart: CartRow, outcome: Outcome): Promise<Pick<ItemResult, 'message' | 'clash'>> {
  if (outcome.kind === 'refused') return { message: outcome.message, clash: null };
  if (outcome.kind !== 'clashed') return { message: null, clash: null };
  const by = await changerOf(ctx, cart, quantityOf(outcome.item.productId));
  const { quantity } = outcome;
  return { message: describeClash({ by, quantity }), clash: { by, quantity } };
}

const quantityOf = (productId: number) => (lines: unknown) =>
  Array.isArray(lines)
    ? lines.find((one: { productId?: unknown }) => one.productId === productId)?.quantity
    : undefined;

type Unsaved = Outcome & { kind: 'refused' | 'clashed' };
const isUnsaved = (outcome: Outcome): outcome is Unsaved => outcome.kind === 'refused' || outcome.kind === 'clashed';

/** Of several items for one product, the last accepted one counts. Returns the resulting lines. */
async function write(
  db: Db,
  cart: CartRow,
  outcomes: readonly Outcome[],
  before: readonly CartItemRow[],
): Promise<CartItemRow[]> {
  const last = new Map(outcomes.flatMap((one) => (isUnsaved(one) ? [] : [[one.item.productId, one] as const])));
  const removed = [...last.values()].flatMap(({ kind, item }) => (kind === 'removed' ? [item.productId] : []));
  const kept = [...last.values()].flatMap((one) => (one.kind === 'kept' ? [one] : []));
  if (removed.length > 0) {
    await db
      .delete(cartItems)
      .where(
        and(eq(cartItems.orgId, cart.orgId), eq(cartItems.cartId, cart.id), isOneOf(cartItems.productId, removed)),
      );
  }
  const written = kept.length === 0 ? [] : await writeLines(db, cart, kept, before);
  const untouched = before.filter(({ productId }) => !last.has(productId));
  return [...untouched, ...written].sort((a, b) => a.id - b.id);
}

function writeLines(
  db: Db,
  cart: CartRow,
  kept: readonly (Outcome & { kind: 'kept' })[],
  before: readonly CartItemRow[],
): Promise<CartItemRow[]> {
  const notesOf = (productId: number) => before.find((line) => line.productId === productId)?.notes ?? '';
  return db
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
      target: [cartItems.orgId, cartItems.cartId, cartItems.productId],
      set: {
        quantity: sql`excluded.quantity`,
        notes: sql`excluded.notes`,
        expectedUnitMultiplier: sql`excluded.expected_unit_multiplier`,
      },
    })
    .returning();
}

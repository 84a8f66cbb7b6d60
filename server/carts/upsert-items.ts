import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CartItemResult, CartItemUpsert, CartWrapper } from '../../domain/carts/cart';
import { type JudgedItem, judgeCartLines } from '../../domain/carts/judge-line';
import { describeClash } from '../../domain/carts/line-error';
import { toShownProduct } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { cartItems } from '../db/schema';
import { type CartHead, type CartItemRow, loadKnown } from './cart-basis';
import { changerOf } from './changer-of';
import { type CartRow, finishChange } from './find-cart';
import { toLoadedCart } from './read-carts';

type ItemResult = z.infer<typeof CartItemResult>;

/**
 * Sets cart lines to the quantities sent, each on its own: refused ones stay unchanged and say why. A quantity of 0
 * removes the line, and removing the last one deletes the cart. The caller has locked the cart's row.
 */
export async function upsertItems(
  ctx: Ctx,
  head: CartHead,
  asked: readonly CartItemUpsert[],
): Promise<{ cart: CartWrapper | null; results: ItemResult[] }> {
  const productIds = asked.map(({ productId }) => productId);
  const { basis, known } = await loadKnown(ctx, head, productIds);
  const { items: before } = known;
  const outcomes = judgeCartLines(asked, known);
  const items = await write(ctx.db, head.cart, outcomes, before);
  const after = toLoadedCart(head, items, basis);
  const cart = await finishChange(ctx, after);
  await ctx.audit({ id: head.cart.id, before: before.map(toAudit), after: cart && items.map(toAudit) });
  const lines = new Map(after.lines.map(({ line }) => [line.productId, line]));
  const results = await Promise.all(
    outcomes.map(async (outcome) => {
      const line = lines.get(outcome.item.productId) ?? null;
      const row = basis.products.get(outcome.item.productId);
      return {
        item: line,
        product: line?.product ?? (row ? toShownProduct(row, basis.priceOf(head, row)) : null),
        ...(await refusalOf(ctx, head.cart, outcome)),
      };
    }),
  );
  return { cart, results };
}

const toAudit = ({ productId, quantity, notes }: CartItemRow) => ({ productId, quantity, notes });

/** Why an item wasn't saved, in words, and for a clash what is there now. */
async function refusalOf(ctx: Ctx, cart: CartRow, outcome: JudgedItem): Promise<Pick<ItemResult, 'message' | 'clash'>> {
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

type Unsaved = JudgedItem & { kind: 'refused' | 'clashed' };
const isUnsaved = (outcome: JudgedItem): outcome is Unsaved => outcome.kind === 'refused' || outcome.kind === 'clashed';

/** Of several items for one product, the last accepted one counts. Returns the resulting lines. */
async function write(
  db: Db,
  cart: CartRow,
  outcomes: readonly JudgedItem[],
  before: readonly CartItemRow[],
): Promise<CartItemRow[]> {
  const last = new Map(outcomes.flatMap((one) => (isUnsaved(one) ? [] : [[one.item.productId, one] as const])));
  const removed = [...last.values()].flatMap(({ kind, item }) => (kind === 'removed' ? [item.productId] : []));
  const saved = [...last.values()].flatMap((one) => (one.kind === 'saved' ? [one] : []));
  if (removed.length > 0) {
    await db
      .delete(cartItems)
      .where(
        and(eq(cartItems.orgId, cart.orgId), eq(cartItems.cartId, cart.id), isOneOf(cartItems.productId, removed)),
      );
  }
  const written = saved.length === 0 ? [] : await writeLines(db, cart, saved, before);
  const untouched = before.filter(({ productId }) => !last.has(productId));
  return [...untouched, ...written].sort((a, b) => a.id - b.id);
}

function writeLines(
  db: Db,
  cart: CartRow,
  saved: readonly (JudgedItem & { kind: 'saved' })[],
  before: readonly CartItemRow[],
): Promise<CartItemRow[]> {
  const notesOf = (productId: number) => before.find((line) => line.productId === productId)?.notes ?? '';
  return db
    .insert(cartItems)
    .values(
      saved.map(({ item, expectedUnitMultiplier }) => ({
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

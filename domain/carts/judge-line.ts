import { isEqual, money, type Quantity } from '../money';
import { WAITS } from './approvals/approval';
import type { CartItemUpsert } from './cart';
import { type CartProduct, findEntryError, findFullError, isShown, PRODUCT_UNKNOWN } from './line-error';

/** What refuses every line: all changes while the cart waits, or all that adds to it. */
export type CartStop = { waits: boolean; sellerError: string | null };

/** What a cart has of a product, in its unit of entry. */
type Held = { productId: number; quantity: Quantity };

/** What items sent for a cart are judged by. */
export type KnownCart = {
  products: ReadonlyMap<number, CartProduct>;
  /** The cart's lines before. */
  items: readonly Held[];
  /** What is in the buyer's other carts, by product. */
  elsewhere: ReadonlyMap<number, Quantity>;
  stop: CartStop;
};

/** What becomes of one item sent: refused with the reason, passed by a colleague's change, or done. */
export type CartLineVerdict =
  | { kind: 'refused'; message: string }
  | { kind: 'clashed'; quantity: Quantity | null }
  | { kind: 'removed' }
  | { kind: 'saved'; expectedUnitMultiplier: string };

/** An item sent, with what becomes of it. */
export type JudgedItem = { item: CartItemUpsert } & CartLineVerdict;

type KnownLine = { product: CartProduct | undefined; line: Held | undefined; inCart: Quantity; stop: CartStop };

/**
 * Judges an item sent for a cart against today's product, the line it has of it, and what the buyer's other carts have
 * (`inCart`). A line can be removed even when its product can't be ordered.
 */
export function judgeCartLine(item: CartItemUpsert, { product, line, inCart, stop }: KnownLine): CartLineVerdict {
  if (stop.waits) return { kind: 'refused', message: WAITS };
  if (line !== undefined && isEqual(item.quantity, 0)) return { kind: 'removed' };
  const isKnown = product !== undefined && (line !== undefined || isShown(product));
  if (!isKnown) return { kind: 'refused', message: PRODUCT_UNKNOWN };
  const clash = findClash(item, line);
  if (clash !== null) return clash;
  const { rules, isBrandDisabled } = product;
  const expectedUnitMultiplier = item.expectedUnitMultiplier ?? rules.unitMultiplier;
  const entry = { rules, isBrandDisabled, quantity: item.quantity, expectedUnitMultiplier, inCart };
  const message = stop.sellerError ?? findEntryError(entry);
  if (message !== null) return { kind: 'refused', message };
  return { kind: 'saved', expectedUnitMultiplier: String(expectedUnitMultiplier) };
}

/** Judges each item sent, in order, so items that no longer fit in the cart are the last ones. */
export function judgeCartLines(
  items: readonly CartItemUpsert[],
  { products, items: before, elsewhere, stop }: KnownCart,
): JudgedItem[] {
  const held = new Set(before.map(({ productId }) => productId));
  return items.map((item): JudgedItem => {
    const { productId } = item;
    const line = before.find((one) => one.productId === productId);
    const known = { product: products.get(productId), line, inCart: elsewhere.get(productId) ?? '0', stop };
    const verdict = judgeCartLine(item, known);
    const fullError = verdict.kind === 'saved' && !held.has(productId) ? findFullError(held.size) : null;
    if (fullError !== null) return { item, kind: 'refused', message: fullError };
    if (verdict.kind === 'saved') held.add(productId);
    if (verdict.kind === 'removed') held.delete(productId);
    return { item, ...verdict };
  });
}

/** What a colleague has made of a line since its quantity was read; null if nothing, or just what is asked for. */
function findClash({ quantity, knownQuantity }: CartItemUpsert, line: Held | undefined): CartLineVerdict | null {
  const now = line?.quantity ?? '0';
  if (knownQuantity === undefined || isEqual(now, knownQuantity) || isEqual(now, quantity)) return null;
  return { kind: 'clashed', quantity: line ? money(line.quantity) : null };
}

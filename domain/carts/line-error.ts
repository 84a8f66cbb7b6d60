import { isAllowed } from '../access/ability';
import { FEATURES } from '../access/features';
import type { Membership } from '../access/roles';
import { checkQuantity, type QuantityProduct } from '../catalogue/units/quantity';
import { LISTED_STATUSES, ORDERABLE_STATUSES, type ProductStatus } from '../catalogue/vocabulary';
import { formatNumber, isEqual, money, type Numeric, type Quantity } from '../money';
import type { CartClash } from './cart';

export const PRODUCT_UNKNOWN = 'Product not found';
export const PRODUCT_GONE = 'Product no longer available';
export const PRODUCT_UNAVAILABLE = 'Product temporarily unavailable';

/** What a buyer is told of a line that a colleague changed while they did. */
export function describeClash({ by, quantity }: CartClash, removed = 'this line'): string {
  const who = by ?? 'Someone else';
  return quantity === null
    ? `${who} removed ${removed} while you were changing it`
    : `${who} set this to ${formatNumber(quantity)} while you were changing it`;
}

/** Most lines in a cart; larger orders are split. */
const MOST_CART_LINES = 500;

const isOneOf = (statuses: readonly ProductStatus[], status: ProductStatus) => statuses.includes(status);

/** Whether buyers can see a product. */
export function isListed(product: Pick<QuantityProduct, 'listingState'>): boolean {
  return isOneOf(LISTED_STATUSES, product.listingState);
}

/** Whether buyers can order a product, ignoring stock. */
export function isOrderable(product: Pick<QuantityProduct, 'listingState'>): boolean {
  return isOneOf(ORDERABLE_STATUSES, product.listingState);
}

/** A product as carts judge it: its rules, with actual stock, and whether its brand is disabled. */
export type CartProduct = { rules: QuantityProduct; isBrandDisabled: boolean };

/** Whether a buyer sees a product, in a menu or on a line. */
export function isShown({ rules, isBrandDisabled }: CartProduct): boolean {
  return !isBrandDisabled && isListed(rules);
}

export type CartLineEntry = CartProduct & {
  /** In the product's unit of entry. */
  quantity: Quantity;
  /** Base units per case when the buyer entered the quantity. */
  expectedUnitMultiplier: Numeric;
  /** How much of the product is in the buyer's other carts, in its unit of entry; counted while entering a quantity. */
  inCart?: Quantity;
};

/** Why a line can't be ordered now, or null. Stock is taken from `rules`. */
export function findLineError(entry: CartLineEntry): string | null {
  if (!isShown(entry)) return PRODUCT_GONE;
  if (!isOrderable(entry.rules)) return PRODUCT_UNAVAILABLE;
  return findRepacking(entry) ?? quantityError(entry);
}

/** The same for a quantity being entered, which has its own message for archived products. */
export function findEntryError(entry: CartLineEntry): string | null {
  const { rules, isBrandDisabled } = entry;
  if (rules.listingState === 'ARCHIVED' && !isBrandDisabled) return quantityError(entry);
  return findLineError(entry);
}

/** The message when a cart already has the most lines, or null. */
export function findFullError(lines: number): string | null {
  return lines < MOST_CART_LINES
    ? null
    : `A cart can have up to ${MOST_CART_LINES} products. Place this order first, then add more`;
}

type Seller = { name: string; orgId: number; usState: string };

/** Sellers sell within one state: the message for a buyer in another state, or null. */
export function findStateError(seller: Omit<Seller, 'orgId'>, buyer: { usState: string }): string | null {
  return seller.usState === buyer.usState ? null : `${seller.name} does not sell in ${buyer.usState}`;
}

/** Buying from your own organization takes a separate permission: the message without it, or null. */
export function findCircularError(seller: Omit<Seller, 'usState'>, buyer: Membership): string | null {
  if (seller.orgId !== buyer.orgId || isAllowed(buyer, 'write', 'CIRCULAR_SALES')) return null;
  const permission = FEATURES.CIRCULAR_SALES.name;
  return `${seller.name} is part of your organization. To buy from it you need write access to “${permission}”`;
}

/** Why this buyer can't buy from this seller at all, or null. */
export function findSellerError(
  seller: Seller,
  { membership, usState }: { membership: Membership; usState: string },
): string | null {
  return findCircularError(seller, membership) ?? findStateError(seller, { usState });
}

function quantityError({ rules: product, quantity, inCart = '0' }: CartLineEntry): string | null {
  return checkQuantity({ product, quantity, inCart, isBackorder: product.listingState === 'BACKORDER' }).error ?? null;
}

function findRepacking({ rules: product, expectedUnitMultiplier }: CartLineEntry): string | null {
  const isByCase = product.sellInBulk || product.sellInUnitOfMeasure === 'Case';
  if (!isByCase || isEqual(expectedUnitMultiplier, product.unitMultiplier)) return null;
  return `A case now has ${money(product.unitMultiplier)}, not ${money(expectedUnitMultiplier)}. Check the quantity`;
}

import type { Cart, CartLine, CartWrapper, CheckoutResult } from '../../../domain/carts/cart';
import { add, type Money, type Quantity, roundCents, sum } from '../../../domain/money';
import type { BuyerLicense } from '../../../domain/organization/organization';

/** The message that offers to put back what was removed; without it, nothing is put back. */
export const REMOVAL = 'cart-removal';

export type LicenseGroup = { buyerLicense: BuyerLicense; carts: CartWrapper[]; total: Money };
export type BrandGroup = { id: number; name: string; imageUri: string | null; lines: CartLine[] };

/** Carts by buyer license, in order. */
export function groupByLicense(wrappers: readonly CartWrapper[]): LicenseGroup[] {
  const groups = new Map<number, CartWrapper[]>();
  for (const wrapper of wrappers) {
    groups.set(wrapper.buyerLicense.id, [...(groups.get(wrapper.buyerLicense.id) ?? []), wrapper]);
  }
  return [...groups.values()].flatMap((carts) => {
    const [first] = carts;
    return first ? [{ buyerLicense: first.buyerLicense, carts, total: totalOf(carts) }] : [];
  });
}

/** A cart's lines by brand, brands in order of first appearance. */
export function groupByBrand({ lineItems }: Cart): BrandGroup[] {
  const groups = new Map<number, BrandGroup>();
  for (const line of lineItems) {
    const group = groups.get(line.brandId);
    if (group) group.lines.push(line);
    else
      groups.set(line.brandId, { id: line.brandId, name: line.brandName, imageUri: line.brandImageUrl, lines: [line] });
  }
  return [...groups.values()];
}

/** The sum of the carts' totals from the platform. */
export function totalOf(wrappers: readonly CartWrapper[]): Money {
  return roundCents(sum(wrappers.map(({ cart }) => cart.total)));
}

export function lineCount(wrappers: readonly CartWrapper[]): number {
  return wrappers.reduce((count, { cart }) => count + cart.lineItems.length, 0);
}

/** A seller's products in the buyer's other carts: all licenses draw on the same stock. */
export function heldElsewhere(
  wrappers: readonly CartWrapper[],
  own: { buyerLicenseId: number } | null,
): ReadonlyMap<number, Quantity> {
  const held = new Map<number, Quantity>();
  for (const { cart } of wrappers) {
    if (cart.buyerLicenseId === own?.buyerLicenseId) continue;
    for (const { productId, quantity } of cart.lineItems) held.set(productId, add(held.get(productId) ?? 0, quantity));
  }
  return held;
}

/** Whether a cart has something that prevents ordering it. */
export function hasProblem({ cart, messages }: CartWrapper): boolean {
  return messages.length > 0 || cart.lineItems.some(({ errorMessage }) => errorMessage !== null);
}

/** Whether a cart waits for approval, and so can't be changed or ordered. */
export const isWaiting = ({ approval }: CartWrapper): boolean => approval?.status === 'WAITING';

/** A checkout's result without what it says of these carts that failed; null if nothing is left to tell. */
export function withoutFailed(result: CheckoutResult, cartIds: readonly number[]): CheckoutResult | null {
  const failedCarts = result.failedCarts.filter(({ cartId }) => !cartIds.includes(cartId));
  const isNews = result.createdOrders.length + result.askedCarts.length + failedCarts.length > 0;
  return isNews ? { ...result, failedCarts } : null;
}

/** Why a checkout refused a cart, until its lines change. */
export function standingFailure(
  result: Pick<CheckoutResult, 'failedCarts'> | null,
  { cart }: CartWrapper,
): string | undefined {
  const failed = result?.failedCarts.find(({ cartId }) => cartId === cart.id);
  const isAsRefused = JSON.stringify(failed?.cart?.cart.lineItems) === JSON.stringify(cart.lineItems);
  return isAsRefused ? failed?.message : undefined;
}

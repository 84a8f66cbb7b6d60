import { WAITS } from '../../../../domain/carts/approvals/approval';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { formatUsd, isEqual, type Money } from '../../../../domain/money';
import { hasProblem, isWaiting, totalOf } from '../cart-groups';

/** A cart to order, and its payment option. */
export type CheckoutChoice = { wrapper: CartWrapper; paymentOptionId: number };

/** What changed of a reviewed cart since it was first shown, as a sentence. */
export type ReviewChange = { cartId: number; sellerName: string; message: string };

/** What is about to be ordered, what changed since it was first shown, and what all of it cost then. */
export type Review = { choices: readonly CheckoutChoice[]; changes: readonly ReviewChange[]; totalBefore: Money };

/**
 * The review of the current carts: what can still be ordered, and how it differs from what was shown. Takes the choices
 * as first shown.
 */
export function reviewOf(shown: readonly CheckoutChoice[], carts: readonly CartWrapper[]): Review {
  const compared = shown.map((choice) => {
    const now = carts.find(({ cart }) => cart.id === choice.wrapper.cart.id);
    const message = changeOf(choice, now);
    return { choice, now, change: message === null ? [] : [changeIn(choice.wrapper, message)] };
  });
  return {
    choices: compared.flatMap(({ choice, now }) =>
      now && canBeOrdered(choice, now) ? [{ ...choice, wrapper: now }] : [],
    ),
    changes: compared.flatMap(({ change }) => change),
    totalBefore: totalOf(shown.map(({ wrapper }) => wrapper)),
  };
}

/** A change of this cart. */
export const changeIn = ({ cart, sellerCompany }: CartWrapper, message: string): ReviewChange => ({
  cartId: cart.id,
  sellerName: sellerCompany.name,
  message,
});

function canBeOrdered({ paymentOptionId }: CheckoutChoice, now: CartWrapper): boolean {
  return !hasProblem(now) && !isWaiting(now) && now.availablePaymentOptions.some(({ id }) => id === paymentOptionId);
}

function changeOf(choice: CheckoutChoice, now: CartWrapper | undefined): string | null {
  const { cart } = choice.wrapper;
  if (!now) return 'This cart is gone. It may have been ordered or emptied in another window.';
  if (!canBeOrdered(choice, now)) return whyNot(now);
  const what = differenceOf(choice.wrapper, now);
  if (what === null) return null;
  const total = isEqual(cart.total, now.cart.total)
    ? ''
    : ` The total is now ${formatUsd(now.cart.total)}. It was ${formatUsd(cart.total)}.`;
  return `${what} changed.${total}`;
}

function whyNot(wrapper: CartWrapper): string {
  if (isWaiting(wrapper)) return WAITS;
  const { cart, messages } = wrapper;
  const line = cart.lineItems.find(({ errorMessage }) => errorMessage !== null);
  if (line) return `${line.productName}: ${line.errorMessage}. Change it in your cart.`;
  return messages[0] ?? 'This payment method is no longer offered. Choose another one in your cart.';
}

/** Which parts of an order changed, so a price isn't blamed for a changed quantity. */
function differenceOf(shown: CartWrapper, now: CartWrapper): string | null {
  const differs = (part: (wrapper: CartWrapper) => unknown) =>
    JSON.stringify(part(shown)) !== JSON.stringify(part(now));
  if (differs(({ cart }) => cart.lineItems.map(({ productId, quantity }) => [productId, quantity])))
    return 'Quantities';
  if (differs(({ cart }) => [cart.total, cart.lineItems.map(({ unitPrice }) => unitPrice)])) return 'Prices';
  if (differs(({ availablePaymentOptions }) => availablePaymentOptions)) return 'Payment terms';
  return differs(({ needsApproval }) => needsApproval) ? 'What needs approval' : null;
}

import { WAITS } from '../../../../domain/carts/approvals/approval';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { formatUsd, isEqual } from '../../../../domain/money';
import { hasProblem, isWaiting } from '../cart-groups';

/** A cart to order, and its payment option. */
export type CheckoutChoice = { wrapper: CartWrapper; paymentOptionId: number };

/** What is about to be ordered, and what changed since it was first shown, a sentence each. */
export type Review = { choices: readonly CheckoutChoice[]; changes: readonly string[] };

/**
 * The review of the current carts: what can still be ordered, and how it differs from what was shown. Takes the choices
 * as first shown.
 */
export function reviewOf(shown: readonly CheckoutChoice[], carts: readonly CartWrapper[]): Review {
  const compared = shown.map((choice) => {
    const now = carts.find(({ cart }) => cart.id === choice.wrapper.cart.id);
    return { choice, now, change: changeOf(choice, now) };
  });
  return {
    choices: compared.flatMap(({ choice, now }) =>
      now && canBeOrdered(choice, now) ? [{ ...choice, wrapper: now }] : [],
    ),
    changes: compared.flatMap(({ change }) => change ?? []),
  };
}

function canBeOrdered({ paymentOptionId }: CheckoutChoice, now: CartWrapper): boolean {
  return !hasProblem(now) && !isWaiting(now) && now.availablePaymentOptions.some(({ id }) => id === paymentOptionId);
}

function changeOf(choice: CheckoutChoice, now: CartWrapper | undefined): string | null {
  const { cart, sellerCompany } = choice.wrapper;
  if (!now) return `${sellerCompany.name}: this cart is gone. It may have been ordered or emptied in another window.`;
  if (!canBeOrdered(choice, now)) return `${sellerCompany.name}: ${whyNot(now)}`;
  const what = differenceOf(choice.wrapper, now);
  if (what === null) return null;
  const total = isEqual(cart.total, now.cart.total)
    ? ''
    : ` The total is now ${formatUsd(now.cart.total)}. It was ${formatUsd(cart.total)}.`;
  return `${sellerCompany.name}: ${what} changed.${total}`;
}

function whyNot(wrapper: CartWrapper): string {
  if (isWaiting(wrapper)) return WAITS;
  const { cart, messages } = wrapper;
  const line = cart.lineItems.find(({ errorMessage }) => errorMessage !== null);
  if (line) return `${line.productName}: ${line.errorMessage}. Change it in your cart.`;
  return messages[0] ?? 'this payment method is no longer offered. Choose another one in your cart.';
}

/** Which parts of an order changed, so a price isn't blamed for a changed quantity. */
function differenceOf(shown: CartWrapper, now: CartWrapper): string | null {
  const differs = (part: (wrapper: CartWrapper) => unknown) =>
    JSON.stringify(part(shown)) !== JSON.stringify(part(now));
  if (differs(({ cart }) => cart.lineItems.map(({ productId, quantity }) => [productId, quantity])))
    return 'quantities';
  if (differs(({ cart }) => [cart.total, cart.lineItems.map(({ unitPrice }) => unitPrice)])) return 'prices';
  if (differs(({ availablePaymentOptions }) => availablePaymentOptions)) return 'payment terms';
  return differs(({ needsApproval }) => needsApproval) ? 'what needs approval' : null;
}

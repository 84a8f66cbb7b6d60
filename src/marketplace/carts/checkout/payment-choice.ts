import type { CartWrapper } from '../../../../domain/carts/cart';

const keyOf = (sellerCompanyId: number) => `verdant.payment.${sellerCompanyId}`;

/** The payment option for a seller: the last one chosen, else the first offered; null without any. */
export function readPayment({ cart, availablePaymentOptions }: CartWrapper): number | null {
  const kept = Number(localStorage.getItem(keyOf(cart.sellerCompanyId)));
  const chosen = availablePaymentOptions.find(({ id }) => id === kept) ?? availablePaymentOptions[0];
  return chosen?.id ?? null;
}

export function savePayment({ cart }: CartWrapper, optionId: number): void {
  localStorage.setItem(keyOf(cart.sellerCompanyId), String(optionId));
}

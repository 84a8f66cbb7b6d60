import type { CartWrapper } from '../../domain/carts/cart';

const keyOf = (sellerCompanyId: number) => `verdant.payment.${sellerCompanyId}`;

/** How a seller is to be paid: as last chosen, else the first way it offers; null when it offers none. */
export function readPayment({ cart, availablePaymentOptions }: CartWrapper): number | null {
  const kept = Number(localStorage.getItem(keyOf(cart.sellerCompanyId)));
  const chosen = availablePaymentOptions.find(({ id }) => id === kept) ?? availablePaymentOptions[0];
  return chosen?.id ?? null;
}

export function savePayment({ cart }: CartWrapper, optionId: number): void {
  localStorage.setItem(keyOf(cart.sellerCompanyId), String(optionId));
}

import { z } from 'zod';
import { CheckoutRequest } from '../../domain/carts/cart';

/** One checkout attempt: resent with the same key, it has one effect. */
const CheckoutIntent = z.object({ key: z.string().min(8), request: CheckoutRequest });
export type CheckoutIntent = z.infer<typeof CheckoutIntent>;

const keyOf = (companyId: number) => `verdant.checkout.${companyId}`;

/** A checkout of this tab that never got a reply, even before a reload; null if none. */
export function readIntent(companyId: number): CheckoutIntent | null {
  try {
    return CheckoutIntent.parse(JSON.parse(sessionStorage.getItem(keyOf(companyId)) ?? 'null'));
  } catch {
    return null;
  }
}

export function saveIntent(companyId: number, intent: CheckoutIntent | null): void {
  if (intent) sessionStorage.setItem(keyOf(companyId), JSON.stringify(intent));
  else sessionStorage.removeItem(keyOf(companyId));
}

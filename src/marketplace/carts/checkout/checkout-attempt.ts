import { z } from 'zod';
import { CheckoutRequest } from '../../../../domain/carts/cart';

/** One checkout attempt: resent with the same key, it has one effect. */
const CheckoutAttempt = z.object({ key: z.string().min(8), request: CheckoutRequest });
export type CheckoutAttempt = z.infer<typeof CheckoutAttempt>;

const keyOf = (companyId: number) => `verdant.checkout.${companyId}`;

/** A checkout of this tab that never got a reply, even before a reload; null if none. */
export function readAttempt(companyId: number): CheckoutAttempt | null {
  try {
    return CheckoutAttempt.parse(JSON.parse(sessionStorage.getItem(keyOf(companyId)) ?? 'null'));
  } catch {
    return null;
  }
}

export function saveAttempt(companyId: number, intent: CheckoutAttempt | null): void {
  if (intent) sessionStorage.setItem(keyOf(companyId), JSON.stringify(intent));
  else sessionStorage.removeItem(keyOf(companyId));
}

import { z } from 'zod';
import { CheckoutRequest } from '../../domain/carts/cart';

/** One wish to check out: sent again with the same key, it has one effect. */
const CheckoutIntent = z.object({ key: z.string().min(8), request: CheckoutRequest });
export type CheckoutIntent = z.infer<typeof CheckoutIntent>;

const keyOf = (companyId: number) => `verdant.checkout.${companyId}`;

/** A checkout of this tab that never got its answer, also after a reload; null when there is none. */
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

import { z } from 'zod';
import type { CartNotes } from './carts';

const Draft = z.object({ orderNotes: z.string(), deliveryPreferences: z.string() });
const keyOf = (cartId: number) => `verdant.cart-notes.${cartId}`;

/** Cart notes typed in this tab and not saved yet; they survive a reload. */
export function readDraft(cartId: number): CartNotes | null {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(keyOf(cartId)) ?? 'null'));
  } catch {
    return null;
  }
}

export function saveDraft(cartId: number, notes: CartNotes | null): void {
  if (notes) sessionStorage.setItem(keyOf(cartId), JSON.stringify(notes));
  else sessionStorage.removeItem(keyOf(cartId));
}

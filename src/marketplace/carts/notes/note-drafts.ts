import { z } from 'zod';
import type { NotesChange } from '../../../../domain/carts/contract';

const Notes = z.object({ orderNotes: z.string().optional(), deliveryPreferences: z.string().optional() });
const Draft = Notes.extend({ known: Notes.default({}) });
const keyOf = (cartId: number) => `verdant.cart-notes.${cartId}`;

/** The cart notes changed in this tab and not saved yet, and what they were; they survive a reload. */
export function readDraft(cartId: number): NotesChange | null {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(keyOf(cartId)) ?? 'null'));
  } catch {
    return null;
  }
}

export function saveDraft(cartId: number, notes: NotesChange | null): void {
  if (notes) sessionStorage.setItem(keyOf(cartId), JSON.stringify(notes));
  else sessionStorage.removeItem(keyOf(cartId));
}

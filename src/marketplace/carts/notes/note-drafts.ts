import { z } from 'zod';
import type { NotesChange } from '../../../../domain/carts/contract';
import { readDraft, saveDraft } from '../../../providers/drafts';

const Notes = z.object({ orderNotes: z.string().optional(), deliveryPreferences: z.string().optional() });
const nameOf = (cartId: number) => `cart-notes/${cartId}`;

/** The notes of a cart that this person changed in this tab and that aren't saved yet, and what they were. */
export function readNotes(cartId: number): NotesChange | null {
  const draft = readDraft(nameOf(cartId));
  const typed = Notes.safeParse(draft?.typed);
  const known = Notes.safeParse(draft?.base);
  return draft && typed.success && known.success ? { ...typed.data, known: known.data } : null;
}

export function saveNotes(cartId: number, notes: NotesChange | null): void {
  const { known = {}, ...typed } = notes ?? {};
  saveDraft(nameOf(cartId), notes && { typed, base: known });
}

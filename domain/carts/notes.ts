import type { CartWrapper } from './cart';
import type { NotesChange } from './contract';

export const NOTES = ['orderNotes', 'deliveryPreferences'] as const;
export type NotesField = (typeof NOTES)[number];

/** The notes that somebody has changed since they were read, to something else than what is sent. */
export function clashingNotes(kept: Pick<CartWrapper['cart'], NotesField>, change: NotesChange): NotesField[] {
  return NOTES.filter((field) => {
    const [sent, known] = [change[field], change.known?.[field]];
    return sent !== undefined && known !== undefined && kept[field] !== known && kept[field] !== sent;
  });
}

/** What somebody is told of notes that a colleague changed while they did. */
export function describeNotesClash(by: string | null): string {
  return `${by ?? 'Someone'} changed this while you were typing`;
}

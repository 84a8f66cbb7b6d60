import { beforeEach, expect, it } from 'vitest';
import { readNotes, saveNotes } from '../../../src/marketplace/carts/notes/note-drafts';
import { forgetDrafts } from '../../../src/providers/drafts';
import type { SessionState } from '../../../src/providers/session/session-state';
import { useSessionState } from '../../../src/providers/session/session-store';
import { user } from '../support/app';

/** Signs in one of two colleagues, in this tab. */
const enter = (id: string) =>
  useSessionState.setState({ status: 'signed-in', contextKey: `${id}/1/10/100` } as SessionState, true);

beforeEach(() => {
  sessionStorage.clear();
  return () => useSessionState.setState({ status: 'loading' }, true);
});

it('what one person wrote to a seller and hasn’t saved isn’t shown to a colleague who signs in', () => {
  const notes = { orderNotes: 'Ring twice', known: { orderNotes: '' } };
  enter(user.id);
  saveNotes(5, notes);
  expect(readNotes(5)).toEqual(notes);
  expect(readNotes(6)).toBeNull();
  enter('another');
  expect(readNotes(5)).toBeNull();
  saveNotes(5, { deliveryPreferences: 'At noon' });
  enter(user.id);
  expect(readNotes(5)).toEqual(notes);
  saveNotes(5, null);
  expect(readNotes(5)).toBeNull();
});

it('signing out forgets it', () => {
  enter(user.id);
  saveNotes(5, { orderNotes: 'Ring twice' });
  forgetDrafts();
  expect(readNotes(5)).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

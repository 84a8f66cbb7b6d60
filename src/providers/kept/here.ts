import { create } from 'zustand';
import { listeners } from '../listeners';
import type { SignedIn } from '../session/session-state';
import type { KeptAct } from './store';

/** The browser’s database of kept acts. */
export const STORE = 'verdant-acts';

/** What the person who is signed in did in this browser and isn’t confirmed yet, in its order, in all their organizations. */
export const useKept = create<readonly KeptAct[]>(() => []);

/** This page has opened the database. */
export const onOpened = listeners<void>();

/** Whether this browser ever kept an act: others load nothing for it. */
export async function hasStore(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === STORE);
  } catch {
    return false;
  }
}

/** Who acts: a person, or whoever of support acts for them. Neither sends what the other did. */
export const actorOf = ({ user: { id, impersonatedBy } }: Pick<SignedIn, 'user'>): string =>
  impersonatedBy ? `${impersonatedBy.id} for ${id}` : id;

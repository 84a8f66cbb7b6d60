import { create } from 'zustand';
import { listeners } from '../listeners';
import type { SignedIn } from '../session/session-state';

/** The browser’s database of kept acts. */
export const STORE = 'verdant-acts';

/** Whose acts: a person's (`actorOf`) in an organization, of one kind. */
export type Owner = { userId: string; orgId: number; kind: string };

/** Something a person did that the platform hasn't confirmed yet, as it is kept in this browser. */
export type KeptAct = Owner & {
  /** Its place among all: acts are sent in this order. */
  seq: number;
  /** Its idempotency key, the same for every attempt. */
  key: string;
  /** The address of the screen it was done at, what people call that, and what it is about there, such as a plant’s tag. */
  path: string;
  place: string;
  subject: string;
  input: unknown;
  at: string;
  /** Why the platform refused it: a person decides then. Null while it waits. */
  problem: string | null;
};

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

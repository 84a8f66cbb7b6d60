import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type KeptAct, onOpened, STORE } from './here';

interface Kept extends DBSchema {
  acts: { key: number; value: KeptAct; indexes: { owner: [string, number, string] } };
}

let opened: Promise<IDBPDatabase<Kept>> | null = null;

function open(): Promise<IDBPDatabase<Kept>> {
  if (opened) return opened;
  opened = openDB<Kept>(STORE, 1, {
    upgrade(db) {
      const acts = db.createObjectStore('acts', { keyPath: 'seq', autoIncrement: true });
      acts.createIndex('owner', ['userId', 'orgId', 'kind']);
    },
    // A later version of the app, or the browser itself, takes it over.
    blocking: () => close(),
    terminated: () => close(),
  });
  opened.then(
    () => onOpened.emit(),
    () => close(),
  );
  return opened;
}

function close(): void {
  opened?.then((db) => db.close()).catch(() => undefined);
  opened = null;
}

/** What somebody did that isn't confirmed, in all their organizations, in its order. */
export async function readActs(userId: string): Promise<KeptAct[]> {
  // In this order of keys, a list comes after every number and text.
  const range = IDBKeyRange.bound([userId], [userId, []]);
  const all = await (await open()).getAllFromIndex('acts', 'owner', range);
  return all.sort((a, b) => a.seq - b.seq);
}

/** One of them as it is now; undefined once it is confirmed or discarded. */
export async function readAct(seq: number): Promise<KeptAct | undefined> {
  return (await open()).get('acts', seq);
}

/** Keeps an act; once this resolves it survives a reload, a crash and a closed browser. */
export async function addAct(act: Omit<KeptAct, 'seq'>): Promise<void> {
  const db = await open();
  const tx = db.transaction('acts', 'readwrite', { durability: 'strict' });
  await Promise.all([tx.store.add(act as KeptAct), tx.done]);
}

export async function removeAct(seq: number): Promise<void> {
  await (await open()).delete('acts', seq);
}

/** Has an act wait again, or parks it with why it was refused. */
export async function parkAct(seq: number, problem: string | null): Promise<void> {
  const tx = (await open()).transaction('acts', 'readwrite');
  const act = await tx.store.get(seq);
  if (act) await tx.store.put({ ...act, problem });
  await tx.done;
}

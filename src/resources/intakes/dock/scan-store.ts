/** A scan that was judged here and isn’t confirmed on the server yet. */
export type KeptScan = {
  /** In the order they were scanned. */
  id: number;
  /** Whose it is and of which intake: another person’s scans on this device stay theirs. */
  of: string;
  label: string;
  /** Why the server didn’t take it: it waits for a person. Null while it waits to be sent. */
  refused: string | null;
};

const STORE = 'scans';

/** The browser’s database of scans; it outlives the page, and a tablet that runs out of battery. */
function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('verdant-dock', 1);
    asked.onupgradeneeded = () =>
      asked.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true }).createIndex('of', 'of');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const act = database.transaction(STORE, mode);
      const request = work(act.objectStore(STORE));
      act.oncomplete = () => resolve(request.result);
      act.onerror = () => reject(act.error);
      act.onabort = () => reject(act.error);
    });
  } finally {
    database.close();
  }
}

/** The scans of a person and an intake, oldest first. */
export const keptScans = (of: string): Promise<KeptScan[]> =>
  run('readonly', (store) => store.index('of').getAll(of) as IDBRequest<KeptScan[]>);

export const keepScan = (scan: Omit<KeptScan, 'id'>): Promise<unknown> => run('readwrite', (store) => store.add(scan));

/** Says why a scan was refused. */
export const parkScan = (scan: KeptScan, refused: string): Promise<unknown> =>
  run('readwrite', (store) => store.put({ ...scan, refused }));

export async function dropScans(scans: readonly Pick<KeptScan, 'id'>[]): Promise<void> {
  for (const { id } of scans) await run('readwrite', (store) => store.delete(id));
}

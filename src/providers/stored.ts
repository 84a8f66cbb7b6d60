import type { z } from 'zod';

/** Which of the browser's stores: this tab's, or that of all. */
type Store = 'sessionStorage' | 'localStorage';

/** What a store has under a name; null if that is nothing, damaged or of another version, or there is no such store. */
export function readStored<S extends z.ZodType>(store: Store, name: string, schema: S): z.output<S> | null {
  try {
    const text = (globalThis as Partial<Pick<typeof globalThis, Store>>)[store]?.getItem(name) ?? null;
    // Most visits have none: an exception in the code that starts the app costs as much as reading that code once more.
    return text === null ? null : schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

import type { z } from 'zod';

/** What a store has under a name; null if that is nothing, damaged or of another version. */
export function readStored<S extends z.ZodType>(store: Storage, name: string, schema: S): z.output<S> | null {
  const text = store.getItem(name);
  // Most visits have none: an exception in the code that starts the app costs as much as reading that code once more.
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** An object whose fields are made when they are first read, each once. */
export function madeWhenRead<T>(makers: readonly (readonly [name: string, make: () => T])[]): Record<string, T> {
  const made: Record<string, T> = {};
  for (const [name, make] of makers) whenRead(made, name, make);
  return made;
}

/**
 * An object's fields and some more. A field that is a getter, as builds make those with schemas (`scripts/lazy-schemas.ts`),
 * is read when somebody reads it, and once.
 */
export function readOnce<O extends object, M extends object>(options: O, more: M): O & M {
  const kept = { ...more };
  for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(options))) {
    if (get) whenRead(kept, name, () => get.call(options));
    else Object.assign(kept, { [name]: value });
  }
  return kept as O & M;
}

function whenRead(object: object, name: string, make: () => unknown): void {
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(object, name, { enumerable: true, value });
      return value;
    },
  });
}

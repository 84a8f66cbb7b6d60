type Values = ReadonlyMap<string, string>;

/** The single values of a JSON text by their path; null if it isn't JSON. */
function valuesOf(body: string): Values | null {
  try {
    const found = new Map<string, string>();
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) found.set(path, JSON.stringify(value));
      else for (const [name, part] of Object.entries(value)) walk(part, path === '' ? name : `${path}.${name}`);
    };
    walk(JSON.parse(body), '');
    return found;
  } catch {
    return null;
  }
}

type BodyChange = { path: string; before: string | null; after: string | null };

/** What differs between two bodies of JSON, value by value; null where one of them isn't JSON. */
export function bodyChanges(before: string, after: string): BodyChange[] | null {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (!old || !now) return null;
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((one) => one.before !== one.after);
}

/** A body as people read it: indented if it is JSON. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

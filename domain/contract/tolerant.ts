import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Key = { path: readonly PropertyKey[]; key: string };

/**
 * Reads data from a possibly newer server: like `schema.safeParse`, but drops unknown fields at any depth, so a page
 * opened before an update keeps working. Mutates `value`.
 */
export function parseTolerantly<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  for (;;) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed;
    const left = unknownKeys(parsed.error.issues).filter((key) => remove(value, key));
    if (left.length === 0) return parsed;
  }
}

function unknownKeys(issues: readonly Issue[]): Key[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: issue.path, key }));
    if (issue.code !== 'invalid_union') return [];
    // In a union, the alternative that fits except for unknown fields.
    const branches = issue.errors
      .filter((branch) => branch.length > 0 && branch.every(hasOnlyUnknownKeys))
      .map(unknownKeys);
    const [closest = []] = branches.sort((a, b) => a.length - b.length);
    return closest.map(({ path, key }) => ({ path: [...issue.path, ...path], key }));
  });
}

function hasOnlyUnknownKeys(issue: Issue): boolean {
  if (issue.code === 'invalid_union')
    return issue.errors.some((branch) => branch.length > 0 && branch.every(hasOnlyUnknownKeys));
  return issue.code === 'unrecognized_keys';
}

/** Whether an unknown field was found. */
function remove(value: unknown, { path, key }: Key): boolean {
  let holder: unknown = value;
  for (const step of path) holder = isObject(holder) ? holder[step] : undefined;
  return isObject(holder) && Object.hasOwn(holder, key) && Reflect.deleteProperty(holder, key);
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

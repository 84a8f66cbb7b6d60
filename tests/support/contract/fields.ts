import type { z } from 'zod';
import type { Endpoint } from '../../../domain/contract/endpoint';

/** A place in a call's input, such as `body.lines[].notes`, and the schema of what it takes there. */
export type Field = { path: string; schema: z.ZodType };

/** Every place of a call's input that takes a value rather than more places, each with the checks declared on it. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  const found: Field[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema) collect(schema as z.ZodType, part, found, schema as z.ZodType);
  }
  return found;
}

/** `whole` is what is checked there: a refinement of what an inner schema is. */
function collect(schema: z.ZodType, path: string, found: Field[], whole: z.ZodType): void {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const go = (inner: unknown, at: string, of = inner) => collect(inner as z.ZodType, at, found, of as z.ZodType);
  switch (def.type) {
    case 'object':
      for (const [name, inner] of Object.entries(def.shape as object)) go(inner, `${path}.${name}`);
      return;
    case 'array':
      go(def.element, `${path}[]`);
      return;
    case 'tuple':
      for (const inner of def.items as z.ZodType[]) go(inner, `${path}[]`);
      return;
    case 'record':
      found.push({ path: `${path}{}`, schema: def.keyType as z.ZodType });
      go(def.valueType, `${path}.*`);
      return;
    case 'union':
      // What is checked of either is checked of the whole.
      if (((def.checks as unknown[] | undefined) ?? []).length > 0) {
        found.push({ path, schema: whole });
        return;
      }
      for (const inner of def.options as z.ZodType[]) go(inner, path);
      return;
    case 'intersection':
      go(def.left, path);
      go(def.right, path);
      return;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      go(def.innerType, path, whole === schema ? def.innerType : whole);
      return;
    case 'lazy':
      go((def.getter as () => z.ZodType)(), path);
      return;
    case 'pipe': {
      const isBefore = (def.in as { _zod: { def: { type: string } } })._zod.def.type === 'transform';
      go(isBefore ? def.out : def.in, path, whole);
      return;
    }
    default:
      found.push({ path, schema: whole });
  }
}

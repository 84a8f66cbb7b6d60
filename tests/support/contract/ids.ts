import { z } from 'zod';
import type { Endpoint } from '../../../domain/contract/endpoint';

/** A call's schemas as JSON schema. */
type Json = z.core.JSONSchema.BaseSchema;

/** Text that identifies a record by its property name rather than its format. */
const NAMES_A_RECORD = /(Id|Ids|Code|Slug|Token|Numbers?|managers|customerStatus|serviceZone)(\[])?$/;

/**
 * Every place in a call that identifies a record, from its schemas: `params.id`, `body.carts[].cartId`. Ids are
 * unbounded positive whole numbers, uuids, any text in the path, and text with such a name.
 */
export function idPaths(endpoint: Endpoint): string[] {
  const found = new Set<string>();
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    // As sent and as parsed: converted fields show their type on one side only.
    for (const io of ['input', 'output'] as const) {
      collect(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json, part, found);
    }
  }
  return [...found];
}

function collect(schema: Json, path: string, found: Set<string>): void {
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    collect(one as Json, path, found);
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) collect(inner as Json, `${path}.${name}`, found);
  const keys = (schema.propertyNames as Json | undefined)?.enum ?? [];
  for (const key of keys) collect(schema.additionalProperties as Json, `${path}.${key}`, found);
  const items = [...(schema.prefixItems ?? []), ...(schema.items ? [schema.items] : [])];
  for (const item of items.flat()) collect(item as Json, `${path}[]`, found);
  if (isId(schema, path)) found.add(path);
}

function isId({ type, format, enum: values, const: fixed, exclusiveMinimum, maximum }: Json, path: string): boolean {
  if (values !== undefined || fixed !== undefined) return false;
  if (type === 'integer') return exclusiveMinimum === 0 && maximum === Number.MAX_SAFE_INTEGER;
  if (type !== 'string') return false;
  return format === 'uuid' || path.startsWith('params.') || NAMES_A_RECORD.test(path);
}

const stepsOf = (path: string) => path.replaceAll('[]', '.[]').split('.');

/** A call's value at a place, the first of several; undefined if none. */
export function valueAt(input: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((value, step) => {
    if (step === '[]') return Array.isArray(value) ? value[0] : undefined;
    return (value as Record<string, unknown> | null | undefined)?.[step] ?? undefined;
  }, input);
}

/**
 * The call with another value at a place and nothing else changed; in a list, both instead of its first value and
 * beside it.
 */
export function withValueAt<I>(input: I, path: string, value: unknown): I[] {
  return swap(input, stepsOf(path), value) as I[];
}

function swap(given: unknown, [step, ...rest]: string[], value: unknown): unknown[] {
  if (step === undefined) return [value];
  if (step === '[]') {
    const [first, ...others] = given as unknown[];
    return swap(first, rest, value).flatMap((one) => [
      [one, ...others],
      [first, ...others, one],
    ]);
  }
  const whole = given as Record<string, unknown>;
  return swap(whole[step], rest, value).map((one) => ({ ...whole, [step]: one }));
}

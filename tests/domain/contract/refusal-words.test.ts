import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '../../../domain/calls';
import { INVITED_ORG_REQUIRED } from '../../../domain/chat/invite';
import type { Endpoint } from '../../../domain/contract/endpoint';
import '../../../domain/contract/plain-words';
import { schemaWords } from '../../support/schema-words';

const SENT = 'sentByNobody';
/** What no field takes all of: each breaks another rule of a schema. */
const WRONG = [undefined, null, '', ' ', 'x', SENT, 'x\ny', -1.5, 1e15, true, [], {}, { [SENT]: 1 }, [{}], ['x']];
const TOO_LONG = 'y'.repeat(70_000);
const TOO_MANY = Array.from({ length: 12_000 }, () => 1);

type Def = { type: string } & Record<string, unknown>;
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** The schemas within a schema, each with the name of its field. */
function* parts(schema: z.ZodType, name: string, seen = new Set<z.ZodType>()): Generator<[string, z.ZodType]> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield [name, schema];
  const def = defOf(schema);
  if (schema instanceof z.ZodObject) {
    for (const [field, part] of Object.entries(schema.shape)) yield* parts(part as z.ZodType, field, seen);
  }
  const within = [def.innerType, def.element, def.in, def.out, def.left, def.right, def.valueType, def.keyType];
  for (const part of [...within, def.options, def.items].flat()) {
    if (part instanceof z.ZodType) yield* parts(part, name, seen);
  }
}

function messages({ issues }: z.ZodError): string[] {
  return issues.flatMap((issue) => [
    issue.message,
    ...(issue.code === 'invalid_union' ? issue.errors.flatMap((each) => each.map(({ message }) => message)) : []),
  ]);
}

/** Lists of thousands only where a list is asked for, as each entry is judged. */
const wrongFor = (schema: z.ZodType) =>
  schema instanceof z.ZodArray ? [...WRONG, TOO_MANY] : schema instanceof z.ZodString ? [...WRONG, TOO_LONG] : WRONG;

/** What a schema says of values that it doesn't take. */
function refusals(schema: z.ZodType, values: readonly unknown[]): Set<string> {
  const said = values.map((value) => {
    try {
      return schema.safeParse(value).error;
    } catch {
      // Rules of a whole form count on its fields, which the form has checked before.
      return undefined;
    }
  });
  return new Set(said.flatMap((error) => (error ? messages(error) : [])));
}

const calls = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);

describe('what a call says of input it can’t take has no word of a schema', () => {
  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, { query, body }) => {
    const odd: string[] = [];
    for (const input of [query, body]) {
      if (!input) continue;
      for (const [field, schema] of parts(input, '')) {
        for (const sentence of refusals(schema, wrongFor(schema))) {
          const words = schemaWords(sentence, [SENT]);
          if (words.length > 0 && sentence !== INVITED_ORG_REQUIRED)
            odd.push(`${field}: “${sentence}” says ${words.join(', ')}`);
        }
      }
    }
    expect(odd).toEqual([]);
  });
});

test.each([
  [z.enum(['copy', 'current']), 'Choose copy or current'],
  [z.enum(['PICK_LIST', 'INVOICE']), 'Choose pick list or invoice'],
  [z.enum(['a', 'b', 'c', 'd', 'e', 'f', 'g']), 'Choose one from the list'],
  [z.literal(true), 'Must be yes'],
  [z.string().min(2), 'Must be 2 characters or more'],
  [z.string().min(9).max(1), 'Must be 9 characters or more'],
  [z.email(), 'Enter an email address'],
  [z.union([z.number(), z.null()]), 'Check what you entered'],
])('%# says what to do: %s', (schema, sentence) => {
  expect(schema.safeParse('x').error?.issues[0]?.message).toBe(sentence);
});

test('amounts are counted in words', () => {
  expect(z.string().max(1).safeParse('xx').error?.issues[0]?.message).toBe('Must be 1 character or fewer');
  expect(z.array(z.string()).max(2).safeParse(['', '', '']).error?.issues[0]?.message).toBe(
    'Must be 2 entries or fewer',
  );
  expect(z.number().max(12_000).safeParse(1e9).error?.issues[0]?.message).toBe('Must be 12,000 or less');
  expect(z.number().positive().safeParse(0).error?.issues[0]?.message).toBe('Must be greater than 0');
  expect(z.number().lt(1_000).safeParse(1_000).error?.issues[0]?.message).toBe('Must be less than 1,000');
});

import type { z } from 'zod';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { EARLIEST_DATE, LATEST_DATE } from '../../../domain/dates';

type Def = Record<string, unknown> & { type: string };

/** Entries of a list without a limit of its own, and characters of a text: the size of its body bounds them. */
const MANY = 2_000;
const LONG = 20_000;
/** Bytes of a body, with room for what JSON adds. */
const MOST_BYTES = 200_000;

/** A call's good input made as dear as its schema allows: longest time, largest page, longest texts, most entries. */
export function dearestInput(endpoint: Endpoint, good: CallInput<Endpoint>): CallInput<Endpoint> {
  const input: Record<string, unknown> = { ...(good as object) };
  // An address names one thing, however long.
  for (const part of ['query', 'body'] as const) {
    const schema = endpoint[part] as z.ZodType | undefined;
    const bytes = part === 'query' ? 4_000 : Math.min(endpoint.bodyLimit ?? MOST_BYTES, 1_000_000) * 0.8;
    if (schema) input[part] = fitting(bytes, (share) => dearest(schema, input[part], '', share));
  }
  return input as CallInput<Endpoint>;
}

/** The largest that fits, by halves. */
function fitting(bytes: number, make: (share: number) => unknown): unknown {
  for (let share = 1; share > 1e-4; share /= 2) {
    const made = make(share);
    if (JSON.stringify(made ?? null).length <= bytes) return made;
  }
  return make(0);
}

function dearest(schema: z.ZodType, given: unknown, name: string, share: number): unknown {
  const def = schema._zod.def as unknown as Def;
  const inside = (inner: unknown, value: unknown = given) => dearest(inner as z.ZodType, value, name, share);
  if (schema.safeParse(EARLIEST_DATE).success && !schema.safeParse('no date').success) {
    return name.endsWith('From') ? EARLIEST_DATE : LATEST_DATE;
  }
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape as Record<string, z.ZodType>).map(([key, inner]) => {
        const said = (given as Record<string, unknown> | null | undefined)?.[key];
        return [key, dearest(inner, said, key, share)] as const;
      });
      return Object.fromEntries(entries.filter(([key, value]) => value !== undefined && !key.endsWith('Rel')));
    }
    case 'array': {
      const most = Math.min(limitOf(def, 'max_length', 'maximum') ?? MANY, MANY);
      const first = Array.isArray(given) ? given[0] : undefined;
      const one = inside(def.element, first);
      if (one === undefined) return given;
      const count = Math.max(1, Math.floor(most * share));
      return Array.from({ length: count }, (_, at) => (typeof one === 'number' && at > 0 ? one + at : one));
    }
    case 'string': {
      const most = limitOf(def, 'max_length', 'maximum') ?? LONG;
      const long = 'ab '.repeat(Math.ceil((most * share) / 3)).slice(0, Math.max(2, Math.floor(most * share) - 1));
      const ends = `${long.slice(0, -1)}x`;
      return schema.safeParse(ends).success ? ends : given;
    }
    case 'number': {
      const most = limitOf(def, 'less_than', 'value');
      return /PerPage$|[sS]ize$|^limit$/.test(name) && most !== undefined ? most : (given ?? anId(schema));
    }
    case 'pipe':
      return inside((def.in as z.ZodType)._zod.def.type === 'transform' ? def.out : def.in);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inside(def.innerType);
    default:
      return given;
  }
}

const anId = (schema: z.ZodType) => (schema.safeParse(1).success ? 1 : undefined);

function limitOf(def: Def, check: string, field: string): number | undefined {
  const checks = (def.checks ?? []) as { _zod: { def: Record<string, unknown> } }[];
  const found = checks.map(({ _zod }) => _zod.def).find((one) => one.check === check);
  return typeof found?.[field] === 'number' ? found[field] : undefined;
}

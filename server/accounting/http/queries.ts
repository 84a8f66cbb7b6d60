import { z } from 'zod';
import type { BooksOf } from '../books';
import type { BooksCalls } from './calls';
import type { WireKind } from './wire';

export const PAGE_SIZE = 1_000;
/** Values named in one query, which goes in an address. */
const MOST_NAMED = 100;

type Queried = WireKind | 'Account';

/** A text within a query's quotes. */
export const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/'/g, "\\'");

type Asked = { conditions: readonly string[]; limit: number; after?: number; order?: string; isPerson?: true };

/** Reads with their query language, which knows no "or": many values are asked for in portions. */
export function queriesOf(calls: BooksCalls) {
  async function query<S extends z.ZodType>(
    of: BooksOf,
    kind: Queried,
    record: S,
    asked: Asked,
  ): Promise<z.output<S>[]> {
    const { conditions, limit, after = 0, order, isPerson } = asked;
    const text = [
      `select * from ${kind}`,
      ...(conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : []),
      ...(order === undefined ? [] : [`orderby ${order}`]),
      `startposition ${after + 1} maxresults ${limit}`,
    ].join(' ');
    const reply = z.object({ QueryResponse: z.object({ [kind]: z.array(record).optional() }) });
    const what = `query ${kind.toLowerCase()}`;
    const { QueryResponse } = await calls.call(of, reply, {
      what,
      path: 'query',
      query: { query: text },
      ...(isPerson && { isPerson }),
    });
    return (QueryResponse as Record<string, z.output<S>[] | undefined>)[kind] ?? [];
  }

  async function page<S extends z.ZodType>(
    of: BooksOf,
    kind: Queried,
    record: S,
    conditions: readonly string[],
    after: number,
  ) {
    const records = await query(of, kind, record, {
      conditions,
      limit: PAGE_SIZE,
      after,
      order: 'MetaData.CreateTime',
    });
    return { records, isLast: records.length < PAGE_SIZE };
  }

  async function all<S extends z.ZodType>(of: BooksOf, kind: Queried, record: S, conditions: readonly string[]) {
    const found: z.output<S>[] = [];
    for (;;) {
      const { records, isLast } = await page(of, kind, record, conditions, found.length);
      found.push(...records);
      if (isLast) return found;
    }
  }

  async function byValues<S extends z.ZodType>(
    of: BooksOf,
    kind: Queried,
    record: S,
    field: string,
    values: readonly string[] = [],
  ): Promise<z.output<S>[]> {
    const found: z.output<S>[] = [];
    for (let at = 0; at < values.length; at += MOST_NAMED) {
      const named = values.slice(at, at + MOST_NAMED).map((value) => `'${escaped(value)}'`);
      found.push(...(await all(of, kind, record, [`${field} in (${named.join(', ')})`])));
    }
    return found;
  }

  return { query, page, all, byValues };
}
export type Queries = ReturnType<typeof queriesOf>;

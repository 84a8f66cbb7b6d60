import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { DomainError } from '../../domain/errors';
import { isNullable, readRows, type SortKeys, sortedBy } from './page';
import { QUERY_CANCELLED, sqlState } from './transact';

export type BatchQuery = {
  table: SQL;
  where: SQL;
  keys: SortKeys;
  descending: boolean;
  /** What each row of a batch is made of; all of `table` unless said. */
  row?: SQL;
  /** What to select of the batch's rows, which are `o`. */
  columns: SQL;
};

type BatchOptions = {
  pool: pg.Pool;
  /** Ends the reading, and cancels the statement under way. */
  gone: AbortSignal;
  /** Raises TOO_LARGE when more rows match, with these words. */
  most: number;
  tooMany: string;
};

const BATCH = 1_000;

type Placed = { place: (string | null)[] };

/**
 * Every row that matches, in order, a batch at a time: each statement goes on behind the last row of the one before, so
 * no transaction stays open while somebody reads slowly, and no more than a batch is held. The first is read at once.
 */
export async function openBatches<Row>(query: BatchQuery, options: BatchOptions): Promise<AsyncIterable<Row[]>> {
  const { pool, gone, most, tooMany } = options;
  const beyond = sql`select from ${query.table} where ${query.where} offset ${most} limit 1`;
  if ((await readUnlessGone(pool, beyond, gone)).length > 0) throw new DomainError('TOO_LARGE', tooMany);
  const read = (after: Placed | undefined) => readUnlessGone<Row & Placed>(pool, batchAfter(query, after), gone);
  return batches(await read(undefined), read);
}

async function* batches<Row extends Placed>(
  first: Row[],
  read: (after: Placed) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let rows = first; rows.length > 0; ) {
    yield rows;
    const last = rows.at(-1);
    rows = last && rows.length === BATCH ? await read(last) : [];
  }
}

function batchAfter({ table, where, keys, descending, row, columns }: BatchQuery, after: Placed | undefined): SQL {
  const place = sql.join(
    keys.map((key) => sql`(${key})::text`),
    sql`, `,
  );
  const rest = after === undefined ? where : sql`${where} and ${behind(keys, descending, after.place)}`;
  return sql`select ${columns}, o.place from (
    select ${row ?? sql`*`}, array[${place}] as place from ${table} where ${rest} ${sortedBy(keys, descending)} limit ${BATCH}
  ) as o`;
}

/** What comes behind a place in the order `sortedBy` gives; only the first key may be blank, which is the least. */
function behind(keys: SortKeys, descending: boolean, place: Placed['place']): SQL {
  const tuple = (values: readonly unknown[]) =>
    sql`(${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`;
  const further = (from: number) =>
    sql`${tuple(keys.slice(from))} ${sql.raw(descending ? '<' : '>')} ${tuple(place.slice(from))}`;
  const [first] = keys;
  if (first === undefined || !isNullable(first)) return further(0);
  if (place[0] !== null) return descending ? sql`(${further(0)} or ${first} is null)` : further(0);
  const amongBlanks = sql`(${first} is null and ${further(1)})`;
  return descending ? amongBlanks : sql`(${amongBlanks} or ${first} is not null)`;
}

/**
 * As `readRows`, on a connection of its own whose statement is cancelled in the database when the signal fires; then
 * there are no rows.
 */
async function readUnlessGone<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: SQL,
  gone: AbortSignal,
): Promise<Row[]> {
  if (gone.aborted) return [];
  const client = await pool.connect();
  // The driver knows it and its types do not say so.
  const { processID } = client as pg.PoolClient & { processID: number };
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {});
  };
  gone.addEventListener('abort', cancel);
  try {
    return await readRows<Row>(client, query);
  } catch (error) {
    if (gone.aborted && sqlState(error) === QUERY_CANCELLED) return [];
    throw error;
  } finally {
    gone.removeEventListener('abort', cancel);
    await cancelling;
    // A cancellation that comes late would hit whoever has the connection next.
    client.release(cancelling !== undefined);
  }
}

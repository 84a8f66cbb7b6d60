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
  /** What is read of each row. */
  columns: SQL;
  /** Limits a table's rows before subqueries in `columns` run, which is faster; see `spansOrganizations` of a list. */
  limitsFirst?: boolean;
};

type BatchOptions = {
  pool: pg.Pool;
  /** Stops reading, and cancels the running statement. */
  gone: AbortSignal;
  /** Raises TOO_LARGE with this message when more rows match. */
  most: number;
  tooMany: string;
};

const BATCH = 1_000;

type Placed = { place: (string | null)[] };

/**
 * Every matching row, in order, in keyset batches: no transaction stays open during slow reads, and memory holds one
 * batch. The first batch is read immediately.
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

function batchAfter(query: BatchQuery, after: Placed | undefined): SQL {
  const { table, where, keys, descending, columns, limitsFirst = false } = query;
  const place = sql.join(
    keys.map((key) => sql`(${key})::text`),
    sql`, `,
  );
  const rest = after === undefined ? where : sql`${where} and ${behind(keys, descending, after.place)}`;
  const rows = sql`from ${table} where ${rest} ${sortedBy(keys, descending)} limit ${BATCH}`;
  if (!limitsFirst) return sql`select ${columns}, array[${place}] as place ${rows}`;
  return sql`select ${columns}, place from (select *, array[${place}] as place ${rows}) as ${table}`;
}

/**
 * The condition for rows after a position in the order of `sortedBy`; only the first key may be null, which sorts
 * lowest.
 */
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
 * Like `readRows`, on its own connection, cancelling the statement in the database when the signal aborts, which ends
 * the rows.
 */
async function readUnlessGone<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: SQL,
  gone: AbortSignal,
): Promise<Row[]> {
  if (gone.aborted) return [];
  const client = await pool.connect();
  // Supported by the driver but missing in its types.
  const { processID } = client as pg.PoolClient & { processID: number };
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = pool.query('select pg_cancel_backend($1::int)', [processID]).catch(() => {});
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
    // A late cancellation would hit the connection's next user.
    client.release(cancelling !== undefined);
  }
}

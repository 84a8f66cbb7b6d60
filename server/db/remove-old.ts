import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';

/** Of 8 kB each: some thousands of rows. */
const PORTION = 64;

/**
 * Deletes the rows of a table of one machine that are old. It is walked once, a portion of its pages a statement, so that
 * none holds locks for long, and a million rows take ten times what a hundred thousand do.
 */
export async function removeOld(db: Db, table: PgTable, isOld: SQL): Promise<void> {
  const pages = await pagesOf(db, table);
  for (let first = 0; first < pages; first += PORTION) {
    const [from, until] = [first, first + PORTION].map((page) => sql`${`(${page},0)`}::tid`);
    await db.execute(sql`delete from ${table} where ctid >= ${from} and ctid < ${until} and ${isOld}`);
  }
}

/** A cluster keeps the rows of a table that names shared ones elsewhere, so its size says nothing: its last row does. */
async function pagesOf(db: Db, table: PgTable): Promise<number> {
  const { rows } = await db.execute<{ pages: number }>(
    sql`select (pg_relation_size(${getTableName(table)}::regclass) / current_setting('block_size')::int)::int as pages`,
  );
  if (rows[0]?.pages) return rows[0].pages;
  const { rows: ends } = await db.execute<{ last: string | null }>(sql`select max(ctid)::text as last from ${table}`);
  const [, page] = ends[0]?.last?.match(/^\((\d+),/) ?? [];
  return page === undefined ? 0 : Number(page) + 1;
}

/** More than so many days before now. */
export const daysAgo = (days: number): SQL => sql`now() - make_interval(days => ${days})`;

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
  const { rows } = await db.execute<{ pages: number }>(
    sql`select (pg_relation_size(${getTableName(table)}::regclass) / current_setting('block_size')::int)::int as pages`,
  );
  const pages = rows[0]?.pages ?? 0;
  for (let first = 0; first < pages; first += PORTION) {
    const [from, until] = [first, first + PORTION].map((page) => sql`${`(${page},0)`}::tid`);
    await db.execute(sql`delete from ${table} where ctid >= ${from} and ctid < ${until} and ${isOld}`);
  }
}

/** More than so many days before now. */
export const daysAgo = (days: number): SQL => sql`now() - make_interval(days => ${days})`;

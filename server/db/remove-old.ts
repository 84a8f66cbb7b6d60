import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';

const PORTION = 1_000;

/** Deletes the rows of a table of one machine that are old, a portion a statement, so that none holds locks for long. */
export async function removeOld(db: Db, table: PgTable, isOld: SQL): Promise<void> {
  for (let count = PORTION; count === PORTION; ) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid = any (array(select ctid from ${table} where ${isOld} limit ${PORTION}))`,
    );
    count = rowCount ?? 0;
  }
}

/** More than so many days before now. */
export const daysAgo = (days: number): SQL => sql`now() - make_interval(days => ${days})`;

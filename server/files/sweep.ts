import { getTableColumns, is, sql } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Services } from '../context';
import type { Db } from '../db/client';
import * as schema from '../db/schema';
import { addressOf } from './store';
import { beginSweep, maySweep } from './store-mark';

/**
 * How old a file must be: an upload has been saved by then, and nobody looks at a page from before it was replaced. Twice
 * as long as from one sweep to the next: a copy of the database that is the first to sweep knows all that is older.
 */
export const OLD_MS = 2 * 24 * 60 * 60 * 1000;

/** Every column that names a file: by rule, those whose names end in `image_uri`. */
export const FILE_COLUMNS: readonly { table: PgTable; column: PgColumn }[] = Object.values<unknown>(schema)
  .filter((one) => is(one, PgTable))
  .flatMap((table) =>
    Object.values<PgColumn>(getTableColumns(table))
      .filter(({ name }) => name.endsWith('image_uri'))
      .map((column) => ({ table, column })),
  );

/**
 * Removes files that no record names: replaced or removed ones, and uploads that were never saved. Only from a store that
 * is surely this database's.
 */
export async function sweepFiles(
  { database, files, log }: Pick<Services, 'database' | 'files' | 'log'>,
  now = new Date(),
): Promise<void> {
  const store = { db: database.db, files, log };
  if (!(await beginSweep(store))) return;
  let removed = 0;
  for await (const listed of files.list()) {
    const old = listed.filter(({ storedAt }) => now.getTime() - storedAt.getTime() > OLD_MS).map(({ name }) => name);
    const inUse = await namedAmong(database.db, old.map(addressOf));
    const orphans = old.filter((name) => !inUse.has(addressOf(name)));
    if (orphans.length === 0) continue;
    if (!(await maySweep(store))) return;
    await files.remove(orphans);
    removed += orphans.length;
  }
  log.info({ removed }, 'files swept');
}

async function namedAmong(db: Db, addresses: readonly string[]): Promise<ReadonlySet<unknown>> {
  const named = new Set<unknown>();
  if (addresses.length === 0) return named;
  for (const { table, column } of FILE_COLUMNS) {
    const rows = await db
      .selectDistinct({ uri: column })
      .from(table)
      .where(sql`${column} = any (${sql.param([...addresses])})`);
    for (const { uri } of rows) named.add(uri);
  }
  return named;
}

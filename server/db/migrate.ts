import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { root } from '../config';
import { SEARCH_TEXT } from './search-text';

const migrationsFolder = join(root, 'server/db/migrations');

/** Any number, the same in all our processes. */
const MIGRATION_LOCK = 7_264_101;

/** The database was created by other migrations (another version) and can't be upgraded. */
export class OtherSchema extends Error {
  override name = 'OtherSchema';
}

/**
 * Brings the database at this address up to date, then seeds it. Processes that start together take turns: the first
 * does the work. No time limits, since an index over millions of rows may take long. Raises OtherSchema, changing
 * nothing, if another version created the database; with `orEmpty`, empties it and starts over.
 */
export async function migrateDatabase(
  url: string,
  fill = async () => {},
  { orEmpty = false }: { orEmpty?: boolean } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'verdant migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!(await isOurs(client))) {
      if (!orEmpty) throw new OtherSchema();
      await client.query('drop schema if exists public, drizzle, jobs cascade; create schema public');
    }
    // Needed for searching inside names; the generated migrations create neither extensions nor functions.
    await client.query('create extension if not exists pg_trgm');
    await client.query(SEARCH_TEXT);
    await migrate(drizzle(client), { migrationsFolder });
    await fill();
  } finally {
    await client.end();
  }
}

/** Whether every migration applied to the database is one of ours. */
async function isOurs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as applied`);
  if (rows[0]?.applied === null) return true;
  const applied = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash));
  return applied.rows.every(({ hash }) => known.has(hash));
}

/** A short name of the schema after all migrations; changes with any of them. */
export async function migrationsHash(): Promise<string> {
  const journal = await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  const hash = createHash('sha256').update(journal).update(SEARCH_TEXT);
  for (const { tag } of entries) hash.update(await readFile(join(migrationsFolder, `${tag}.sql`)));
  return hash.digest('hex').slice(0, 16);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../config';
import { readAddress } from './connection/address';
import { ownClient } from './connection/own-client';
import { refuseSharedSessions } from './connection/pooler';
import { type Migration, readMigrations } from './migration-files';
import { BOOKKEEPING, exists, readSchemaState, type SchemaState } from './schema-state';
import { SEARCH_TEXT } from './search-text';

/** Any number, the same in all our processes; a restore takes it as well. */
export const MIGRATION_LOCK = 7_264_101;
const TURN_PAUSE_MS = 100;

/** This version can't run on the database's schema as it is. Its message says what to do. */
export class UnusableSchema extends StartError {
  override name = 'UnusableSchema';
}

export type MigrateOptions = {
  /** `never` only looks: it refuses a schema that lacks a migration. */
  readonly migrate?: 'start' | 'never';
  /** Empties a database whose schema can't be used, and starts over. Whoever sets it has asked whether that may be. */
  readonly orEmpty?: boolean;
  /** Where the migrations are, by default this version's. */
  readonly folder?: string | undefined;
};

/**
 * Brings the database at this address up to date, then fills it. Processes that start together take turns: the first
 * does the work. No time limits, since an index over millions of rows may take long. A database that is ahead of this
 * version, and says that this version may run, is left as it is. Raises UnusableSchema, changing nothing, if it can't
 * be used.
 */
export async function migrateDatabase(
  url: string,
  fill = async () => {},
  { migrate = 'start', orEmpty = false, folder }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder);
  const connectionString = readAddress(url, 'DATABASE_URL');
  const client = ownClient({ connectionString, application_name: 'verdant migrations' });
  await client.connect();
  try {
    await refuseSharedSessions(client, connectionString);
    await waitForTurn(client);
    let state = await readSchemaState(client, migrations);
    let keptId: string | undefined;
    if (orEmpty && (state.kind === 'unknown' || state.kind === 'newer')) {
      keptId = await installationOf(client);
      await client.query('drop schema if exists public, drizzle, jobs cascade; create schema public');
      state = await readSchemaState(client, migrations);
    }
    refuseUnusable(state, migrate);
    if (state.kind === 'ahead' || migrate === 'never') return;
    // Needed for searching inside names; the generated migrations create neither extensions nor functions.
    await client.query('create extension if not exists pg_trgm');
    await client.query(SEARCH_TEXT);
    if (state.kind === 'behind') await apply(client, state.pending);
    // An emptied database's store of pictures stays its own.
    if (keptId) await client.query('update installation set id = $1', [keptId]);
    await fill();
  } finally {
    await client.end();
  }
}

/** Asks again and again: whoever waits within a statement holds up an index that is built concurrently, for ever. */
async function waitForTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK]);
    if (rows[0]?.mine) return;
    await sleep(TURN_PAUSE_MS);
  }
}

async function installationOf(client: pg.Client): Promise<string | undefined> {
  if (!(await exists(client, 'public.installation'))) return undefined;
  const { rows } = await client.query<{ id: string }>('select id from public.installation');
  return rows[0]?.id;
}

/** Those that can be are applied together or not at all; indexes are built concurrently on their own, again after a failure. */
async function apply(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  let together: Migration[] = [];
  for (const migration of pending) {
    if (!isConcurrent(migration)) together.push(migration);
    else {
      await applyTogether(client, together);
      together = [];
      for (const statement of migration.statements) await buildConcurrently(client, statement);
      await note(client, migration);
    }
  }
  await applyTogether(client, together);
}

async function applyTogether(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query('begin');
  await client.query(BOOKKEEPING);
  for (const migration of migrations) {
    for (const statement of migration.statements) await client.query(statement);
    await note(client, migration);
  }
  await client.query('commit');
}

const isConcurrent = ({ statements }: Migration): boolean => statements.some((one) => CONCURRENTLY.test(one));
const CONCURRENTLY = /^(?:create|drop) (?:unique )?index concurrently (?:if (?:not )?exists )?"(\w+)"/im;

/** Builds or drops an index while others write. What an earlier try left of it can't be used, and is built anew. */
async function buildConcurrently(client: pg.Client, statement: string): Promise<void> {
  const name = CONCURRENTLY.exec(statement)?.[1];
  if (name !== undefined) await client.query(`drop index concurrently if exists "${name}"`);
  await client.query(statement);
}

async function note(client: pg.Client, { hash, when, oldest }: Migration): Promise<void> {
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
  await client.query(
    `insert into drizzle.oldest_version (tag, hash) values ($1, $2)
         on conflict (only_one) do update set tag = excluded.tag, hash = excluded.hash`,
    [oldest.tag, oldest.hash],
  );
}

function refuseUnusable(state: SchemaState, migrate: 'start' | 'never'): void {
  if (state.kind === 'newer') {
    throw new UnusableSchema(
      `The database was upgraded by a newer version of Verdant, and only versions with the migration ${state.needs} run on it. Nothing was changed: start one of those.`,
    );
  }
  if (state.kind === 'unknown') {
    throw new UnusableSchema(
      'The database was made by other migrations than this version of Verdant has, or holds the tables of another program. Nothing was changed: start the version that made it, or set DATABASE_URL or DATA_DIR to another database.',
    );
  }
  if (state.kind === 'behind' && migrate === 'never') {
    const tags = state.pending.map(({ tag }) => tag).join(', ');
    throw new UnusableSchema(`The database lacks migrations (${tags}): run npm run migrate, or set MIGRATE to start.`);
  }
}

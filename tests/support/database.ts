import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { readConfig } from '../../server/config';
import { type Database, openDatabase } from '../../server/db/client';
import { distribute, settingsOf } from '../../server/db/distribute';
import { migrateDatabase } from '../../server/db/migrate';
import { migrationsHash } from '../../server/db/migration-files';
import { loadKeys } from '../../server/identity/keys';
import { prepareJobs } from '../../server/jobs';
import { openLog } from '../../server/log';
import {
  allowTriggers,
  dropDatabase,
  freeDatabase,
  isCluster,
  joinMachines,
  machines,
  onDatabase,
  onMachine,
} from './cluster';
import { inMemory } from './folders';

/** The address of the run's PostgreSQL; set once by `tests/support/postgres.ts`. */
const ADMIN_URL = 'VERDANT_TEST_PG';
const TEMPLATE_LOCK = 7_264_102;
/** The cheapest way to copy a database: its files if they are in memory, else through the log. */
const STRATEGY = inMemory ? 'file_copy' : 'wal_log';

export type TestDatabase = {
  readonly url: string;
  readonly database: Database;
  /** Closes the pools and drops the database, even with open connections. */
  drop(): Promise<void>;
};

/** The address of an empty database without tables; dropped with the run. */
export async function createBareDatabase(): Promise<string> {
  const name = newName();
  await administer((client) => client.query(`create database ${name}`));
  return addressOf(name);
}

/** This test file's own migrated, empty database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(await makeTemplate('migrated', prepare));
}

/** This test file's own database with the demo data. */
export async function createSeededDatabase(): Promise<TestDatabase> {
  return copyTemplate(await makeTemplate('seeded', seed));
}

/** The same with the demo of a day, for files that look at it as a whole. */
export async function createDemoDatabase(now: Date): Promise<TestDatabase> {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '_');
  return copyTemplate(
    await makeTemplate(`demo_${day}`, async (database) => {
      const { seedDemo } = await import('../../server/seed');
      await seedDemo(database, { now });
    }),
  );
}

/** What the first server on a database makes, slowly: the queues, and the keys that sign and verify tokens. */
async function prepare(database: Database): Promise<void> {
  await loadKeys(database.db);
  await prepareJobs(database, openLog('silent'));
}

async function seed(database: Database): Promise<void> {
  const { seedIfEmpty } = await import('../../server/seed');
  await seedIfEmpty(database, readConfig({ SEED: 'demo', LOG_LEVEL: 'silent' }), { info: () => {} });
  await prepare(database);
}

async function filling(url: string, fill: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(url, { max: 4, statementTimeout: 0 });
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}

async function copyTemplate(template: string): Promise<TestDatabase> {
  const name = newName();
  await everywhere(async (client) => {
    await freeDatabase(client, template);
    await client.query(`create database ${name} template ${template} strategy ${STRATEGY}`);
    if (isCluster) for (const setting of settingsOf(name)) await client.query(setting);
  });
  const url = addressOf(name);
  const database = openDatabase(url, { max: 10 });
  return {
    url,
    database,
    drop: async () => {
      await database.close();
      await everywhere((client) => dropDatabase(client, name));
    },
  };
}

/** Built once per run under another name and renamed when complete, so nobody copies half of it. */
async function makeTemplate(kind: string, fill: (database: Database) => Promise<void>): Promise<string> {
  const name = `${kind}_${await migrationsHash()}`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await everywhere(async (machine) => {
      await machine.query(`drop database if exists ${unfinished} with (force)`);
      await machine.query(`create database ${unfinished}`);
    });
    if (isCluster) await joinMachines(unfinished);
    await migrateDatabase(addressOf(unfinished));
    if (isCluster) await distribute(addressOf(unfinished));
    await filling(addressOf(unfinished), fill);
    await everywhere(async (machine) => {
      await freeDatabase(machine, unfinished);
      await machine.query(`alter database ${unfinished} rename to ${name}`);
    });
  });
  return name;
}

function newName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

const administer = <Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> => onMachine(adminUrl(), act);

/** On the run's PostgreSQL, or on each machine of a cluster. */
async function everywhere(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  for (const machine of machines.length > 0 ? machines : [adminUrl()]) await onMachine(machine, act);
}

const addressOf = (database: string): string => allowTriggers(onDatabase(adminUrl(), database));

function adminUrl(): string {
  const url = process.env[ADMIN_URL];
  if (!url) throw new Error(`${ADMIN_URL} is not set: run the tests with npm test, or npx vitest run --project server`);
  return url;
}

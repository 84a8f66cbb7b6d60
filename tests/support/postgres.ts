import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from '../../server/config';
import { launchPostgres } from '../../server/db/embedded';
import { restartByClock } from './clock';
import { isCluster, machines, onMachine } from './cluster';
import { makeFolder, removeAbandoned } from './folders';

/** Projects that run the product; others need neither database nor build. */
const LAUNCHES = new Set(['server', 'e2e']);

/** Skips durability and maintenance, which a database for one run doesn't need. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  autovacuum: 'off',
  // Several files run at once, each with up to three server processes of its own.
  max_connections: '500',
};

/** One PostgreSQL for the whole run, in its own folder; it needn't survive a crash, so it skips disk syncs. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const names = project.vitest.projects.map(({ name }) => name).filter((name) => LAUNCHES.has(name));
  if (names.length === 0) return undefined;
  if (!process.env.VERDANT_TEST_BUILT) build(names.includes('e2e') ? ['client', 'server'] : ['server']);
  if (isCluster) process.env.VERDANT_TEST_PG = machines[0];
  if (process.env.VERDANT_TEST_PG) return undefined;
  removeAbandoned();
  const dataDir = makeFolder('verdant-test-');
  const postgres = await launchPostgres({
    dataDir,
    log: { info: () => {}, error: console.error },
    settings: SETTINGS,
  });
  const stop = process.env.FAKETIME ? await restartByClock(dataDir) : async () => {};
  await cheapenPassword(postgres.url);
  await trustSocket(join(dataDir, 'postgres'), postgres.url);
  // By its socket, and by its port for whoever puts a proxy in between.
  process.env.VERDANT_TEST_PG = postgres.socketUrl;
  return async () => {
    await stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Each connection derives its key anew, by default with thousands of rounds. */
async function cheapenPassword(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await onMachine(url, async (client) => {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role ${username} password ${client.escapeLiteral(password)}`);
  });
}

/** Has nobody prove who they are at the socket, which lies in the run's own folder: a file of tests connects some 25 times. */
async function trustSocket(folder: string, url: string): Promise<void> {
  const rules = join(folder, 'pg_hba.conf');
  await writeFile(rules, `local all all trust\n${await readFile(rules, 'utf8')}`);
  await onMachine(url, (client) => client.query('select pg_reload_conf()'));
}

function build(parts: string[]): void {
  execFileSync(process.execPath, ['scripts/build.mjs', ...parts], { cwd: root, stdio: 'inherit' });
}

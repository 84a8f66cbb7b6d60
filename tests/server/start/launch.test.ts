import { existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../server/free-port';
import { createBareDatabase, createTestDatabase } from '../../support/database';
import {
  copyDataDir,
  embeddedPostgres,
  makeDataDir,
  refusedStart,
  startVerdant,
  type Verdant,
} from '../../support/process';

/** A folder that the first server on it made, and left. */
let used: Awaited<ReturnType<typeof makeDataDir>>;

beforeAll(async () => {
  used = await makeDataDir();
  const first = await startVerdant({ DATA_DIR: used.path });
  expect(await first.stop()).toBe(0);
});
afterAll(() => used.remove());

describe('a start that cannot succeed', () => {
  it('says why in one line and exits with 1', async () => {
    const { code, said } = await refusedStart({ PORT: 'web' });
    expect(said).toEqual(['PORT ("web") is not valid: set a whole number from 1 to 65535.']);
    expect(code).toBe(1);
  });

  it('names the database that doesn’t respond', async () => {
    const { code, said } = await refusedStart({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' });
    expect(said).toEqual([expect.stringMatching(/^DATABASE_URL cannot be used/)]);
    expect(code).toBe(1);
  });

  it('says what to do about a database of other migrations, and leaves it unchanged', async () => {
    const { url, database, drop } = await createTestDatabase();
    const { pool } = database;
    await pool.query(`update drizzle.__drizzle_migrations set hash = 'of another version'`);
    await pool.query(`insert into site_flags (slug) values ('kept')`);
    const { code, said } = await refusedStart({ DATABASE_URL: url });
    expect(said).toEqual([expect.stringMatching(/^The database was made by other migrations.*Nothing was changed/)]);
    expect(code).toBe(1);
    expect((await pool.query('select slug from site_flags')).rows).toEqual([{ slug: 'kept' }]);
    await drop();
  });
});

describe('with one Verdant running on a data folder', () => {
  let verdant: Verdant;

  beforeAll(async () => {
    verdant = await startVerdant({ DATA_DIR: used.path });
  });
  afterAll(() => verdant.stop());

  it('serves, and lists the stand-ins it uses', async () => {
    expect((await fetch(`${verdant.url}/health`)).status).toBe(200);
    expect(verdant.output()).toContain('local PostgreSQL');
  });

  it('a second start on the same folder says so and stops, and the first continues', async () => {
    const { code, said } = await refusedStart({ DATA_DIR: used.path });
    expect(said).toEqual([expect.stringMatching(/^Another Verdant is running on .*DATA_DIR/)]);
    expect(code).toBe(1);
    expect((await fetch(`${verdant.url}/health`)).status).toBe(200);
  });

  it('asks its database by the socket in a folder nobody else may enter', async () => {
    const { url } = await embeddedPostgres(used.path);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `select distinct client_addr from pg_stat_activity where application_name = 'verdant'`,
    );
    await client.end();
    expect(rows).toEqual([{ client_addr: null }]);
    expect(statSync(join(used.path, 'postgres')).mode & 0o077).toBe(0);
  });

  it('a second server on another port shares the database by its address', async () => {
    const { url } = await embeddedPostgres(used.path);
    const second = await startVerdant({ DATABASE_URL: url });
    expect((await fetch(`${second.url}/health`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
  });
});

it('servers that start at once on one empty database all come up', async () => {
  const DATABASE_URL = await createBareDatabase();
  const servers = await Promise.all([startVerdant({ DATABASE_URL }), startVerdant({ DATABASE_URL })]);
  for (const { url } of servers) expect((await fetch(`${url}/api/public-site-flags`)).status).toBe(200);
  expect(await Promise.all(servers.map(({ stop }) => stop()))).toEqual([0, 0]);
});

describe('a port in use', () => {
  let squatter: Server;
  const port = freePort();

  beforeAll(async () => {
    squatter = createServer();
    const taken = await port;
    await new Promise<void>((done) => squatter.listen(taken, '127.0.0.1', done));
  });
  afterAll(() => {
    squatter.close();
  });

  it('gives one clear line and exit 1, and PostgreSQL is stopped again', async () => {
    const dataDir = await copyDataDir(used);
    const { code, said } = await refusedStart({ DATA_DIR: dataDir.path, PORT: String(await port) });
    expect(said).toEqual([expect.stringMatching(new RegExp(`^PORT ${await port} on 127.0.0.1 is in use`))]);
    expect(code).toBe(1);
    expect(existsSync(join(dataDir.path, 'postgres/postmaster.pid'))).toBe(false);
    await dataDir.remove();
  });
});

describe('stopping', () => {
  it('Ctrl-C lets pending requests finish, then stops PostgreSQL', async () => {
    const dataDir = await copyDataDir(used);
    const verdant = await startVerdant({ DATA_DIR: dataDir.path });
    const { url } = await embeddedPostgres(dataDir.path);
    const watcher = new pg.Client({ connectionString: url });
    watcher.on('error', () => {});
    await watcher.connect();

    await watcher.query('begin');
    await watcher.query('lock table site_flags in access exclusive mode');
    const answer = fetch(`${verdant.url}/api/public-site-flags`);
    await waitUntil(async () => (await watcher.query(WAITING)).rowCount === 1);
    const stopped = verdant.stop('SIGINT');
    // Like a terminal: the launcher gets the signal as well, and forwards it.
    verdant.stop('SIGINT');
    await waitUntil(() => isRefused(`${verdant.url}/health`));
    await watcher.query('commit');

    expect((await answer).status).toBe(200);
    expect(await stopped).toBe(0);
    expect(existsSync(join(dataDir.path, 'postgres/postmaster.pid'))).toBe(false);
    await dataDir.remove();
  });

  it('after kill -9 of the server and PostgreSQL, everything acknowledged is there', async () => {
    const dataDir = await copyDataDir(used);
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const verdant = await startVerdant({ DATA_DIR: dataDir.path });
      const { url, pid } = await embeddedPostgres(dataDir.path);
      const writer = new pg.Client({ connectionString: url });
      writer.on('error', () => {});
      await writer.connect();
      await writer.query('create table if not exists kept (n int)');
      const { rows } = await writer.query('select n from kept order by n');
      expect(rows.map((row) => row.n)).toEqual(expect.arrayContaining(acknowledged));

      const writing = writeUntilCut(writer, acknowledged);
      await waitUntil(async () => acknowledged.length >= (round + 1) * 50);
      process.kill(verdant.pid, 'SIGKILL');
      process.kill(pid, 'SIGKILL');
      await writing;
    }
    const verdant = await startVerdant({ DATA_DIR: dataDir.path });
    const { url } = await embeddedPostgres(dataDir.path);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    const { rows } = await reader.query('select n from kept');
    await reader.end();
    expect(rows.map((row) => row.n)).toEqual(expect.arrayContaining(acknowledged));
    expect(await verdant.stop()).toBe(0);
    await dataDir.remove();
  });

  it('after kill -9 of the server alone, the next one adopts the running PostgreSQL', async () => {
    const dataDir = await copyDataDir(used);
    const first = await startVerdant({ DATA_DIR: dataDir.path });
    const left = await embeddedPostgres(dataDir.path);
    await first.stop('SIGKILL');
    const second = await startVerdant({ DATA_DIR: dataDir.path });
    expect((await embeddedPostgres(dataDir.path)).pid).toBe(left.pid);
    expect(await second.stop()).toBe(0);
    expect(existsSync(join(dataDir.path, 'postgres/postmaster.pid'))).toBe(false);
    await dataDir.remove();
  });
});

const WAITING = `select from pg_stat_activity where application_name = 'verdant' and wait_event_type = 'Lock'`;

async function writeUntilCut(writer: pg.Client, acknowledged: number[]): Promise<void> {
  for (let n = acknowledged.length; ; n += 1) {
    try {
      await writer.query('insert into kept values ($1)', [n]);
      acknowledged.push(n);
    } catch {
      return;
    }
  }
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 20));
}

function isRefused(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}

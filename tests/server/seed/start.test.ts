import { execFile } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../../server/config';
import { openDatabase } from '../../../server/db/client';
import { organizations } from '../../../server/db/schema';
import { seedDemo, seedIfEmpty } from '../../../server/seed';
import { isCluster } from '../../support/cluster';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { COMPILED } from '../../support/process';

const NOW = new Date('2026-11-20T17:00:00Z');
const TABLES = [
  'orders',
  'order_line_items',
  'order_transitions',
  'order_payments',
  'stock_movements',
  'product_stock',
  'products',
  'customers',
  'org_users',
];

let empty: TestDatabase;
beforeEach(async () => {
  empty = await createTestDatabase();
});
afterEach(() => empty.drop());

const silent = { info: () => {} };

async function count(table: string, { database } = empty): Promise<number> {
  return (await database.pool.query(`select count(*) as count from ${table}`)).rows[0].count;
}

async function fingerprint({ database }: TestDatabase): Promise<string[]> {
  const prints: string[] = [];
  for (const table of TABLES) {
    const { rows } = await database.pool.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as print from ${table} t`,
    );
    prints.push(`${table} ${rows[0].print}`);
  }
  return prints;
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);

type Ended = { code: number; output: string };

function runSeed(...args: string[]): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: empty.url, NODE_ENV: 'development', NODE_COMPILE_CACHE: COMPILED };
  return new Promise((done) => {
    execFile(process.execPath, ['dist/server/seed.js', ...args], { cwd: root, env }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

describe('the demo', () => {
  test('is the same every time for the same day', async () => {
    const other = await createTestDatabase();
    try {
      await seedDemo(empty.database, { orders: 150, now: NOW });
      await seedDemo(other.database, { orders: 150, now: NOW });
      expect(await fingerprint(other)).toEqual(await fingerprint(empty));
    } finally {
      await other.drop();
    }
  });

  test.each([0, 1, 13, 2001])('has exactly the %i orders asked for', async (orders) => {
    expect(await seedDemo(empty.database, { orders, now: NOW })).toMatchObject({ orders });
    expect(await count('orders')).toBe(orders);
  });

  test('has the same keys and indexes after a bulk load', async () => {
    const definitions = async () => {
      const { rows } = await empty.database.pool.query(
        `select conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as text from pg_constraint
         union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
      );
      return rows.map(({ text }) => text);
    };
    const before = await definitions();
    await seedDemo(empty.database, { orders: 5_001, now: NOW });
    expect(await count('orders')).toBe(5_001);
    expect(await definitions()).toEqual(before);
  });

  test('continues ids and order numbers after its own', async () => {
    await seedDemo(empty.database, { orders: 20, now: NOW });
    const { db, pool } = empty.database;
    const [made] = await db.insert(organizations).values({ name: 'Later', defaultState: 'CA' }).returning();
    expect(made?.id).toBe(await count('organizations'));
    const { rows } = await pool.query(
      "select nextval('order_numbers')::text as next, max(order_number) as last from orders",
    );
    expect(Number(rows[0].next)).toBe(Number(rows[0].last) + 1);
  });

  test('never fills a database that holds an organization', async () => {
    await empty.database.db.insert(organizations).values({ name: 'Ours', defaultState: 'CA' });
    await seedIfEmpty(empty.database, { seed: 'demo' }, silent);
    await expect(seedDemo(empty.database, { orders: 5 })).rejects.toThrow('already has organizations');
    expect(await count('organizations')).toBe(1);
    expect(await count('users')).toBe(0);
  });

  test('isn’t created when the configuration says so', async () => {
    await seedIfEmpty(empty.database, { seed: 'none' }, silent);
    expect(await count('organizations')).toBe(0);
  });

  test('is created once by processes that start together', async () => {
    const told: string[] = [];
    const log = { info: (message: string) => void told.push(message) };
    const start = () => seedIfEmpty(empty.database, { seed: 'demo' }, log);
    await Promise.all([start(), start(), start()]);
    expect(told).toHaveLength(1);
    expect(await count('organizations')).toBe(7);
    expect(await count('orders')).toBe(3000);
  });

  test('is all there or not at all when the process crashes, and the next start creates it', async () => {
    const dying = openDatabase(empty.url, { max: 2, statementTimeout: 0 });
    const cut = async () => {
      await empty.database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
      );
    };
    let written = 0;
    const halfway = seedDemo(dying, {
      orders: 6000,
      now: NOW,
      onProgress: (orders) => {
        written = orders;
        void cut();
      },
    });
    await expect(halfway).rejects.toThrow();
    await dying.close();
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(6000);
    for (const table of ['organizations', 'users', 'orders', 'stock_movements']) expect(await count(table)).toBe(0);
    await seedDemo(empty.database, { orders: 10, now: NOW });
    expect(await count('orders')).toBe(10);
  });
});

describe('npm run seed', () => {
  test.each([
    [['--orders', 'many'], '--orders many is not a whole number'],
    [['--orders', '-5'], 'orders'],
    [['--orders', '1.5'], '--orders 1.5 is not a whole number'],
    [['--bogus'], '--bogus'],
  ])('answers %j with what is wrong and its usage', async (args, problem) => {
    const { code, output } = await runSeed(...args);
    expect(code).toBe(1);
    expect(output).toContain(problem);
    expect(output).toContain('Usage: npm run seed -- [--orders N] [--reset[=DATABASE]]');
    expect(output).not.toContain('    at ');
  });

  test('writes the requested orders, and starts over only when asked to', async () => {
    expect(await runSeed('--orders', '40')).toMatchObject({ code: 0 });
    expect(await count('orders')).toBe(40);

    const again = await runSeed('--orders', '50');
    expect(again.code).toBe(1);
    expect(again.output).toContain('add --reset');
    expect(await count('orders')).toBe(40);

    const unnamed = await runSeed('--orders', '50', '--reset');
    expect(unnamed.code).toBe(1);
    expect(unnamed.output).toContain(`--reset=${nameOf(empty)} deletes all its data`);
    expect(await runSeed('--orders', '50', '--reset=verdant')).toMatchObject({ code: 1 });
    expect(await count('orders')).toBe(40);

    const anew = await runSeed('--orders', '50', `--reset=${nameOf(empty)}`);
    expect(anew.code, anew.output).toBe(0);
    expect(await count('orders')).toBe(50);
    expect(await count('organizations')).toBe(7);
  });

  test('never deletes what it hasn’t made, also of a schema it doesn’t know', async () => {
    const { db, pool } = empty.database;
    await db.insert(organizations).values({ name: 'Ours', defaultState: 'CA' });
    const refused = async () => {
      const { code, output } = await runSeed('--orders', '0', `--reset=${nameOf(empty)}`);
      expect(code).toBe(1);
      expect(output).toContain('--reset is refused');
      expect(await count('organizations')).toBe(1);
    };
    await refused();
    await pool.query(`update drizzle.__drizzle_migrations set hash = 'of another version'`);
    await refused();
  });

  // An emptied database is no part of a cluster any more.
  test.skipIf(isCluster)('starts over where the demo was made by other migrations', async () => {
    await seedDemo(empty.database, { orders: 3, now: NOW });
    await empty.database.pool.query(`update drizzle.__drizzle_migrations set hash = 'of another version'`);
    const kept = await runSeed('--orders', '5');
    expect(kept).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was changed') });
    expect(await count('orders')).toBe(3);
    expect(await runSeed('--orders', '5', `--reset=${nameOf(empty)}`)).toMatchObject({ code: 0 });
    expect(await count('orders')).toBe(5);
  });
});

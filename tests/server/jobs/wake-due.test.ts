import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wakeDue } from '../../../server/jobs/wake-due';
import type { Log } from '../../../server/log';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const QUEUES = ['due', 'later', 'begun', 'empty', 'not asked for'];
let database: TestDatabase;
let boss: PgBoss;

beforeAll(async () => {
  database = await createTestDatabase();
  boss = new PgBoss({ connectionString: database.url, schema: 'jobs', supervise: false, schedule: false });
  await boss.start();
  for (const name of QUEUES.map(slug)) await boss.createQueue(name);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await database.drop();
});

const slug = (name: string) => name.replaceAll(' ', '-');

test('queues with a job that may begin are told, again and again, in one statement', async () => {
  const { pool } = database.database;
  for (const name of ['due', 'begun', 'not-asked-for']) await boss.send(name, {});
  await boss.send('later', {}, { startAfter: 3_600 });
  await boss.fetch('begun');
  const asked: string[] = [];
  const told: string[] = [];
  const watched = { query: (query: { text: string }) => asked.push(query.text) && pool.query(query) };
  const names = ['due', 'later', 'begun', 'empty'];
  const end = wakeDue(watched as never, names, (name) => told.push(name), {} as Log);
  await expect.poll(() => told.length, { timeout: 30_000 }).toBe(2);
  expect(told).toEqual(['due', 'due']);
  expect(asked).toHaveLength(2);
  await pool.query(`update jobs.job set start_after = now() where name = 'later'`);
  await expect.poll(() => told.includes('later'), { timeout: 30_000 }).toBe(true);
  end();
});

test('a database that doesn’t answer once is asked again, until it is ended', async () => {
  vi.useFakeTimers();
  try {
    const said: string[] = [];
    const told: string[] = [];
    let asked = 0;
    const query = async () => {
      asked += 1;
      if (asked === 1) throw new Error('gone');
      return { rows: [{ name: 'due' }] };
    };
    const log = { warn: (_what: object, text: string) => said.push(text) } as unknown as Log;
    const end = wakeDue({ query } as never, ['due'], (name) => told.push(name), log);
    // At once: jobs may have waited for a server that starts.
    await vi.advanceTimersByTimeAsync(0);
    expect([said, told]).toEqual([['jobs that are due were not looked for'], []]);
    await vi.advanceTimersToNextTimerAsync();
    expect(told).toEqual(['due']);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

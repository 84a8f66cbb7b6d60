import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Services } from '../../../server/context';
import { giveTurns, isCut } from '../../../server/jobs/turns';
import { work } from '../../../server/jobs/worker';
import { QUEUES, type Queue } from '../../../server/queues';
import { openApp } from '../../support/app';

const app = await openApp();
const { db, pool } = app.database;

test('a server that starts asks none of its queues that have no job', async () => {
  const { rows } = await pool.query(
    `select count(*)::int as connections from pg_stat_activity where datname = current_database() and application_name = 'verdant'`,
  );
  // All queues asked at once take every connection the server may have, 16, beside the test's own.
  expect(rows[0].connections).toBeLessThan(12);
});

/** Waiting jobs of one organization; they are about orders that don't exist, so each is quickly done. */
const enqueue = (orgId: number, count: number) => sql`
  insert into jobs.job (name, data, group_id, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, dead_letter)
  select 'order-letter', jsonb_build_object('orgId', ${orgId}::int, 'orderId', n, 'orgUserId', 1), ${String(orgId)},
         'standard', 25, 15, true, 900, 'given-up'
    from generate_series(1, ${count}::int) n`;

test('of one organization with 10,000 waiting jobs and nine with one each, the nine are done within two portions', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(enqueue(1, 10_000));
    // All of one transaction are created at one time: these are behind them.
    await tx.execute(sql`update jobs.job set created_on = now() - interval '1 minute' where name = 'order-letter'`);
    for (let orgId = 2; orgId <= 10; orgId++) await tx.execute(enqueue(orgId, 1));
    await tx.execute(sql`select pg_notify('jobs', 'order-letter')`);
  });
  const left = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as n from jobs.job where name = 'order-letter' and group_id <> '1' and state <> 'completed'`,
    );
    return rows[0].n;
  };
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
  // A portion's jobs are begun at one time.
  const { rows: portions } = await pool.query(
    `select count(*)::int as jobs, count(*) filter (where group_id <> '1')::int as others
       from jobs.job where name = 'order-letter' and started_on is not null group by started_on order by started_on limit 2`,
  );
  expect(portions).toEqual([
    { jobs: 10, others: 0 },
    { jobs: 10, others: 9 },
  ]);
  await pool.query(`delete from jobs.job where name = 'order-letter'`);
});

test('two organizations with many waiting jobs each are served by turns, and a third that comes later is next', async () => {
  const fetched = async (...served: string[]) => {
    await giveTurns(
      db,
      'held',
      served.map((groupId) => ({ groupId })),
      4,
    );
    const { rows } = await pool.query(
      `delete from jobs.job where id in (select id from jobs.job where name = 'held' order by priority desc, created_on limit 4)
       returning group_id`,
    );
    return rows.map((row) => row.group_id).sort();
  };
  const wait = (group: string | null, count: number) =>
    pool.query(
      `insert into jobs.job (name, group_id, created_on) select 'held', $1, clock_timestamp() from generate_series(1, $2)`,
      [group, count],
    );
  await pool.query(`select jobs.create_queue('held', '{"policy": "standard"}'::jsonb)`);
  await wait('1', 50);
  await wait('2', 50);
  expect(await fetched('1')).toEqual(['2', '2', '2', '2']);
  expect(await fetched('2')).toEqual(['1', '1', '1', '1']);
  await wait('3', 1);
  await wait(null, 1);
  expect(await fetched('1')).toEqual(['2', '2', '3', null]);
});

test.each([
  { groups: ['1', '1', '1'], isFull: true, why: 'as many as one organization may have' },
  { groups: ['1', '1', '2'], isFull: false, why: 'less than that of each' },
  { groups: Array.from({ length: 10 }, (_, at) => String(at)), isFull: true, why: 'as many as a portion takes' },
])('a portion of $why is cut: $isFull', ({ groups, isFull }) => {
  const portion = groups.map((groupId) => ({ groupId }));
  expect(isCut(portion, QUEUES['sync-license'] as Queue)).toBe(isFull);
});

describe('a job that', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What settles a portion of bulk actions, of which the first hangs. */
  async function settling(done: number[]) {
    let portion: (jobs: unknown[]) => Promise<{ id: string; status: string }[]> = async () => [];
    const boss = {
      work: async (_name: string, _options: object, handle: typeof portion) => {
        portion = handle;
        return 'worker';
      },
      complete: async () => {},
    } as unknown as PgBoss;
    const log = { warn: () => {}, error: () => {} };
    const services = { config: { production: false }, log, mail: { send: async () => {} } } as unknown as Services;
    await work(boss, services, 'bulk-act', async (_tools, { bulkActId }: { bulkActId: number }) => {
      if (bulkActId === 1) await new Promise(() => {});
      done.push(bulkActId);
    });
    return portion;
  }
  const jobOf = (bulkActId: number, data: object = { orgId: 1, bulkActId }) => ({
    id: `job-${bulkActId}`,
    name: 'bulk-act',
    data,
  });

  test('hangs fails alone, in time for the rest of its portion', async () => {
    const done: number[] = [];
    const settled = (await settling(done))([jobOf(1), jobOf(2)]);
    await vi.advanceTimersByTimeAsync(QUEUES['bulk-act'].expires * 1000);
    expect(await settled).toMatchObject([
      { id: 'job-1', status: 'failed' },
      { id: 'job-2', status: 'completed' },
    ]);
    expect(done).toEqual([2]);
  });

  test('can’t be read fails at once, and no clock of it goes on', async () => {
    const settle = await settling([]);
    expect(await settle([jobOf(3, { orgId: 'one' })])).toMatchObject([{ id: 'job-3', status: 'failed' }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

import type { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../../server/context';
import { openBoss } from '../../../server/jobs/open-boss';
import { wakeDue } from '../../../server/jobs/wake-due';
import { work } from '../../../server/jobs/worker';
import type { Log } from '../../../server/log';
import { QUEUES, type Queue, type QueueName } from '../../../server/queues';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const log = { warn: () => {}, error: () => {} };
const SLOW = { timeout: 60_000 };
let database: TestDatabase;
let boss: PgBoss;
let endWaking = () => {};
let release = () => {};
let held: Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  const opened = openBoss(database.database, log as unknown as Log, { supervise: false, schedule: false });
  boss = opened.boss;
  await boss.start();
  // Jobs put back because their organization has as many as it may are found by this alone.
  endWaking = wakeDue(database.database.pool, ['sync-license'], opened.wake, log as unknown as Log);
});
afterEach(() => release());
afterAll(async () => {
  endWaking();
  await boss.stop({ graceful: false });
  await database.drop();
});

const services = () =>
  ({
    config: { production: false },
    log,
    mail: { send: async () => {} },
    database: database.database,
  }) as unknown as Services;

/** Jobs of an organization, each numbered by its license; they wait to be begun, in this sequence. */
async function wait(name: QueueName, orgId: number, licenseIds: readonly number[]): Promise<void> {
  for (const licenseId of licenseIds)
    await boss.send(name, { orgId, licenseId }, { group: { id: String(orgId) }, retryLimit: 0 });
}

async function statesOf(name: QueueName): Promise<string[]> {
  const { rows } = await database.database.pool.query(
    `select format('%s %s', data ->> 'licenseId', state) as said from jobs.job where name = $1 order by 1`,
    [name],
  );
  return rows.map(({ said }) => said);
}

/** Works on a queue; jobs for which `hangs` take until they are released. */
async function begin(name: QueueName, hangs: (data: { orgId: number; licenseId: number }) => boolean) {
  held = new Promise((done) => {
    release = done;
  });
  const running = { now: 0, most: 0 };
  const done: number[] = [];
  await work(boss, services(), name, async (_tools, data: { orgId: number; licenseId: number }) => {
    if (hangs(data)) {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await held;
      running.now -= 1;
    }
    done.push(data.licenseId);
  });
  return { running, done };
}

test('jobs of one organization that hang leave others their way, however many of it wait', async () => {
  await wait(
    'sync-license',
    1,
    Array.from({ length: 40 }, (_, at) => 100 + at),
  );
  await wait('sync-license', 2, [2]);
  await wait('sync-license', 3, [3]);
  const { running, done } = await begin('sync-license', ({ orgId }) => orgId === 1);
  await expect.poll(() => done.toSorted(), SLOW).toEqual([2, 3]);
  expect(running.most).toBe(QUEUES['sync-license'].eachOrganization);
  release();
  await expect.poll(() => done.length, SLOW).toBe(42);
  expect(running.most).toBe(QUEUES['sync-license'].eachOrganization);
  await boss.offWork('sync-license');
});

test('a job is done once it is, whatever becomes of those fetched with it', async () => {
  await database.database.pool.query(`delete from jobs.job where name = 'sync-license'`);
  await wait('sync-license', 1, [1, 2]);
  const { done } = await begin('sync-license', ({ licenseId }) => licenseId === 2);
  await expect.poll(() => statesOf('sync-license'), SLOW).toEqual(['1 completed', '2 active']);
  release();
  await expect.poll(() => statesOf('sync-license'), SLOW).toEqual(['1 completed', '2 completed']);
  expect(done).toEqual([1, 2]);
  await boss.offWork('sync-license');
});

test.each(Object.entries(QUEUES).filter(([, { eachOrganization }]: [string, Queue]) => eachOrganization !== undefined))(
  'one organization never has all workers of %s',
  (_name, { eachOrganization = 0, workers = 1 }: Queue) => {
    expect(workers).toBeGreaterThan(eachOrganization);
  },
);

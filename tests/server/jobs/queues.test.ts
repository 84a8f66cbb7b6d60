import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { prepareJobs } from '../../../server/jobs';
import { openLog } from '../../../server/log';
import { createTestDatabase } from '../../support/database';

test('a start gives queues of an earlier version the settings and schedules of this one, and leaves the rest', async () => {
  const { database, drop } = await createTestDatabase();
  const { db } = database;
  const settings = async () => {
    const { rows } = await db.execute(
      sql`select name, policy, retry_limit, expire_seconds, heartbeat_seconds, retention_seconds, notify from jobs.queue order by name`,
    );
    const schedules = await db.execute(sql`select name, cron from jobs.schedule order by name`);
    return { queues: rows, schedules: schedules.rows };
  };
  const versions = async () => (await db.execute(sql`select name, xmin from jobs.queue order by name`)).rows;
  const wanted = await settings();
  expect(wanted.queues.length).toBeGreaterThan(wanted.schedules.length);

  await db.execute(sql`update jobs.queue set retry_limit = 1, notify = false where name = 'order-placed'`);
  await db.execute(sql`update jobs.queue set retention_seconds = 60 where name like 'chat-%'`);
  await db.execute(sql`delete from jobs.queue where name = 'follow-news'`);
  await db.execute(sql`update jobs.schedule set cron = '0 0 1 1 *' where name = 'sweep-files'`);
  await prepareJobs(database, openLog('silent'));
  expect(await settings()).toEqual(wanted);

  const before = await versions();
  await prepareJobs(database, openLog('silent'));
  expect(await versions()).toEqual(before);
  await drop();
});

test('finished jobs are kept for as long as the installation says, also those of queues made before', async () => {
  const { database, drop } = await createTestDatabase();
  const kept = async () => {
    const { rows } = await database.db.execute<{ days: number }>(
      sql`select distinct deletion_seconds / 86400 as days from jobs.queue where name not like '\\_\\_%'`,
    );
    return rows.map(({ days }) => days);
  };
  expect(await kept()).toEqual([7]);
  await prepareJobs(database, openLog('silent'), 30);
  expect(await kept()).toEqual([30]);
  await prepareJobs(database, openLog('silent'), null);
  expect(await kept()).toEqual([0]);
  await drop();
});

import { expect, test } from 'vitest';
import { QUEUES } from '../../../server/queues';
import { openApp } from '../../support/app';

const app = await openApp();
const { pool } = app.database;

test('equal jobs of one organization that failed are all tried again at once, however many it may have of them', async () => {
  const name = 'send-tracking-writes';
  const count = 2 * QUEUES[name].together;
  // Of a license that isn't there, so each is quickly done. They failed while others like them were enqueued.
  await pool.query(
    `with failed as (
       insert into jobs.job (name, data, group_id, singleton_key, policy, state, retry_limit, heartbeat_seconds, expire_seconds, dead_letter)
       select $1, '{"orgId": 7, "licenseId": 7}', '7', '{"orgId":7,"licenseId":7}', 'short',
              case n when 1 then 'created' else 'retry' end::jobs.job_state, 14, 20, 900, 'given-up'
         from generate_series(1, $2::int) n returning name)
     select pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), name) from failed limit 1`,
    [name, count],
  );
  const tried = async () =>
    (await pool.query(`select state, retry_count as tries from jobs.job where name = $1`, [name])).rows;
  const isOver = async () => (await tried()).every(({ state }) => state === 'completed');
  await expect.poll(isOver, { timeout: 80_000 }).toBe(true);
  // One that was held until its heartbeat was missed counts another try.
  expect((await tried()).map(({ tries }) => tries)).toEqual(Array.from({ length: count }, () => 0));
});

import { PgBoss } from 'pg-boss';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/client';
import {
  failedJobs,
  licenses,
  marketplaceMoves,
  trackingReads,
  trackingWrites,
  wholesaleSyncs,
} from '../../../server/db/schema';
import { NO_ORGANIZATION } from '../../../server/db/schema/tenant';
import { gatherFigures, UNSENT, WAITING_JOBS } from '../../../server/metrics/figures';
import { makeSubscription } from '../../support/billing/billing';
import { createTestDatabase } from '../../support/database';
import { refuseUntenanted } from '../../support/db/tenant-statements';
import { makeLicenseKey, makeOrder, makeSeller, type SellerFixture } from '../../support/factories';

const HOUR_S = 3600;
const EVERY_PART = {
  chat: true,
  billing: true,
  tracking: true,
  wholesale: true,
  accounting: true,
  feed: true,
  usage: true,
};
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_S * 1000);

const own = await createTestDatabase();
const { db, pool } = own.database;
const asked = openDatabase(own.url, { max: 1 });
await refuseUntenanted(asked.pool);
/** Sends jobs, which nobody works on here. */
const boss = new PgBoss({ connectionString: own.url, schema: 'jobs', supervise: false, schedule: false });
await boss.start();
let seller: SellerFixture;

beforeEach(async () => {
  seller = await makeSeller(db);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await asked.close();
  await own.drop();
});

/** A figure's value; undefined without one. */
async function figure(name: string, labels: Record<string, string> = {}, parts = EVERY_PART) {
  const { isUp, figures, failed } = await gatherFigures(asked.pool, parts);
  expect([isUp, failed]).toEqual([true, []]);
  const isWanted = (one: (typeof figures)[number]) =>
    one.name === name && Object.entries(labels).every(([label, value]) => one.labels?.[label] === value);
  return figures.find(isWanted)?.value;
}

describe('jobs', () => {
  const queue = 'chat-team';
  const counted = async () => [
    await figure('verdant_jobs', { queue, state: 'waiting' }),
    await figure('verdant_jobs', { queue, state: 'delayed' }),
  ];

  test('are waiting when they are due, delayed before, and gone once begun', async () => {
    expect(await counted()).toEqual([0, 0]);
    await boss.send(queue, { orgId: 1 }, { singletonKey: '1' });
    await boss.send(queue, { orgId: 2 }, { singletonKey: '2', startAfter: 3600 });
    expect(await counted()).toEqual([1, 1]);
    const begun = await boss.fetch(queue);
    expect(begun).toHaveLength(1);
    expect(await counted()).toEqual([0, 1]);
  });

  test('are as old as they have been due, unless their part is switched off', async () => {
    const age = (parts = EVERY_PART) => figure('verdant_jobs_oldest_age_seconds', { queue }, parts);
    expect(await age()).toBe(0);
    await pool.query(`update jobs.job set start_after = now() - interval '3 hours' where name = $1`, [queue]);
    expect(await age()).toBeGreaterThanOrEqual(3 * HOUR_S);
    expect(await age({ ...EVERY_PART, chat: false })).toBeUndefined();
  });

  test('that were given up are counted for a day', async () => {
    const givenUp = (failedAt: Date) => ({
      jobId: crypto.randomUUID(),
      orgId: NO_ORGANIZATION,
      queue: 'purge-expired',
      reason: 'no',
      tries: 1,
      failedAt,
    });
    await db.insert(failedJobs).values([givenUp(ago(1)), givenUp(ago(30))]);
    expect(await figure('verdant_jobs_given_up', { queue: 'purge-expired' })).toBe(1);
    expect(await figure('verdant_mail_given_up')).toBe(0);
  });
});

describe('changes to be sent to the tracking system', () => {
  const partner = 'tracking';
  const told = async () => [
    await figure('verdant_outbox_waiting', { partner }),
    await figure('verdant_outbox_oldest_age_seconds', { partner }),
  ];

  test('count while they wait, and grow old only where the license’s connection works', async () => {
    expect(await told()).toEqual([0, 0]);
    const { org, license, owner } = seller;
    const of = { orgId: org.id, licenseId: license.id, orgUserId: owner.orgUserId, packageId: 1, madeId: 1, body: {} };
    await db
      .insert(trackingWrites)
      .values([{ ...of, createdAt: ago(5) }, of, { ...of, state: 'SENT', createdAt: ago(9) }]);
    expect(await told()).toEqual([2, 0]);
    await db.update(licenses).set({ syncActive: true });
    const [waiting, age] = await told();
    expect([waiting, Math.floor((age ?? 0) / HOUR_S)]).toEqual([2, 5]);
    expect(await figure('verdant_outbox_waiting', { partner }, { ...EVERY_PART, tracking: false })).toBeUndefined();
    await db.update(trackingWrites).set({ state: 'SENT' });
    expect(await told()).toEqual([0, 0]);
  });
});

test('changes for the wholesale marketplace grow old only where its key may send them', async () => {
  const partner = 'wholesale';
  const age = () => figure('verdant_outbox_oldest_age_seconds', { partner });
  const { order } = await makeOrder(db, seller, {});
  const of = { orgId: seller.org.id, usState: 'CA' };
  const move = {
    ...of,
    orderId: order.id,
    externalId: 'WM-1',
    action: 'accept',
    leaves: 'ACCEPTED',
    createdAt: ago(4),
  };
  await db.insert(marketplaceMoves).values(move);
  await db
    .insert(wholesaleSyncs)
    .values({ ...of, sealedKey: 'sealed', lastFour: '1234', access: 'READ', checkedAt: new Date() });
  expect([await figure('verdant_outbox_waiting', { partner }), await age()]).toEqual([1, 0]);
  await db.update(wholesaleSyncs).set({ access: 'WRITE' });
  expect(Math.floor(((await age()) ?? 0) / HOUR_S)).toBe(4);
  await db.update(wholesaleSyncs).set({ problem: 'It no longer accepts the key.' });
  expect(await age()).toBe(0);
});

describe('what should be read of partners', () => {
  const lag = async (partner: string) =>
    Math.floor(((await figure('verdant_sync_lag_seconds', { partner })) ?? -HOUR_S) / HOUR_S);

  test('lags by the list of a connected license that was read longest ago, of those that can be', async () => {
    const of = { orgId: seller.org.id, licenseId: seller.license.id };
    await db.insert(trackingReads).values([
      { ...of, list: 'items', readAt: ago(2) },
      { ...of, list: 'packages active', readAt: ago(6) },
      { ...of, list: 'strains', readAt: ago(20), problem: 'REFUSED' },
      { ...of, list: 'units', readAt: ago(23) },
    ]);
    await db.update(licenses).set({ syncActive: true });
    expect(await lag('tracking')).toBe(0);
    await makeLicenseKey(db, seller);
    expect(await lag('tracking')).toBe(6);
    await db.update(licenses).set({ syncActive: false });
    expect(await lag('tracking')).toBe(0);
  });

  test('lags since a paid period ended, until the billing service says what became of it', async () => {
    await makeSubscription(db, seller, { days: 3 });
    expect(await lag('billing')).toBe(0);
    const late = await makeSeller(db);
    await makeSubscription(db, late, { days: -2 });
    expect(await lag('billing')).toBe(48);
  });
});

test('one figure that can’t be read leaves the others', async () => {
  await pool.query('alter table subscriptions rename to subscriptions_away');
  try {
    const { isUp, figures, failed } = await gatherFigures(asked.pool, EVERY_PART);
    expect([isUp, failed]).toEqual([true, ['sync lag billing']]);
    expect(figures.map(({ name }) => name)).toContain('verdant_outbox_waiting');
  } finally {
    await pool.query('alter table subscriptions_away rename to subscriptions');
  }
});

test('what waits is found by an index, however much has been done', async () => {
  const { org, license, owner } = seller;
  const { order } = await makeOrder(db, seller, {});
  const many = 'from generate_series(1, 5000)';
  await pool.query(`insert into jobs.job (name, state, completed_on) select 'chat-team', 'completed', now() ${many}`);
  await pool.query(
    `insert into tracking_writes (org_id, license_id, org_user_id, package_id, made_id, body, state)
     select $1, $2, $3, 1, 1, '{}', 'SENT' ${many}`,
    [org.id, license.id, owner.orgUserId],
  );
  await pool.query(
    `insert into marketplace_moves (org_id, us_state, order_id, external_id, action, leaves, state)
     select $1, 'CA', $2, 'WM-1', 'accept', 'ACCEPTED', 'SENT' ${many}`,
    [org.id, order.id],
  );
  await pool.query('analyze');
  for (const [statement, table] of [
    [WAITING_JOBS, 'job'],
    [UNSENT.tracking, 'tracking_writes'],
    [UNSENT.wholesale, 'marketplace_moves'],
  ] as const) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${statement}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index/);
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (jobs\\.)?${table}`));
  }
});

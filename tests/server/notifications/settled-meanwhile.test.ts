import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications as contract } from '../../../domain/notifications/contract';
import type { Notice } from '../../../domain/notifications/notice';
import { addToFeeds } from '../../../server/notifications/notify';
import { settle } from '../../../server/notifications/settle';
import { openApp } from '../../support/app';
import { countWaiting } from '../../support/cluster';
import { makeUser } from '../../support/factories';
import { feedRows } from '../../support/notifications/feeds';

const app = await openApp();
const { db } = app.database;

/** Orders of a day share an entry, a mention has one of its own. */
const order = (orderId: number): Notice => ({
  type: 'NEW_BUYER_ORDER',
  orgId: 1,
  subject: `order:${orderId}`,
  payload: { orderId, companyId: 1 },
});
const mention: Notice = {
  type: 'CUSTOM',
  orgId: 1,
  subject: 'comment:1',
  payload: { about: 'MENTION', commentId: 1, orgUserIds: [] },
};

test('an entry whose last activities are settled and removed at the same time doesn’t stay in the feed without any', async () => {
  const user = await makeUser(db);
  const caller = await app.as(user);
  const tell = (notice: Notice) =>
    addToFeeds(db, notice, { people: [user.id], eventId: randomUUID(), at: new Date().toISOString() });
  await tell(mention);
  await tell(order(2));
  const kept = (await feedRows(db, user.id)).rows.find(({ subject }) => subject === 'order:2');

  const [holding, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = db.transaction(async (tx) => {
    await tx.execute(
      sql`select from notification_groups where user_id = ${user.id} and name like 'CUSTOM%' for update`,
    );
    holding.resolve();
    await hold.promise;
  });
  await holding.promise;
  const [settled, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const settling = db.transaction(async (tx) => {
    await settle(tx, { orgId: 1, subjects: ['comment:1', 'order:1'], outcome: null });
    settled.resolve();
    await commit.promise;
  });
  await expect.poll(() => countWaiting(app.database)).toBe(1);
  // It comes to an entry that the settling, which has begun, found nothing in.
  await tell(order(1));
  hold.resolve();
  await Promise.all([holder, settled.promise]);
  await caller.expectOk(contract.remove, { params: { activityId: kept?.id ?? 0 } });
  commit.resolve();
  await settling;

  const { groups, rows } = await feedRows(db, user.id);
  expect(groups.map(({ name }) => name)).toEqual([...new Set(rows.map(({ groupName }) => groupName))]);
  expect(rows.map(({ subject }) => subject)).toEqual(['order:1']);
});

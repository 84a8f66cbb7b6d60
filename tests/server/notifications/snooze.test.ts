import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications as contract } from '../../../domain/notifications/contract';
import { notificationGroups } from '../../../server/db/schema';
import { purgeFeeds } from '../../../server/notices/forget-feed';
import { settle } from '../../../server/notifications/settle';
import { wakeSnoozed } from '../../../server/notifications/snooze';
import { openApp, type TestCaller } from '../../support/app';
import { makeUser } from '../../support/factories';
import { feedRows, makeNotification } from '../../support/notifications/feeds';

const app = await openApp();
const { db } = app.database;
const HOUR_MS = 60 * 60 * 1000;

async function reader() {
  const user = await makeUser(db);
  return { user, caller: await app.as(user) };
}
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const namesOf = async (caller: TestCaller) =>
  (await caller.expectOk(contract.list, { query: {} })).groups.map(({ name }) => name);
const snooze = (caller: TestCaller, groupName: string, until: string | null = inHours(1)) =>
  caller.expectOk(contract.snooze, { body: { groupName, until } });
/** As if its time had come. */
async function wake(userId: string, name: string) {
  const group = and(eq(notificationGroups.userId, userId), eq(notificationGroups.name, name));
  await db
    .update(notificationGroups)
    .set({ snoozedUntil: new Date(Date.now() - 1000) })
    .where(group);
  await wakeSnoozed({ config: app.config, database: app.database } as never);
}
const orderOf = (subject: string) => ({
  type: 'NEW_BUYER_ORDER' as const,
  orgId: 1,
  subject,
  payload: { orderId: 1, companyId: 1 },
});

test('what is put away is neither listed nor counted, and new and on top at its time', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id, { at: new Date(Date.now() - 2 * HOUR_MS) });
  const other = await makeNotification(db, user.id);
  await caller.expectOk(contract.read, { body: {} });
  expect(await snooze(caller, groupName)).toEqual({ unseen: 0, unread: 0 });
  expect(await namesOf(caller)).toEqual([other.groupName]);
  await wakeSnoozed({ config: app.config, database: app.database } as never);
  expect(await namesOf(caller)).toEqual([other.groupName]);
  await wake(user.id, groupName);
  const { groups, counts } = await caller.expectOk(contract.list, { query: {} });
  expect(groups.map(({ name, isRead }) => [name, isRead])).toEqual([
    [groupName, false],
    [other.groupName, true],
  ]);
  expect(counts).toEqual({ unseen: 1, unread: 1 });
});

test('what is put away comes back as it was when it is undone', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id, { at: new Date(Date.now() - 2 * HOUR_MS) });
  const other = await makeNotification(db, user.id);
  await caller.expectOk(contract.read, { body: { groupNames: [groupName] } });
  expect(await snooze(caller, groupName)).toEqual({ unseen: 1, unread: 1 });
  expect(await snooze(caller, groupName, null)).toEqual({ unseen: 1, unread: 1 });
  expect(await namesOf(caller)).toEqual([other.groupName, groupName]);
});

test('what comes to it meanwhile does not bring it back', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id, orderOf('order:1'));
  await snooze(caller, groupName);
  await makeNotification(db, user.id, orderOf('order:2'));
  expect(await caller.expectOk(contract.counts, {})).toEqual({ unseen: 0, unread: 0 });
  expect(await namesOf(caller)).toEqual([]);
  await caller.expectOk(contract.read, { body: {} });
  await wake(user.id, groupName);
  expect((await caller.expectOk(contract.list, { query: {} })).groups).toMatchObject([{ count: 2, isRead: false }]);
});

test('what is done elsewhere meanwhile comes back as done', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id, orderOf('order:1'));
  await snooze(caller, groupName);
  await settle(db, { orgId: 1, subjects: ['order:1'], outcome: 'Accepted' });
  expect((await caller.expectOk(contract.list, { query: {} })).groups).toMatchObject([
    { name: groupName, isRead: true, activities: [{ outcome: 'Accepted' }] },
  ]);
});

test('a time must be to come and 90 days ahead at most', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id);
  for (const [until, message] of [
    [inHours(-1), 'Must be in the future'],
    [inHours(91 * 24), 'Must be at most 90 days ahead'],
  ]) {
    const refused = await caller.call(contract.snooze, { body: { groupName, until: until as string } });
    expect(refused).toMatchObject({ status: 400 });
    expect(JSON.stringify(refused)).toContain(message);
  }
});

test('is kept while it is put away, and removed like any other', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id, { at: new Date(Date.now() - 100 * 24 * HOUR_MS) });
  await snooze(caller, groupName);
  await purgeFeeds(db);
  expect((await feedRows(db, user.id)).rows).toHaveLength(1);
  await wake(user.id, groupName);
  await purgeFeeds(db);
  expect(await namesOf(caller)).toEqual([groupName]);
  await snooze(caller, groupName);
  await caller.expectOk(contract.removeGroup, { params: { groupName } });
  expect(await feedRows(db, user.id)).toEqual({ groups: [], rows: [] });
});

test('nobody puts away another person’s', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id);
  const stranger = await reader();
  const body = { groupName, until: inHours(1) };
  expect(await stranger.caller.call(contract.snooze, { body })).toMatchObject({ status: 404 });
  expect(await namesOf(caller)).toEqual([groupName]);
});

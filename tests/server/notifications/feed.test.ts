import { expect, test } from 'vitest';
import { notifications as contract } from '../../../domain/notifications/contract';
import { support } from '../../../domain/support/contract';
import { purgeFeeds } from '../../../server/notices/forget-feed';
import { openApp, type TestCaller } from '../../support/app';
import { makeUser } from '../../support/factories';
import { feedRows, makeNotification } from '../../support/notifications/feeds';

const app = await openApp();
const { db } = app.database;

async function reader() {
  const user = await makeUser(db);
  return { user, caller: await app.as(user) };
}
const counts = (caller: TestCaller) => caller.expectOk(contract.counts, {});
const list = (caller: TestCaller, after?: string) => caller.expectOk(contract.list, { query: { after } });
const orderOf = (subject: string, at?: Date) => ({
  type: 'NEW_BUYER_ORDER' as const,
  orgId: 1,
  subject,
  payload: { orderId: 1, companyId: 1 },
  ...(at && { at }),
});

test('what is new counts until it is seen, and until it is read', async () => {
  const { user, caller } = await reader();
  expect(await counts(caller)).toEqual({ unseen: 0, unread: 0 });
  const { groupName } = await makeNotification(db, user.id);
  await makeNotification(db, user.id);
  expect(await counts(caller)).toEqual({ unseen: 2, unread: 2 });
  expect(await caller.expectOk(contract.seen, {})).toEqual({ unseen: 0, unread: 2 });
  expect(await caller.expectOk(contract.read, { body: { groupNames: [groupName] } })).toEqual({ unseen: 0, unread: 1 });
  expect((await list(caller)).groups.map(({ isSeen, isRead }) => [isSeen, isRead])).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(await caller.expectOk(contract.read, { body: {} })).toEqual({ unseen: 0, unread: 0 });
});

test('what comes to a group that was read makes it new again, and the first', async () => {
  const { user, caller } = await reader();
  const morning = new Date('2026-11-20T09:00:00Z');
  const { groupName } = await makeNotification(db, user.id, orderOf('order:1', morning));
  await makeNotification(db, user.id, { at: new Date('2026-11-20T10:00:00Z') });
  await caller.expectOk(contract.read, { body: {} });
  await makeNotification(db, user.id, orderOf('order:2', new Date('2026-11-20T11:00:00Z')));
  const { groups, counts: now } = await list(caller);
  expect(groups[0]).toMatchObject({ name: groupName, count: 2, isSeen: false, isRead: false });
  expect(now).toEqual({ unseen: 1, unread: 1 });
  // Another day's are another entry.
  await makeNotification(db, user.id, orderOf('order:3', new Date('2026-11-21T09:00:00Z')));
  expect((await list(caller)).groups).toHaveLength(3);
});

test('one is removed by itself, and its group with the last of it', async () => {
  const { user, caller } = await reader();
  const day = new Date('2026-11-20T09:00:00Z');
  const first = await makeNotification(db, user.id, orderOf('order:1', day));
  const second = await makeNotification(db, user.id, orderOf('order:2', day));
  expect(await caller.expectOk(contract.remove, { params: { activityId: first.activityId } })).toEqual({
    unseen: 1,
    unread: 1,
  });
  expect((await list(caller)).groups).toMatchObject([{ name: first.groupName, count: 1 }]);
  await caller.expectOk(contract.remove, { params: { activityId: second.activityId } });
  expect(await list(caller)).toEqual({ groups: [], next: null, counts: { unseen: 0, unread: 0 } });
});

test('a group is removed whole', async () => {
  const { user, caller } = await reader();
  const { groupName } = await makeNotification(db, user.id, orderOf('order:1'));
  await makeNotification(db, user.id, orderOf('order:2'));
  expect(await caller.expectOk(contract.removeGroup, { params: { groupName } })).toEqual({ unseen: 0, unread: 0 });
  expect((await list(caller)).groups).toEqual([]);
});

test('nobody reads, marks or removes another person’s', async () => {
  const { user, caller } = await reader();
  const { groupName, activityId } = await makeNotification(db, user.id);
  const stranger = await reader();
  expect((await list(stranger.caller)).groups).toEqual([]);
  await stranger.caller.expectOk(contract.seen, {});
  await stranger.caller.expectOk(contract.read, { body: { groupNames: [groupName] } });
  expect(await stranger.caller.call(contract.removeGroup, { params: { groupName } })).toMatchObject({ status: 404 });
  expect(await stranger.caller.call(contract.remove, { params: { activityId } })).toMatchObject({ status: 404 });
  expect(await counts(caller)).toEqual({ unseen: 1, unread: 1 });
});

test('is read in pages, each entry once, whatever has the same time', async () => {
  const { user, caller } = await reader();
  const at = new Date('2026-11-20T09:00:00Z');
  for (let companyId = 1; companyId <= 45; companyId += 1) {
    await makeNotification(db, user.id, { ...orderOf('order:1', at), payload: { orderId: 1, companyId } });
  }
  const names: string[] = [];
  let after: string | undefined;
  do {
    const { groups, next } = await list(caller, after);
    names.push(...groups.map(({ name }) => name));
    after = next ?? undefined;
  } while (after !== undefined);
  expect(new Set(names).size).toBe(45);
  expect(names).toHaveLength(45);
  expect(await counts(caller)).toEqual({ unseen: 10, unread: 10 });
  expect(await caller.call(contract.list, { query: { after: 'nowhere' } })).toMatchObject({ status: 400 });
});

test('is kept for 90 days', async () => {
  const { user, caller } = await reader();
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  await makeNotification(db, user.id, { at: daysAgo(91) });
  const { groupName } = await makeNotification(db, user.id, { at: daysAgo(89) });
  await purgeFeeds(db);
  expect((await list(caller)).groups.map(({ name }) => name)).toEqual([groupName]);
  expect((await feedRows(db, user.id)).rows).toHaveLength(1);
});

test('support staff acting for somebody read it, and neither mark nor remove', async () => {
  const { user } = await reader();
  const { groupName, activityId } = await makeNotification(db, user.id);
  const staff = await app.as(await makeUser(db, { isSupport: true }));
  const body = { userId: user.id, reason: 'Cannot see yesterday’s order' };
  const { token } = await staff.expectOk(support.impersonate, { body });
  const acting = app.withToken(token);
  expect((await list(acting)).groups).toHaveLength(1);
  for (const refused of [
    acting.call(contract.seen, {}),
    acting.call(contract.read, { body: {} }),
    acting.call(contract.removeGroup, { params: { groupName } }),
    acting.call(contract.remove, { params: { activityId } }),
  ]) {
    expect(await refused).toMatchObject({ status: 403 });
  }
  expect(await counts(acting)).toEqual({ unseen: 1, unread: 1 });
});

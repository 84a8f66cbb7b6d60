import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { notifications as contract } from '../../../domain/notifications/contract';
import type { Notice } from '../../../domain/notifications/notice';
import { transact } from '../../../server/db/transact';
import { addToFeeds } from '../../../server/notifications/notify';
import { openApp } from '../../support/app';
import { makeUser } from '../../support/factories';
import { feedRows } from '../../support/notifications/feeds';

const app = await openApp();
const { db } = app.database;
const NOON = new Date('2026-11-20T12:00:00Z').getTime();

type Told = { userId: string; at: number; about?: 'MENTION' | 'FOLLOWED' };

function tell({ userId, at, about = 'MENTION' }: Told) {
  const payload =
    about === 'MENTION' ? { about, commentId: 1, orgUserIds: [1] } : { about, orgUserId: 1, followIds: [1] };
  const notice = { type: 'CUSTOM', orgId: 7, subject: `one:${randomUUID()}`, payload } as Notice;
  const told = { people: [userId], eventId: randomUUID(), at: new Date(at).toISOString() };
  return transact(db, (tx) => addToFeeds(tx, notice, told));
}
const each = async (times: readonly number[], userId: string) => {
  for (const at of times) await tell({ userId, at });
};
const seconds = (count: number, from = NOON) => Array.from({ length: count }, (_, at) => from + at * 1000);

test('more than twenty of a kind within five minutes are one entry, which later ones come to', async () => {
  const user = await makeUser(db);
  await each(seconds(20), user.id);
  await tell({ userId: user.id, at: NOON, about: 'FOLLOWED' });
  expect((await feedRows(db, user.id)).groups).toHaveLength(21);
  await tell({ userId: user.id, at: NOON + 60_000 });
  const { groups, rows } = await feedRows(db, user.id);
  expect(groups.map(({ name }) => name)).toContain('CUSTOM-MENTION:7:storm:2026-11-20');
  expect([groups.length, rows.length]).toEqual([2, 22]);
  await tell({ userId: user.id, at: NOON + 61_000 });
  await tell({ userId: user.id, at: NOON + 30 * 60_000 });
  const caller = await app.as(user);
  const shown = await caller.expectOk(contract.list, { query: {} });
  expect(shown.groups.map(({ count, isRead }) => [count, isRead])).toEqual([
    [1, false],
    [22, false],
    [1, false],
  ]);
  expect(shown.counts).toEqual({ unseen: 3, unread: 3 });
});

test('as many over a longer time, or of several people, stay entries of their own', async () => {
  const [slow, other] = [await makeUser(db), await makeUser(db)];
  await each(
    Array.from({ length: 22 }, (_, at) => NOON + at * 20_000),
    slow.id,
  );
  expect((await feedRows(db, slow.id)).groups).toHaveLength(22);
  await each(seconds(15), other.id);
  expect((await feedRows(db, other.id)).groups).toHaveLength(15);
});

test('none is lost or told twice by jobs that run at once, in any order', async () => {
  const user = await makeUser(db);
  const times = [...seconds(40), ...seconds(15, NOON + 20 * 60_000)].sort(() => Math.random() - 0.5);
  await Promise.all(times.map((at) => tell({ userId: user.id, at })));
  const { groups, rows } = await feedRows(db, user.id);
  expect(rows).toHaveLength(55);
  expect(groups).toHaveLength(16);
  const inStorm = rows.filter(({ groupName }) => groupName.includes(':storm:'));
  expect(inStorm).toHaveLength(40);
  expect(new Set(rows.map(({ groupName }) => groupName))).toEqual(new Set(groups.map(({ name }) => name)));
});

test('what was put away stays so, and what was read is new with the rest', async () => {
  const user = await makeUser(db);
  const caller = await app.as(user);
  await each(seconds(20), user.id);
  const [first] = (await feedRows(db, user.id)).groups;
  await caller.expectOk(contract.read, { body: {} });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await caller.expectOk(contract.snooze, { body: { groupName: first?.name ?? '', until } });
  await each(seconds(2, NOON + 30_000), user.id);
  const { groups, rows } = await feedRows(db, user.id);
  expect([groups.length, rows.length]).toEqual([2, 22]);
  expect(groups.find(({ name }) => name === first?.name)?.snoozedUntil).not.toBeNull();
  expect(groups.find(({ name }) => name !== first?.name)).toMatchObject({ isRead: false, isSeen: false });
});

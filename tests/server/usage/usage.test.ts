import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditLog as auditCalls } from '../../../domain/organization/audit-contract';
import { session } from '../../../domain/session/contract';
import { support } from '../../../domain/support/contract';
import { team } from '../../../domain/team/contract';
import type { UsageLevel } from '../../../domain/usage/agreement';
import { supportRecordings, usage } from '../../../domain/usage/contract';
import type { UsageEvent } from '../../../domain/usage/events';
import { recordingChunks, recordings, recordingViews, usageEvents, usagePeople } from '../../../server/db/schema';
import { purgeUsage } from '../../../server/usage/forget-usage';
import type { TestCaller } from '../../support/app';
import { openApp } from '../../support/app';
import { makeMember, makeSeller, makeUser, type SellerFixture, type UserFixture } from '../../support/factories';
import { listen, stopListening } from '../../support/live';
import { agreeToUsage, makeRecording, packed, unpacked } from '../../support/usage/recordings';

const app = await openApp();
const without = await openApp({ beside: app, environment: { USAGE: 'false' } });
const { db } = app.database;

let seller: SellerFixture;
let user: UserFixture;
let caller: TestCaller;
const who = () => ({ userId: user.id, orgId: seller.org.id });

beforeEach(async () => {
  seller = await makeSeller(db);
  user = (await makeMember(db, seller.org, { defaultRoleId: 'ADMIN' })).user;
  caller = await app.as(user, seller.org);
});
afterEach(stopListening);

const SCREEN: UsageEvent = { kind: 'screen', at: Date.now(), screen: 'orders/:slug' };
const send = (by: TestCaller, headers: Record<string, string> = {}) =>
  by.call(usage.send, { body: { events: [SCREEN] } }, { headers });
const begin = (by: TestCaller, headers: Record<string, string> = {}) => by.call(usage.begin, {}, { headers });
const agree = (person: UsageLevel, organization: UsageLevel) => agreeToUsage(db, who(), { person, organization });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const stored = async () => (await db.select().from(usageEvents).where(eq(usageEvents.userId, user.id))).length;
const text = (id: number, textContent: string) => ({
  type: 3,
  timestamp: 2,
  data: { source: 0, texts: [{ id, value: textContent }], attributes: [], removes: [], adds: [] },
});

test('where it is switched off, no call of it is there', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const same = await without.as(user, seller.org);
  const staff = await without.as(await makeUser(db, { isSupport: true }));
  expect(await statusOf(same.call(usage.mine, {}))).toBe(404);
  expect(await statusOf(send(same))).toBe(404);
  expect(await statusOf(begin(same))).toBe(404);
  expect(await statusOf(staff.call(supportRecordings.list, { query: { userId: user.id } }))).toBe(404);
  expect(await stored()).toBe(0);
});

test.each([
  ['OFF', 'RECORDINGS', 403, 403],
  ['RECORDINGS', 'OFF', 403, 403],
  ['EVENTS', 'RECORDINGS', 200, 403],
  ['RECORDINGS', 'EVENTS', 200, 403],
  ['RECORDINGS', 'RECORDINGS', 200, 200],
] as const)(
  'when the person agreed to %s and the organization to %s, events answer %i and recordings %i',
  async (person, organization, events, recording) => {
    await agree(person, organization);
    expect([await statusOf(send(caller)), await statusOf(begin(caller))]).toEqual([events, recording]);
    expect(await stored()).toBe(events === 200 ? 1 : 0);
  },
);

test('nothing is measured of who never agreed', async () => {
  expect(await caller.expectOk(usage.mine, {})).toEqual({ person: 'OFF', organization: 'OFF', agreed: 'OFF' });
  expect(await statusOf(send(caller))).toBe(403);
});

test.each(['DNT', 'Sec-GPC'])('a browser that sends %s stores nothing, whatever was agreed to', async (header) => {
  await agree('RECORDINGS', 'RECORDINGS');
  const headers = { [header]: '1' };
  const refused = await send(caller, headers);
  expect(refused).toMatchObject({ ok: false, status: 403 });
  expect(refused.ok || refused.body.userFriendlyMessage).toContain('asks sites not to track you');
  expect(await statusOf(begin(caller, headers))).toBe(403);
  expect(await statusOf(send(caller, { [header]: '0' }))).toBe(200);
  expect(await stored()).toBe(1);
});

test('support staff acting for somebody are never measured as that person, nor agree for them', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const staff = await app.as(await makeUser(db, { isSupport: true }));
  const { token } = await staff.expectOk(support.impersonate, {
    body: { userId: user.id, reason: 'They see no orders' },
  });
  const acting = app.withToken(token, seller.org.id);
  expect(await acting.expectOk(usage.mine, {})).toMatchObject({ person: 'RECORDINGS', agreed: 'OFF' });
  expect(await statusOf(send(acting))).toBe(403);
  expect(await statusOf(begin(acting))).toBe(403);
  expect(await statusOf(acting.call(usage.agree, { body: { level: 'OFF' } }))).toBe(403);
  expect(await statusOf(acting.call(usage.recordings, {}))).toBe(403);
  expect(await stored()).toBe(0);
});

test('a person who withdraws is refused at once, and every tab of theirs is told', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const { id } = await caller.expectOk(usage.begin, {});
  const tab = await listen(app, caller.token, seller.org.id);
  const after = await caller.expectOk(usage.agree, { body: { level: 'OFF' } });
  expect(after).toEqual({ person: 'OFF', organization: 'RECORDINGS', agreed: 'OFF' });
  await tab.until(({ topic, id: of }) => topic === 'usage' && of === user.id);
  const late = caller.call(usage.add, { params: { id }, body: { number: 0, events: packed([]) } });
  expect(await statusOf(late)).toBe(403);
  expect(await statusOf(send(caller))).toBe(403);
});

test('an organization that withdraws stops its people, and tells their tabs; only who may edit it decides', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const viewer = await makeMember(db, seller.org, { defaultRoleId: 'USER' });
  const plain = await app.as(viewer.user, seller.org);
  expect(await statusOf(plain.call(usage.agreeForOrganization, { body: { level: 'OFF' } }))).toBe(403);
  const tab = await listen(app, caller.token, seller.org.id);
  const owner = await app.as(seller.owner.user, seller.org);
  await owner.expectOk(usage.agreeForOrganization, { body: { level: 'EVENTS' } });
  await tab.until(({ topic }) => topic === 'organization');
  expect(await caller.expectOk(usage.mine, {})).toMatchObject({ agreed: 'EVENTS' });
  expect(await statusOf(begin(caller))).toBe(403);
  expect(await owner.expectOk(usage.organization, {})).toEqual({ level: 'EVENTS' });
});

test.each([
  ['an address with an id', { ...SCREEN, screen: 'orders/3000' }],
  ['a free text', { ...SCREEN, note: 'Blue Dream' }],
  ['an unknown kind', { kind: 'typed', at: 1, text: 'Blue Dream' }],
  ['a call with an id', { kind: 'act', at: 1, act: 'POST /orders/3000/cancel' }],
  ['a code that is none', { kind: 'error', at: 1, act: 'POST /orders', code: 7 }],
])('an event with %s is refused', async (_, event) => {
  await agree('EVENTS', 'EVENTS');
  const answer = caller.call(usage.send, { body: { events: [event as unknown as UsageEvent] } });
  expect(await statusOf(answer)).toBe(400);
  expect(await stored()).toBe(0);
});

test('what a browser didn’t mask is masked before it is stored', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const { id } = await caller.expectOk(usage.begin, {});
  const events = [
    { type: 3, timestamp: 1, data: { source: 5, id: 4, text: 'hunter2' } },
    text(7, 'Blue Dream, $4,200.00'),
    text(8, 'Orders'),
  ];
  await caller.expectOk(usage.add, { params: { id }, body: { number: 0, events: packed(events) } });
  const { chunks, next } = await caller.expectOk(usage.chunks, { params: { id }, query: {} });
  expect(next).toBeNull();
  const kept = JSON.stringify(unpacked(chunks[0]?.events ?? ''));
  expect(kept).toContain('Orders');
  expect(kept).not.toMatch(/hunter2|Blue|4,200/);
});

test('a chunk that comes twice is stored once; one that can’t be read or is too large is refused', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const { id } = await caller.expectOk(usage.begin, {});
  const add = (number: number, events: string) => caller.call(usage.add, { params: { id }, body: { number, events } });
  expect(await statusOf(add(0, packed([text(1, 'a')])))).toBe(200);
  expect(await statusOf(add(0, packed([text(1, 'b')])))).toBe(200);
  expect(await statusOf(add(1, Buffer.from('no gzip').toString('base64')))).toBe(400);
  expect(await statusOf(add(1, packed('x'.repeat(7_000_000))))).toBe(400);
  await db.update(recordings).set({ bytes: 2_999_999 }).where(eq(recordings.id, id));
  expect(await statusOf(add(1, packed([text(1, 'c')])))).toBe(413);
  expect(await db.select().from(recordingChunks).where(eq(recordingChunks.recordingId, id))).toHaveLength(1);
});

test('a long recording is read in portions, each chunk once and in order', async () => {
  const id = await makeRecording(db, who());
  const rest = Array.from({ length: 9 }, (_, at) => ({
    recordingId: id,
    number: at + 1,
    events: Buffer.from(packed([]), 'base64'),
  }));
  await db.insert(recordingChunks).values(rest);
  const read = (from: number) => caller.expectOk(usage.chunks, { params: { id }, query: { from } });
  const first = await read(0);
  const second = await read(first.next ?? 0);
  expect([...first.chunks, ...second.chunks].map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(second.next).toBeNull();
});

test('nobody but the person finds a recording: no colleague, no owner, nobody of another organization', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const id = await makeRecording(db, who());
  const other = await makeSeller(db);
  for (const stranger of [await app.as(seller.owner.user, seller.org), await app.as(other.owner.user, other.org)]) {
    expect(await stranger.expectOk(usage.recordings, {})).toEqual([]);
    expect(await statusOf(stranger.call(usage.chunks, { params: { id }, query: {} }))).toBe(404);
    expect(await statusOf(stranger.call(usage.remove, { params: { id } }))).toBe(404);
    const added = stranger.call(usage.add, { params: { id }, body: { number: 1, events: packed([]) } });
    expect([403, 404]).toContain(await statusOf(added));
    expect(await statusOf(stranger.call(supportRecordings.list, { query: { userId: user.id } }))).toBe(403);
  }
  expect(await caller.expectOk(usage.recordings, {})).toMatchObject([{ id, orgName: seller.org.name, views: [] }]);
  await caller.expectOk(usage.remove, { params: { id } });
  expect(await caller.expectOk(usage.recordings, {})).toEqual([]);
  expect(await db.select().from(recordingChunks).where(eq(recordingChunks.recordingId, id))).toEqual([]);
});

test('support watches a recording only after saying why, for an hour, and the person and the audit log are told', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const id = await makeRecording(db, who());
  const other = await makeRecording(db, who());
  const staff = await makeUser(db, { isSupport: true, firstName: 'Avery', lastName: 'Stone' });
  const watcher = await app.as(staff);
  const colleague = await app.as(await makeUser(db, { isSupport: true }));
  const watch = (by: TestCaller, viewId: number, of = id) =>
    by.call(supportRecordings.chunks, { params: { id: of }, query: { viewId } });
  expect(await statusOf(watch(watcher, 1_000_000))).toBe(404);
  expect(await statusOf(watcher.call(supportRecordings.view, { params: { id }, body: { reason: ' ' } }))).toBe(400);
  const tab = await listen(app, caller.token, seller.org.id);
  const { viewId } = await watcher.expectOk(supportRecordings.view, {
    params: { id },
    body: { reason: 'Ticket 4711: no orders' },
  });
  await tab.until(({ topic }) => topic === 'usage');
  expect(await statusOf(watch(watcher, viewId))).toBe(200);
  expect(await statusOf(watch(watcher, viewId, other))).toBe(404);
  expect(await statusOf(watch(colleague, viewId))).toBe(404);
  const [shown] = (await caller.expectOk(usage.recordings, {})).filter((one) => one.id === id);
  expect(shown?.views).toMatchObject([{ by: 'Avery Stone', reason: 'Ticket 4711: no orders' }]);
  const owner = await app.as(seller.owner.user, seller.org);
  const { results } = await owner.expectOk(auditCalls.list, { params: { orgId: seller.org.id }, query: {} });
  expect(JSON.stringify(results)).toContain('Ticket 4711');
  const old = new Date(Date.now() - 61 * 60_000);
  await db.update(recordingViews).set({ createdAt: old }).where(eq(recordingViews.id, viewId));
  expect(await statusOf(watch(watcher, viewId))).toBe(404);
});

test('after 30 days, events and recordings are deleted, and not before', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const [young, old] = [await makeRecording(db, who(), days(29)), await makeRecording(db, who(), days(31))];
  const event = { ...who(), kind: 'screen' as const, detail: { screen: 'orders' }, happenedAt: days(0) };
  await db.insert(usageEvents).values([
    { ...event, createdAt: days(29) },
    { ...event, createdAt: days(31) },
  ]);
  await purgeUsage(db);
  expect((await caller.expectOk(usage.recordings, {})).map(({ id }) => id)).toEqual([young]);
  expect(await db.select().from(recordingChunks).where(eq(recordingChunks.recordingId, old))).toEqual([]);
  expect(await stored()).toBe(1);
});

test('a person deletes all of it at once, and withdraws with that', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  await makeRecording(db, who());
  await send(caller);
  await caller.expectOk(usage.forget, {});
  expect(await stored()).toBe(0);
  expect(await caller.expectOk(usage.recordings, {})).toEqual([]);
  expect(await caller.expectOk(usage.mine, {})).toMatchObject({ person: 'OFF', organization: 'RECORDINGS' });
});

test('what an organization’s work showed goes with the membership, the rest with the account', async () => {
  await agree('RECORDINGS', 'RECORDINGS');
  const elsewhere = await makeSeller(db);
  await makeMember(db, elsewhere.org, { defaultRoleId: 'USER', user });
  await makeRecording(db, who());
  const kept = await makeRecording(db, { userId: user.id, orgId: elsewhere.org.id });
  await send(caller);
  const owner = await app.as(seller.owner.user, seller.org);
  const me = await caller.expectOk(session.membership, {});
  await owner.expectOk(team.remove, { params: { orgId: seller.org.id, id: me.id } });
  const there = await app.as(user, elsewhere.org);
  expect((await there.expectOk(usage.recordings, {})).map(({ id }) => id)).toEqual([kept]);
  expect(await stored()).toBe(0);
  await there.expectOk(session.deleteMe, { body: { email: user.email } });
  expect(await db.select().from(recordings).where(eq(recordings.userId, user.id))).toEqual([]);
  expect(await db.select().from(usagePeople).where(eq(usagePeople.userId, user.id))).toEqual([]);
});

test('a person’s own data has what was measured of them', async () => {
  await agree('EVENTS', 'RECORDINGS');
  await send(caller);
  const id = await makeRecording(db, who());
  const response = await fetch(`${app.url}/api/users/me/export`, {
    headers: { authorization: `Bearer ${caller.token}`, 'org-id': String(seller.org.id) },
  });
  expect(((await response.json()) as { usage: unknown }).usage).toMatchObject({
    agreed: { level: 'EVENTS' },
    events: [{ kind: 'screen', screen: 'orders/:slug' }],
    recordings: [{ id }],
  });
  expect(
    await db
      .select()
      .from(usageEvents)
      .where(and(eq(usageEvents.userId, user.id), eq(usageEvents.orgId, seller.org.id))),
  ).toHaveLength(1);
});

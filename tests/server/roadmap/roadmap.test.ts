import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { roadmap as calls } from '../../../domain/roadmap/contract';
import { session } from '../../../domain/session/contract';
import { auditLog, roadmapEntries, roadmapSupporters } from '../../../server/db/schema';
import { notifyPeople } from '../../../server/notifications/notify';
import type { TestApp, TestCaller } from '../../support/app';
import { makeMember, makeSeller, makeUser, type SellerFixture, type UserFixture } from '../../support/factories';
import { allTold, countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { makeEntry } from '../../support/roadmap';
import { eachWithSeller } from '../../support/seller-app';

const NOTE = 'The first labels print in our test warehouse.';
const WHY = 'We write them by hand.';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
/** Of another organization. */
let other: SellerFixture;
let stranger: TestCaller;
let staff: UserFixture;
let support: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  other = await makeSeller(db());
  stranger = await app.as(other.owner.user, other.org);
  staff = await makeUser(db(), { isSupport: true });
  support = await app.as(staff, null);
});

const db = () => app.database.db;
const of = (id: number) => ({ params: { id } });
const read = (id: number, by = owner) => by.expectOk(calls.get, of(id));
const vote = (id: number, by = owner, reason = '') => by.expectOk(calls.vote, { ...of(id), body: { reason } });
const suggest = (title: string, by = owner) =>
  by.expectOk(calls.suggest, { body: { title, text: 'On any printer.', reason: WHY } });
const titles = async (body: object, by = owner) =>
  (await by.expectOk(calls.search, { body })).results.map(({ title }) => title);
async function give(id: number, status: 'OPEN' | 'PLANNED' | 'SHIPPED' | 'CLOSED', note = NOTE) {
  const { version } = await read(id, support);
  return support.expectOk(calls.changeStatus, { ...of(id), body: { status, note, version } });
}
async function merge(id: number, intoId: number) {
  const { version } = await read(id, support);
  return support.expectOk(calls.merge, { ...of(id), body: { intoId, version } });
}
const unmerge = (id: number) => support.expectOk(calls.unmerge, of(id));

describe('who sees the roadmap', () => {
  test('members of any organization and support staff do; visitors and people without an organization don’t', async () => {
    const { id } = await makeEntry(db());
    for (const one of [owner, stranger, support]) expect((await one.call(calls.get, of(id))).status).toBe(200);
    const visitor = app.withToken(null);
    const newcomer = await app.as(await makeUser(db()), null);
    for (const [one, status] of [
      [visitor, 401],
      [newcomer, 403],
    ] as const) {
      expect((await one.call(calls.search, { body: {} })).status).toBe(status);
      expect((await one.call(calls.get, of(id))).status).toBe(status);
      expect((await one.call(calls.similar, { query: { title: 'Labels' } })).status).toBe(status);
      expect((await one.call(calls.vote, { ...of(id), body: {} })).status).toBe(status);
    }
  });

  test('support staff alone write, change, merge and remove; they don’t vote without an organization', async () => {
    const [{ id }, into] = [await makeEntry(db()), await makeEntry(db())];
    const words = { title: 'Recurring orders', text: '' };
    const refused = [
      await owner.call(calls.create, { body: { ...words, status: 'PLANNED' } }),
      await owner.call(calls.update, { ...of(id), body: { ...words, version: 0 } }),
      await owner.call(calls.changeStatus, { ...of(id), body: { status: 'SHIPPED', note: NOTE, version: 0 } }),
      await owner.call(calls.merge, { ...of(id), body: { intoId: into.id, version: 0 } }),
      await owner.call(calls.unmerge, of(id)),
      await owner.call(calls.remove, of(id)),
      await support.call(calls.vote, { ...of(id), body: {} }),
      await support.call(calls.suggest, { body: words }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(403));
    const made = await support.expectOk(calls.create, { body: { ...words, status: 'PLANNED' } });
    expect(made).toMatchObject({ ...words, status: 'PLANNED', by: 'Verdant', votes: 0 });
    const edit = { ...words, text: 'Each week.', version: 0 };
    expect(await support.expectOk(calls.update, { ...of(made.id), body: edit })).toMatchObject({ text: 'Each week.' });
    expect((await support.call(calls.update, { ...of(made.id), body: edit })).status).toBe(409);
  });
});

describe('a suggestion', () => {
  test('waits unseen, voted for by its author, until support staff publish it', async () => {
    const { id } = await suggest('Print labels from an intake');
    expect(await read(id)).toMatchObject({
      status: 'WAITING',
      votes: 1,
      hasVoted: true,
      isFollowing: true,
      reason: WHY,
    });
    expect((await stranger.call(calls.get, of(id))).status).toBe(404);
    expect((await stranger.call(calls.vote, { ...of(id), body: {} })).status).toBe(404);
    expect(await titles({ filters: { search: 'labels intake' } }, stranger)).toEqual([]);
    expect(await titles({ filters: { mine: ['SUGGESTED'] } })).toEqual(['Print labels from an intake']);
    await give(id, 'OPEN');
    expect(await read(id, stranger)).toMatchObject({ status: 'OPEN', hasVoted: false, updates: [{ note: NOTE }] });
  });

  test('that is declined stays its author’s, with the answer', async () => {
    const { id } = await suggest('Sell on the moon');
    await give(id, 'CLOSED');
    expect(await read(id)).toMatchObject({ status: 'CLOSED', updates: [{ status: 'CLOSED', note: NOTE }] });
    expect((await stranger.call(calls.get, of(id))).status).toBe(404);
  });

  test('its author and reasons are shown as their organization, never as a person', async () => {
    const { id } = await suggest('Weigh pallets by phone');
    await give(id, 'OPEN');
    await vote(id, stranger, 'Ours are heavy.');
    const shown = await read(id, stranger);
    expect(shown.by).toBe(seller.org.name);
    expect(shown.reasons).toMatchObject([
      { by: other.org.name, reason: 'Ours are heavy.', isOwn: true },
      { by: seller.org.name, reason: WHY, isOwn: false },
    ]);
    const { firstName, lastName, email, id: userId } = seller.owner.user;
    for (const secret of [`${firstName} ${lastName}`, email, userId])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test('is compared with what is there, by its words whatever their endings, before it is sent', async () => {
    const { id } = await makeEntry(db(), { title: 'Scanning pallets when trucks arrive' });
    await makeEntry(db(), { title: 'Trucks on a map' });
    const like = async (title: string, by = owner) =>
      (await by.expectOk(calls.similar, { query: { title } })).map((one) => one.id);
    expect(await like('scan a pallet')).toEqual([id]);
    expect(await like('the')).toEqual([]);
    expect(await like('quantum invoices & | ! (')).toEqual([]);
    const waiting = await suggest('Scan a pallet with one press');
    expect(await like('scan pallets')).toContain(waiting.id);
    expect(await like('scan pallets', stranger)).not.toContain(waiting.id);
  });
});

describe('votes', () => {
  test('are one a person, however often they press; taken back, they are gone with the follow', async () => {
    const { id } = await makeEntry(db());
    await Promise.all([vote(id), vote(id), vote(id)]);
    await vote(id, stranger);
    expect(await vote(id, owner, WHY)).toMatchObject({ votes: 2, hasVoted: true, isFollowing: true, reason: WHY });
    expect(await titles({ filters: { mine: ['VOTED'] } })).toHaveLength(1);
    const gone = await owner.expectOk(calls.unvote, of(id));
    expect(gone).toMatchObject({ votes: 1, hasVoted: false, isFollowing: false, reason: '' });
    const log = await db().select().from(auditLog).where(eq(auditLog.entity, 'roadmap-vote'));
    expect(log.filter(({ orgId }) => orgId === seller.org.id).map(({ entityId }) => entityId)).toContain(String(id));
  });

  test('end when it ships or isn’t planned; following goes on', async () => {
    const { id } = await makeEntry(db(), { status: 'SHIPPED' });
    const { status, body } = await owner.call(calls.vote, { ...of(id), body: {} });
    expect([status, body]).toMatchObject([409, { userFriendlyMessage: 'This has shipped, so voting is over.' }]);
    const follow = (isFollowing: boolean) => owner.expectOk(calls.follow, { ...of(id), body: { isFollowing } });
    expect(await follow(true)).toMatchObject({ isFollowing: true, hasVoted: false, votes: 0 });
    expect(await follow(false)).toMatchObject({ isFollowing: false });
  });

  test('sort the list, which begins with what is in progress', async () => {
    const word = `Sorted${seller.org.id}`;
    const open = await makeEntry(db(), { title: `${word} open` });
    await makeEntry(db(), { title: `${word} planned`, status: 'PLANNED' });
    await makeEntry(db(), { title: `${word} begun`, status: 'IN_PROGRESS' });
    await vote(open.id);
    const filters = { search: word };
    expect(await titles({ filters })).toEqual([`${word} begun`, `${word} planned`, `${word} open`]);
    expect((await titles({ filters, sortBy: 'votes', sortDesc: true }))[0]).toBe(`${word} open`);
    expect(await titles({ filters: { ...filters, statuses: ['PLANNED'] } })).toEqual([`${word} planned`]);
  });
});

describe('merging', () => {
  test('counts who voted for both once, and undone gives each its own again', async () => {
    const [first, second] = [await makeEntry(db()), await makeEntry(db())];
    await vote(first.id, owner, WHY);
    await vote(first.id, stranger);
    await vote(second.id, owner);
    const merged = await merge(first.id, second.id);
    expect(merged.mergedInto).toEqual({ id: second.id, title: second.title });
    const whole = await read(second.id, stranger);
    expect(whole).toMatchObject({ votes: 2, hasVoted: true, merged: [{ id: first.id }], reasons: [{ reason: WHY }] });
    expect(await titles({ filters: { search: first.title } })).toEqual([]);
    // It keeps its address, and votes go to what it was merged into.
    expect((await owner.call(calls.vote, { ...of(first.id), body: {} })).status).toBe(409);
    await unmerge(first.id);
    expect([(await read(first.id)).votes, (await read(second.id)).votes]).toEqual([2, 1]);
    expect((await support.call(calls.unmerge, of(first.id))).status).toBe(409);
  });

  test('shows nobody the reason of a suggestion that others may not see, but its author', async () => {
    const waiting = await suggest('Recall with one press');
    const entry = await makeEntry(db());
    await merge(waiting.id, entry.id);
    expect((await read(entry.id, stranger)).reasons).toEqual([]);
    expect((await read(entry.id, owner)).reasons).toMatchObject([{ reason: WHY }]);
  });

  test('a reason that was taken out stays out', async () => {
    const [first, second] = [await makeEntry(db()), await makeEntry(db())];
    await vote(first.id, owner, WHY);
    await merge(first.id, second.id);
    expect((await vote(second.id, owner, '')).reasons).toEqual([]);
    expect((await read(second.id, stranger)).reasons).toEqual([]);
  });

  test('of what has something merged into it keeps the count at every step, both ways', async () => {
    const [a, b, c] = [await makeEntry(db()), await makeEntry(db()), await makeEntry(db())];
    for (const one of [a, b]) await vote(one.id, owner);
    await vote(c.id, stranger);
    await merge(a.id, b.id);
    await merge(b.id, c.id);
    expect((await read(c.id)).votes).toBe(2);
    await owner.expectOk(calls.unvote, of(c.id));
    expect((await read(c.id)).votes).toBe(1);
    await unmerge(a.id);
    await unmerge(b.id);
    expect([(await read(a.id)).votes, (await read(b.id)).votes, (await read(c.id)).votes]).toEqual([0, 0, 1]);
  });

  test('is refused into itself, what was merged, what nobody sees and what is gone', async () => {
    const [a, b, c] = [await makeEntry(db()), await makeEntry(db()), await makeEntry(db())];
    const waiting = await suggest('Print labels on bags');
    await merge(b.id, c.id);
    for (const intoId of [a.id, b.id, waiting.id, 999_999]) {
      const { status, body } = await support.call(calls.merge, { ...of(a.id), body: { intoId, version: 0 } });
      expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([400, ['intoId']]);
    }
    expect((await support.call(calls.remove, of(c.id))).status).toBe(409);
    // Both at once: one is merged, never each into the other.
    const [d, e] = [await makeEntry(db()), await makeEntry(db())];
    const both = await Promise.all([
      support.call(calls.merge, { ...of(d.id), body: { intoId: e.id, version: 0 } }),
      support.call(calls.merge, { ...of(e.id), body: { intoId: d.id, version: 0 } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('ROADMAP_CHANGED', () => {
  test('tells followers of the entry and of what was merged into it once, also if the job runs twice', async () => {
    const [entry, dup] = [await makeEntry(db()), await makeEntry(db())];
    await vote(entry.id);
    await vote(dup.id);
    await vote(dup.id, stranger);
    const quiet = await makeMember(db(), seller, { defaultRoleId: 'USER' });
    const colleague = await app.as(quiet.user, seller.org);
    await vote(entry.id, colleague);
    await colleague.expectOk(calls.follow, { ...of(entry.id), body: { isFollowing: false } });
    await merge(dup.id, entry.id);
    await give(entry.id, 'PLANNED');
    expect(await toldOf(app, seller.owner.user, 'ROADMAP_CHANGED')).toMatchObject([
      { title: `Planned: ${entry.title}`, lines: [NOTE, ''], route: `/roadmap/${entry.id}`, orgId: null },
    ]);
    const people = [seller.owner.user, other.owner.user, quiet.user, staff];
    expect(await countsOf(app, people, 'ROADMAP_CHANGED')).toEqual([1, 1, 0, 0]);
    const { rows } = await app.database.pool.query(
      `select data from jobs.job where name = 'notify' and data->'payload'->>'entryId' = $1`,
      [String(entry.id)],
    );
    expect(rows).toHaveLength(1);
    await notifyPeople({ config: app.config, database: app.database } as never, rows[0].data);
    expect(await countsOf(app, people, 'ROADMAP_CHANGED')).toEqual([1, 1, 0, 0]);
  });

  test('isn’t sent twice by a second press, and goes with the entry', async () => {
    const entry = await makeEntry(db());
    await vote(entry.id);
    const body = { status: 'SHIPPED' as const, note: NOTE, version: 0 };
    const pressed = await Promise.all([1, 2].map(() => support.call(calls.changeStatus, { ...of(entry.id), body })));
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countsOf(app, [seller.owner.user], 'ROADMAP_CHANGED')).toEqual([1]);
    await support.expectOk(calls.remove, of(entry.id));
    await allTold(app);
    expect(await countsOf(app, [seller.owner.user], 'ROADMAP_CHANGED')).toEqual([0]);
  });

  test('says nothing to who is in no organization anymore', async () => {
    const entry = await makeEntry(db());
    const left = await makeMember(db(), seller, { defaultRoleId: 'USER' });
    await vote(entry.id, await app.as(left.user, seller.org));
    await give(entry.id, 'PLANNED');
    expect(await countsOf(app, [left.user], 'ROADMAP_CHANGED')).toEqual([1]);
    await app.database.pool.query(`update org_users set status = 'REMOVED' where id = $1`, [left.orgUserId]);
    expect(await toldOf(app, left.user, 'ROADMAP_CHANGED')).toMatchObject([{ title: HIDDEN_TITLE, route: null }]);
  });
});

describe('a person who leaves', () => {
  test('takes what they said with them as a file, and away with their account', async () => {
    const person = await makeMember(db(), seller, { defaultRoleId: 'USER' });
    const caller = await app.as(person.user, seller.org);
    const published = await suggest('Sort pallets by weight', caller);
    await give(published.id, 'OPEN');
    const waiting = await suggest('Count pallets by drone', caller);
    const [entry, dup] = [await makeEntry(db()), await makeEntry(db())];
    await vote(dup.id, caller, WHY);
    await vote(entry.id, owner);
    await merge(dup.id, entry.id);
    expect((await read(entry.id)).votes).toBe(2);
    const file = JSON.parse(String((await caller.call(session.exportMine, {})).body));
    expect(file.roadmap).toMatchObject({
      suggestions: [{ title: 'Sort pallets by weight' }, { title: 'Count pallets by drone', status: 'WAITING' }],
      entries: [{ reason: WHY }, { reason: WHY }, { entry: dup.title, reason: WHY, isFollowing: true }],
    });
    await caller.expectOk(session.deleteMe, { body: { email: person.user.email } });
    expect((await read(entry.id)).votes).toBe(1);
    expect(await read(published.id)).toMatchObject({ by: seller.org.name, votes: 0, reasons: [] });
    expect((await support.call(calls.get, of(waiting.id))).status).toBe(404);
    expect(await db().$count(roadmapSupporters, eq(roadmapSupporters.userId, person.user.id))).toBe(0);
    expect(await db().$count(roadmapEntries, eq(roadmapEntries.authorUserId, person.user.id))).toBe(0);
  });

  test('as the last of an organization takes its name off what it suggested', async () => {
    const { id } = await suggest('Route trucks by tide', stranger);
    await give(id, 'OPEN');
    await stranger.expectOk(session.deleteMe, { body: { email: other.owner.user.email } });
    expect((await read(id)).by).toBe('A former customer');
  });
});

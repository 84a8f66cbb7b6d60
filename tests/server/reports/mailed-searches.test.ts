import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { productSearches } from '../../../domain/catalogue/saved-searches';
import type { CallInput } from '../../../domain/contract/endpoint';
import { formatUsd } from '../../../domain/money';
import { orders } from '../../../domain/orders/contract';
import { type OrderSearch, savedSearches as searchCalls } from '../../../domain/orders/saved-searches';
import { MOST_LETTER_ORDERS, MOST_MAILINGS } from '../../../domain/reports/mailing';
import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import { companies, organizations, orgUsers, reportMailings, roles } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { type MemberFixture, makeMember, makeOrder, makeSeller } from '../../support/factories';
import { lettersTo, letterTo, makeDue, runJob } from '../../support/reports/report-letters';
import { openSellerApp } from '../../support/seller-app';

const ZONE = 'America/Los_Angeles';
const READS = { BROWSE_ORDERS: { read: true, write: false } };

const { app, seller, owner } = await openSellerApp();

const byTotal = (filters: OrderSearch['filters']): OrderSearch => ({ filters, sortBy: 'totalUsd', sortDesc: true });
const submitted = byTotal({ statuses: ['SUBMITTED'] });

type Saved = { isShared?: boolean; search?: OrderSearch; name?: string };
async function save(by: TestCaller, given: Saved = {}) {
  const { isShared = false, search = submitted, name = crypto.randomUUID() } = given;
  const body = { orgId: seller.org.id, companyId: seller.company.id, name, search, isShared };
  return by.expectOk(searchCalls.create, { body });
}
type Draft = CallInput<typeof calls.subscribe>['body'];
const draft = (savedSearchId: number, given: Partial<Draft> = {}): Draft => ({
  orgId: seller.org.id,
  savedSearchId,
  name: 'To accept',
  schedule: { repeat: 'WEEKDAY', hour: 7 },
  timeZone: ZONE,
  ...given,
});
const subscribe = (by: TestCaller, id: number) => by.expectOk(calls.subscribe, { body: draft(id) });
const listed = async (by: TestCaller, id: number) =>
  (await by.expectOk(calls.list, { query: { orgId: seller.org.id } })).find((one) => one.id === id);
const aColleague = (features: object = READS) =>
  makeMember(app.database.db, seller, { features: features as typeof READS, companyIds: [seller.company.id] });

async function refused(answer: Promise<unknown>, code: string) {
  const { ok, body } = (await answer) as { ok: boolean; body: { message: string; errors: Record<string, string> } };
  expect(ok ? 'allowed' : body.message).toBe(code);
  return body.errors;
}

/** Sends what a mailing owes its subscriber now; gives the latest of so many letters. */
async function sendDue(mailingId: number, to: MemberFixture, count = 1) {
  await makeDue(app, mailingId);
  await runJob(app, 'find-due-mailings');
  return letterTo(app, to.user, count);
}

/** Someone with a search emailed to them, which stopped for a reason: their one letter says so, and names no order. */
async function expectStopped(mailingId: number, to: MemberFixture, why: string) {
  const letter = await sendDue(mailingId, to);
  expect(letter.subject).toBe('To accept: emails stopped');
  expect(letter.text).toContain(`We stopped emailing you the saved search “To accept”: ${why}.`);
  expect(letter.text).not.toContain('S1001');
  const nextAt = async () =>
    (await app.database.db.select().from(reportMailings).where(eq(reportMailings.id, mailingId)))[0]?.nextAt;
  await expect.poll(nextAt, { timeout: 30_000 }).toBeNull();
  await runJob(app, 'find-due-mailings');
  expect(await lettersTo(app, to.user)).toHaveLength(1);
}

describe('the letter of a saved search', () => {
  test('lists the orders it finds when it is sent, as it is then, with each reader’s own access', async () => {
    const { db } = app.database;
    const rep = await aColleague({ BROWSE_MY_ORDERS: { read: true, write: false } });
    const reader = await aColleague();
    await makeOrder(db, seller, { status: 'SUBMITTED', orderNumber: 'S1001', totalUsd: '120.50' });
    await makeOrder(db, seller, {
      status: 'SUBMITTED',
      orderNumber: 'S1002',
      totalUsd: '300.00',
      salesRepOrgUserIds: [rep.orgUserId],
    });
    await makeOrder(db, seller, { status: 'ACCEPTED', orderNumber: 'S1003', totalUsd: '50.00' });
    const search = await save(owner, { name: 'New ones', isShared: true });
    const sent = [];
    for (const one of [reader, rep]) {
      const { id } = await subscribe(await app.as(one.user, seller.org), search.id);
      sent.push([one, id] as const);
    }
    const [[first, ofFirst], [second, ofSecond]] = sent as [(typeof sent)[0], (typeof sent)[0]];
    const letter = await sendDue(ofFirst, first);
    expect(letter.subject).toBe('To accept');
    expect(letter.text).toContain(`Saved search “New ones” · ${seller.company.name} · Status: Submitted`);
    expect(letter.text).toContain('Orders: 2\n');
    const lines = letter.text.split('\n').filter((line) => line.startsWith('S100'));
    expect(lines[0]).toMatch(/^S1002 \| .+ \| Submitted \| \$300\.00 \| \d\d\/\d\d\/\d{4}$/);
    expect(lines[1]).toContain('S1001 |');
    expect(lines[1]).toContain(formatUsd('120.50'));
    expect(letter.text).toContain(`/orders?openSearch=${search.id}`);
    expect(letter.text).toContain('/orders/emailed-reports');

    const { text } = await sendDue(ofSecond, second);
    expect(text).toContain('Orders: 1\n');
    expect(text).not.toContain('S1001');

    const { name, isShared, version } = search;
    const body = { name, isShared, version, search: byTotal({ statuses: ['ACCEPTED'] }) };
    await owner.expectOk(searchCalls.update, { params: { id: search.id }, body });
    const changed = await sendDue(ofFirst, first, 2);
    expect(changed.text).toContain('Orders: 1\n');
    expect(changed.text).toContain('S1003');
    expect(changed.text).not.toContain('S1002');
  });

  test('says when nothing matches, and how many orders it leaves out', async () => {
    const { db } = app.database;
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const search = await save(by, { search: byTotal({ customerSearch: 'Long Meadow' }) });
    const { id } = await subscribe(by, search.id);
    expect((await sendDue(id, reader)).text).toContain('No orders match right now.');
    for (let made = 0; made < MOST_LETTER_ORDERS + 3; made += 1) {
      await makeOrder(db, seller, { customerName: 'Long Meadow', orderNumber: `L${made}` });
    }
    const { text } = await sendDue(id, reader, 2);
    expect(text).toContain(`Orders: ${MOST_LETTER_ORDERS + 3}\n`);
    expect(text).toContain('… and 3 more');
    expect(text.split('\n').filter((line) => line.includes('Long Meadow |'))).toHaveLength(MOST_LETTER_ORDERS);
    const { resultCount } = await by.expectOk(orders.search, {
      body: { orgId: seller.org.id, companyId: seller.company.id, ...search.search },
    });
    expect(resultCount).toBe(MOST_LETTER_ORDERS + 3);
  });

  test('is sent at once to whoever asks, and due as before', async () => {
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const mailing = await subscribe(by, (await save(by)).id);
    await by.expectOk(calls.sendNow, { params: { id: mailing.id } });
    await letterTo(app, reader.user);
    expect((await listed(by, mailing.id))?.next).toBe(mailing.next);
  });
});

describe('a saved search is mailed no more, and its reader told once', () => {
  test('when it is deleted', async () => {
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const search = await save(by, { name: 'Gone soon' });
    const mailing = await subscribe(by, search.id);
    expect(mailing).toMatchObject({ search: null, savedSearch: { id: search.id, name: 'Gone soon' }, problems: [] });
    await by.expectOk(searchCalls.remove, { params: { id: search.id } });
    const stopped = { next: null, savedSearch: { name: null }, problems: ['Stopped: the saved search was deleted.'] };
    expect(await listed(by, mailing.id)).toMatchObject(stopped);
    await refused(by.call(calls.sendNow, { params: { id: mailing.id } }), 'CONFLICT');
    const resume = { isPaused: false, version: mailing.version };
    await refused(by.call(calls.pause, { params: { id: mailing.id }, body: resume }), 'CONFLICT');
    await expectStopped(mailing.id, reader, 'the saved search was deleted');
    expect(await listed(by, mailing.id)).toMatchObject(stopped);
    await by.expectOk(calls.remove, { params: { id: mailing.id } });
  });

  test('when its owner no longer shares it, until they do again and it is resumed', async () => {
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const search = await save(owner, { isShared: true });
    const mailing = await subscribe(by, search.id);
    const share = (isShared: boolean, version: number) =>
      owner.expectOk(searchCalls.update, {
        params: { id: search.id },
        body: { name: search.name, search: submitted, isShared, version },
      });
    await share(false, 0);
    await expectStopped(mailing.id, reader, 'the saved search isn’t shared with you anymore');
    await share(true, 1);
    const resumed = await by.expectOk(calls.pause, {
      params: { id: mailing.id },
      body: { isPaused: false, version: mailing.version },
    });
    expect(resumed).toMatchObject({ problems: [], next: expect.any(String) });
    expect((await sendDue(mailing.id, reader, 2)).subject).toBe('To accept');
  });

  test('when their role includes no orders', async () => {
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const { id } = await subscribe(by, (await save(by)).id);
    await app.database.db.update(roles).set({ features: {} }).where(eq(roles.id, reader.roleId));
    await expectStopped(id, reader, 'your role doesn’t include orders');
  });

  test('when they no longer see its company, or it is removed', async () => {
    const { db } = app.database;
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const { id } = await subscribe(by, (await save(by)).id);
    await db.update(orgUsers).set({ companyIds: [] }).where(eq(orgUsers.id, reader.orgUserId));
    await expectStopped(id, reader, 'you don’t see its company anymore');

    const other = await makeSeller(db);
    const member = await makeMember(db, other, { defaultRoleId: 'ADMIN' });
    const there = await app.as(member.user, other.org);
    const given = { orgId: other.org.id, companyId: other.company.id };
    const theirs = await there.expectOk(searchCalls.create, { body: { ...given, name: 'All', search: submitted } });
    const mailing = await there.expectOk(calls.subscribe, { body: draft(theirs.id, { orgId: other.org.id }) });
    await db.update(companies).set({ removedAt: new Date() }).where(eq(companies.id, other.company.id));
    await expectStopped(mailing.id, member, 'you don’t see its company anymore');
  });

  test('without a letter when they left the team', async () => {
    const { db } = app.database;
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const { id } = await subscribe(by, (await save(by)).id);
    await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, reader.orgUserId));
    await makeDue(app, id);
    await runJob(app, 'find-due-mailings');
    const nextAt = async () => (await db.select().from(reportMailings).where(eq(reportMailings.id, id)))[0]?.nextAt;
    await expect.poll(nextAt, { timeout: 30_000 }).toBeNull();
    expect(await lettersTo(app, reader.user)).toEqual([]);
  });
});

describe('a saved search is mailed', () => {
  test('to whoever saved it or shares it, never another organization’s, another list’s or one that isn’t shared', async () => {
    const { db } = app.database;
    const by = await app.as((await aColleague()).user, seller.org);
    const [mine, shared, hidden] = [await save(by), await save(owner, { isShared: true }), await save(owner)];
    for (const { id } of [mine, shared]) await subscribe(by, id);
    await refused(by.call(calls.subscribe, { body: draft(hidden.id) }), 'NOT_FOUND');

    const other = await makeSeller(db);
    const stranger = await app.as(other.owner.user, other.org);
    const theirs = draft(shared.id, { orgId: other.org.id });
    await refused(stranger.call(calls.subscribe, { body: theirs }), 'NOT_FOUND');
    await refused(stranger.call(calls.subscribe, { body: draft(shared.id) }), 'NOT_FOUND');

    const { id: elsewhereId } = await owner.expectOk(productSearches.create, {
      body: {
        orgId: seller.org.id,
        companyId: seller.company.id,
        name: 'Flower',
        search: { filters: {}, sortBy: 'name', sortDesc: false },
      },
    });
    await refused(owner.call(calls.subscribe, { body: draft(elsewhereId) }), 'NOT_FOUND');

    const unassigned = await makeMember(db, seller, { features: READS, companyIds: [] });
    const elsewhere = await app.as(unassigned.user, seller.org);
    await refused(elsewhere.call(calls.subscribe, { body: draft(shared.id) }), 'NOT_FOUND');
    const blind = await app.as((await aColleague({})).user, seller.org);
    await refused(blind.call(calls.subscribe, { body: draft(shared.id) }), 'FORBIDDEN');
  });

  test('once to each person, who alone gets and sees it, up to the limit of what one has emailed', async () => {
    const reader = await aColleague();
    const by = await app.as(reader.user, seller.org);
    const search = await save(owner, { isShared: true });
    const mailing = await subscribe(by, search.id);
    await refused(by.call(calls.subscribe, { body: draft(search.id) }), 'CONFLICT');
    const ofOwner = await subscribe(owner, search.id);
    expect(await listed(by, ofOwner.id)).toBeUndefined();
    expect(await listed(owner, mailing.id)).toBeUndefined();

    const { name, schedule, timeZone } = draft(0, {
      name: 'Fridays',
      schedule: { repeat: 'WEEK', weekday: 5, hour: 16 },
    });
    const change = (recipientIds: number[]) =>
      by.call(calls.update, {
        params: { id: mailing.id },
        body: { name, schedule, timeZone, recipientIds, version: mailing.version },
      });
    const errors = await refused(change([reader.orgUserId, seller.owner.orgUserId]), 'BAD_INPUT');
    expect(errors.recipientIds).toBe('A saved search is emailed to you alone');
    expect((await change([reader.orgUserId])).ok).toBe(true);
    expect(await listed(by, mailing.id)).toMatchObject({ name: 'Fridays', schedule: { weekday: 5 } });

    for (let made = 1; made < MOST_MAILINGS; made += 1) await subscribe(by, (await save(by)).id);
    await refused(by.call(calls.subscribe, { body: draft((await save(by)).id) }), 'CONFLICT');
  });

  test('only where the plan includes reports: without it letters wait', async () => {
    const { db } = app.database;
    const made = await makeSeller(db);
    const by = await app.as(made.owner.user, made.org);
    const given = { orgId: made.org.id, companyId: made.company.id, name: 'All', search: submitted };
    const search = await by.expectOk(searchCalls.create, { body: given });
    const { id } = await by.expectOk(calls.subscribe, { body: draft(search.id, { orgId: made.org.id }) });
    await db.update(organizations).set({ plan: 'STARTER' }).where(eq(organizations.id, made.org.id));
    const again = { body: draft(search.id, { orgId: made.org.id }) };
    await refused(by.call(calls.subscribe, again), 'UPGRADE_REQUIRED');
    await makeDue(app, id);
    await runJob(app, 'find-due-mailings');
    const mine = async () => (await by.expectOk(calls.list, { query: { orgId: made.org.id } }))[0];
    await expect
      .poll(async () => (await mine())?.problems, { timeout: 30_000 })
      .toEqual(['Not sent: your plan doesn’t include order reports.']);
    expect((await mine())?.next).not.toBeNull();
    expect(await lettersTo(app, made.owner.user)).toEqual([]);
  });
});

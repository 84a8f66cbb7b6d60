import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '../../../domain/contract/endpoint';
import { formatUsd } from '../../../domain/money';
import { orderReports } from '../../../domain/reports/contract';
import { MOST_MAILINGS } from '../../../domain/reports/mailing';
import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import type { RevenueReport } from '../../../domain/reports/report';
import type { Services } from '../../../server/context';
import {
  companies,
  organizations,
  orgUsers,
  reportMailingRecipients,
  reportMailings,
  roles,
} from '../../../server/db/schema';
import { mailReportTo } from '../../../server/reports/mailings/mail-reports';
import { openApp, type TestCaller } from '../../support/app';
import { type MemberFixture, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { lettersTo, letterTo, makeDue, runJob } from '../../support/reports/report-letters';
import { makeReportedOrders } from '../../support/reports/reported-orders';

const ZONE = 'America/Los_Angeles';
const REP = { BROWSE_MY_ORDERS: { read: true, write: true } };
const headers = { timezone: ZONE };
const view = { reportType: 'REVENUE', interval: 'MONTH', split: 'NONE', value: 'quantity' } as const;
const filters = { createdFrom: '2026-03-01', createdTo: '2026-11-30' };

const app = await openApp();
const beside = await openApp({ beside: app });
let seller: SellerFixture;
let owner: TestCaller;
let rep: MemberFixture;
let stranger: TestCaller;

beforeAll(async () => {
  const { db } = app.database;
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  rep = await makeMember(db, seller, { features: REP, companyIds: [seller.company.id] });
  await makeReportedOrders(db, seller, [rep.orgUserId]);
  const other = await makeSeller(db);
  stranger = await app.as(other.owner.user, other.org);
});

type Draft = CallInput<typeof calls.create>['body'];
const draft = (given: Partial<Draft> = {}): Draft => ({
  orgId: seller.org.id,
  name: 'Monday revenue',
  search: { filters, viewOptions: view },
  schedule: { repeat: 'DAY', hour: 7 },
  timeZone: ZONE,
  recipientIds: [seller.owner.orgUserId],
  ...given,
});
const make = (given: Partial<Draft> = {}, by = owner) => by.expectOk(calls.create, { body: draft(given) });
const listed = async (by: TestCaller, id: number) =>
  (await by.expectOk(calls.list, { query: { orgId: seller.org.id } })).find((one) => one.id === id);
const aRep = () => makeMember(app.database.db, seller, { features: REP });

async function refused(answer: Promise<unknown>, code: string) {
  const { ok, body } = (await answer) as { ok: boolean; body: { message: string; errors: Record<string, string> } };
  expect(ok ? 'allowed' : body.message).toBe(code);
  return body.errors;
}

describe('a mailed report', () => {
  test('has each person’s own orders, their total and their csv', async () => {
    const to = [await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' }), rep] as const;
    const { id } = await make({ name: 'All & mine', recipientIds: to.map(({ orgUserId }) => orgUserId) });
    await makeDue(app, id);
    await runJob(app, 'find-due-mailings');
    const totals = [];
    for (const { user } of to) {
      const letter = await letterTo(app, user);
      const caller = await app.as(user, seller.org);
      const body = { orgId: seller.org.id, filters, viewOptions: view };
      const report = (await caller.expectOk(orderReports.make, { body }, { headers })) as RevenueReport;
      expect(letter.text).toContain(`Revenue: ${formatUsd(report.totals.revenue)}\nOrders: ${report.totals.orders}\n`);
      expect(letter.text).toContain('Revenue by month · All companies · Created: 03/01/2026 – 11/30/2026 · Days in ');
      expect(letter.text).toContain('/orders?report=REVENUE&interval=MONTH&split=NONE&');
      expect(letter.subject).toBe('All & mine');
      expect(letter.attachments).toHaveLength(1);
      expect(letter.attachments[0]?.content).toBe(await caller.expectOk(orderReports.export, { body }, { headers }));
      totals.push(report.totals.revenue);
    }
    expect(totals[0]).not.toBe(totals[1]);
    expect(totals).not.toContain('0.00');
  });

  test('counts the days of its company, if that sets a zone, and says so', async () => {
    const { db } = app.database;
    const { user, orgUserId } = await makeMember(db, seller, { defaultRoleId: 'ADMIN' });
    const setZone = (timeZone: string | null) =>
      db.update(companies).set({ timeZone }).where(eq(companies.id, seller.company.id));
    await setZone('Pacific/Kiritimati');
    try {
      const search = { filters: { ...filters, createdTo: '2026-11-30T11:00:00.000Z' }, viewOptions: view };
      const { id } = await make({ companyId: seller.company.id, recipientIds: [orgUserId], search });
      await makeDue(app, id);
      await runJob(app, 'find-due-mailings');
      const letter = await letterTo(app, user);
      expect(letter.text).toContain('Created: 03/01/2026 – 12/01/2026 · Days in Line Islands Time (Kiritimati)');
      expect(letter.attachments[0]?.filename).toMatch(/^\d{6}_kiritimati_time_revenue\.csv$/);
      const body = { orgId: seller.org.id, companyId: seller.company.id, ...search };
      const seen = await owner.expectOk(orderReports.export, { body }, { headers });
      expect(letter.attachments[0]?.content).toBe(seen);
    } finally {
      await setZone(null);
    }
  });

  test('says so when its time is too long, when nothing was sold, and how many rows it leaves out', async () => {
    const { user, orgUserId } = await aRep();
    const send = async (search: Draft['search'], count: number) => {
      const { id } = await make({ search, recipientIds: [orgUserId] });
      await makeDue(app, id);
      await runJob(app, 'find-due-mailings');
      return letterTo(app, user, count);
    };
    const long = await send({ filters: {}, viewOptions: { ...view, interval: 'DAY' } }, 1);
    expect(long.text).toContain('The report wasn’t made. Revenue by day covers at most 90 days.');
    const none = await send({ filters: { ...filters, customerSearch: '<b>nobody' }, viewOptions: view }, 2);
    expect(none.text).toContain('No sales in this time.');
    expect(none.html).toContain('Customer: &lt;b&gt;nobody');
    expect(none.attachments).toEqual([]);
    const admin = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
    const weekly = await make({
      search: { filters, viewOptions: { ...view, interval: 'WEEK' } },
      recipientIds: [admin.orgUserId],
    });
    await makeDue(app, weekly.id);
    await runJob(app, 'find-due-mailings');
    expect((await letterTo(app, admin.user)).text).toContain('… and 30 earlier periods');
  });

  test('is sent once per due time by two processes, once for all times missed, and not while paused', async () => {
    const people = [await aRep(), await aRep(), await aRep()];
    const mailing = await make({ recipientIds: people.map(({ orgUserId }) => orgUserId) });
    await makeDue(app, mailing.id, new Date(Date.now() - 10 * 86_400_000));
    await Promise.all([app, beside, app, beside].map((one) => runJob(one, 'find-due-mailings')));
    for (const { user } of people) await letterTo(app, user);
    const after = await listed(owner, mailing.id);
    expect(Date.parse(after?.next ?? '')).toBeGreaterThan(Date.now());
    expect(after).toMatchObject({ problems: [], lastSent: expect.any(String) });

    const paused = await owner.expectOk(calls.pause, {
      params: { id: mailing.id },
      body: { isPaused: true, version: mailing.version },
    });
    expect(paused.next).toBeNull();
    // What comes after in the queues is done, so nothing else is on its way.
    const [last] = [await aRep()];
    const later = await make({ recipientIds: [last.orgUserId] });
    await makeDue(app, later.id);
    await runJob(beside, 'find-due-mailings');
    await letterTo(app, last.user);
    for (const { user } of people) expect(await lettersTo(app, user)).toHaveLength(1);

    const resumed = await owner.expectOk(calls.pause, {
      params: { id: mailing.id },
      body: { isPaused: false, version: paused.version },
    });
    expect(Date.parse(resumed.next ?? '')).toBeGreaterThan(Date.now());
  });

  test('that fails is sent again, and one that was sent isn’t', async () => {
    const { user, orgUserId } = await aRep();
    const { id: mailingId } = await make({ recipientIds: [orgUserId] });
    const sent: string[] = [];
    let isBroken = true;
    const send = async ({ to }: { to: string }) => {
      if (isBroken) throw new Error('refused');
      sent.push(to);
    };
    const services = { database: app.database, config: app.config, mail: { send } } as unknown as Services;
    const job = { orgId: seller.org.id, mailingId, orgUserId, dueAt: new Date().toISOString() };
    await expect(mailReportTo(services, job)).rejects.toThrow('refused');
    isBroken = false;
    for (let times = 0; times < 2; times += 1) await mailReportTo(services, job);
    expect(sent).toEqual([user.email]);
    await mailReportTo(services, { ...job, dueAt: new Date(Date.now() + 86_400_000).toISOString() });
    expect(sent).toEqual([user.email, user.email]);
  });

  test('skips who may no longer see it or left, tells its owner, and goes on for the others', async () => {
    const { db } = app.database;
    const [demoted, gone, left, stays] = [await aRep(), await aRep(), await aRep(), await aRep()];
    const all = [demoted, gone, left, stays];
    const { id } = await make({ recipientIds: all.map(({ orgUserId }) => orgUserId) });
    await db.update(roles).set({ features: {} }).where(eq(roles.id, demoted.roleId));
    await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, gone.orgUserId));
    const leaving = await app.as(left.user, seller.org);
    expect(await listed(leaving, id)).toMatchObject({ isOwn: false, problems: [] });
    await leaving.expectOk(calls.leave, { params: { id } });
    expect(await listed(leaving, id)).toBeUndefined();
    await refused(leaving.call(calls.leave, { params: { id } }), 'NOT_FOUND');

    await makeDue(app, id);
    await runJob(app, 'find-due-mailings');
    await letterTo(app, stays.user);
    await expect.poll(async () => (await listed(owner, id))?.problems.length, { timeout: 30_000 }).toBe(3);
    const problems = (await listed(owner, id))?.problems ?? [];
    const name = ({ user }: MemberFixture) => `${user.firstName} ${user.lastName}`;
    expect(problems).toEqual(
      expect.arrayContaining([
        `Not sent to ${name(demoted)}: their role doesn’t include orders.`,
        `Not sent to ${name(gone)}: they’re no longer on the team.`,
        `${name(left)} stopped getting it.`,
      ]),
    );
    for (const { user } of [demoted, gone, left]) expect(await lettersTo(app, user)).toEqual([]);

    const again = { ...draft({ recipientIds: [left.orgUserId] }), version: 0 };
    const errors = await refused(owner.call(calls.update, { params: { id }, body: again }), 'BAD_INPUT');
    expect(errors.recipientIds).toBe(`${name(left)} asked not to get this report anymore`);
  });

  test('stops when its owner leaves the team', async () => {
    const { db } = app.database;
    const [author, reader] = [await aRep(), await aRep()];
    const { id } = await make({ recipientIds: [reader.orgUserId] }, await app.as(author.user, seller.org));
    await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, author.orgUserId));
    expect(await listed(await app.as(reader.user, seller.org), id)).toBeUndefined();
    await makeDue(app, id);
    await runJob(app, 'find-due-mailings');
    const nextAt = async () =>
      (await db.select().from(reportMailings).where(eq(reportMailings.id, id)))[0]?.nextAt ?? null;
    await expect.poll(nextAt, { timeout: 30_000 }).toBeNull();
    expect(await db.$count(reportMailingRecipients, eq(reportMailingRecipients.mailingId, id))).toBe(1);
    expect(await lettersTo(app, reader.user)).toEqual([]);
  });

  test('is sent to its owner alone when they ask, and is due as before', async () => {
    const { user, orgUserId } = await aRep();
    const author = await aRep();
    const by = await app.as(author.user, seller.org);
    const mailing = await make({ recipientIds: [orgUserId] }, by);
    await by.expectOk(calls.sendNow, { params: { id: mailing.id } });
    await letterTo(app, author.user);
    expect(await lettersTo(app, user)).toEqual([]);
    expect((await listed(by, mailing.id))?.next).toBe(mailing.next);
  });
});

describe('a report is mailed', () => {
  test('only where the plan includes reports, and what is mailed can be removed without it', async () => {
    const { db } = app.database;
    const made = await makeSeller(db);
    const by = await app.as(made.owner.user, made.org);
    const given = { orgId: made.org.id, recipientIds: [made.owner.orgUserId] };
    const { id } = await make(given, by);
    await db.update(organizations).set({ plan: 'STARTER' }).where(eq(organizations.id, made.org.id));
    await refused(by.call(calls.create, { body: draft(given) }), 'UPGRADE_REQUIRED');
    await refused(by.call(calls.sendNow, { params: { id } }), 'UPGRADE_REQUIRED');
    await makeDue(app, id);
    await runJob(app, 'find-due-mailings');
    const problems = async () =>
      (await by.expectOk(calls.list, { query: { orgId: made.org.id } })).flatMap((one) => one.problems);
    await expect.poll(problems, { timeout: 30_000 }).toEqual(['Not sent: your plan doesn’t include order reports.']);
    await by.expectOk(calls.remove, { params: { id } });
    expect(await lettersTo(app, made.owner.user)).toEqual([]);
  });

  test('only by and to people who can see orders, of the same organization', async () => {
    const { db } = app.database;
    const blind = await makeMember(db, seller, { features: {} });
    await refused((await app.as(blind.user, seller.org)).call(calls.create, { body: draft() }), 'FORBIDDEN');
    const errors = await refused(
      owner.call(calls.create, { body: draft({ recipientIds: [rep.orgUserId, blind.orgUserId] }) }),
      'BAD_INPUT',
    );
    const name = `${blind.user.firstName} ${blind.user.lastName}`;
    expect(errors.recipientIds).toBe(`${name} can’t get this report: their role doesn’t include orders`);
    const offered = await owner.expectOk(calls.people, { query: { orgId: seller.org.id } });
    const ids = offered.map(({ orgUserId }) => orgUserId);
    expect(ids).toContain(rep.orgUserId);
    expect(ids).not.toContain(blind.orgUserId);
    const other = await makeSeller(db);
    const far = draft({ recipientIds: [other.owner.orgUserId] });
    expect(await refused(owner.call(calls.create, { body: far }), 'BAD_INPUT')).toHaveProperty('recipientIds');
    const noone = await refused(owner.call(calls.create, { body: draft({ recipientIds: [] }) }), 'BAD_INPUT');
    expect(noone.recipientIds).toBe('Choose at least one person');
  });

  test('by one person up to a limit', async () => {
    const author = await aRep();
    const by = await app.as(author.user, seller.org);
    const given = { recipientIds: [author.orgUserId] };
    for (let made = 0; made < MOST_MAILINGS; made += 1) await make(given, by);
    await refused(by.call(calls.create, { body: draft(given) }), 'CONFLICT');
    await make();
  });

  test('and changed by its owner alone, never from an old version', async () => {
    const { id, version } = await make();
    const body = { ...draft({ name: 'Every 31st', schedule: { repeat: 'MONTH', monthDay: 31, hour: 17 } }), version };
    const colleague = await app.as(rep.user, seller.org);
    for (const one of [colleague, stranger]) {
      await refused(one.call(calls.update, { params: { id }, body }), 'NOT_FOUND');
      await refused(one.call(calls.pause, { params: { id }, body: { isPaused: true, version } }), 'NOT_FOUND');
      await refused(one.call(calls.sendNow, { params: { id } }), 'NOT_FOUND');
      await refused(one.call(calls.leave, { params: { id } }), 'NOT_FOUND');
      await refused(one.call(calls.remove, { params: { id } }), 'NOT_FOUND');
    }
    expect(await listed(colleague, id)).toBeUndefined();
    await refused(stranger.call(calls.list, { query: { orgId: seller.org.id } }), 'NOT_FOUND');
    const changed = await owner.expectOk(calls.update, { params: { id }, body });
    expect(changed).toMatchObject({ name: 'Every 31st', schedule: { monthDay: 31 }, version: version + 1 });
    await refused(owner.call(calls.update, { params: { id }, body }), 'STALE');
    await owner.expectOk(calls.remove, { params: { id } });
    expect(await listed(owner, id)).toBeUndefined();
  });
});

import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import { orgUsers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { type MemberFixture, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { both } from '../../support/permissions';
import { letterTo, makeDue, runJob } from '../../support/reports/report-letters';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let rep: MemberFixture;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  rep = await makeMember(db(), seller, { features: { BROWSE_MY_ORDERS: both }, companyIds: [seller.company.id] });
});

const db = () => app.database.db;
const make = (recipientIds: number[]) =>
  owner.expectOk(calls.create, {
    body: {
      orgId: seller.org.id,
      name: 'Monday revenue',
      search: {
        filters: {},
        viewOptions: { reportType: 'REVENUE', interval: 'MONTH', split: 'NONE', value: 'quantity' },
      },
      schedule: { repeat: 'DAY', hour: 7 },
      timeZone: 'America/Los_Angeles',
      recipientIds,
    },
  });
const unsentTo = async (values: object) => {
  await db().update(orgUsers).set(values).where(eq(orgUsers.id, rep.orgUserId));
};
const pending = `select from jobs.job where name = any ('{mail-report,report-letter}') and state in ('created', 'retry', 'active')`;
/** Mails what is due, to its end. */
async function mail(id: number) {
  await makeDue(app, id);
  await runJob(app, 'find-due-mailings');
  await expect.poll(async () => (await app.database.pool.query(pending)).rowCount, { timeout: 60_000 }).toBe(0);
}

test('REPORT_UNSENT is for who scheduled the report, once a reason, and settled when it is emailed again', async () => {
  const manager = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
  const stranger = (await makeSeller(db())).owner;
  const { id } = await make([rep.orgUserId]);
  const { roleId } = rep;
  const without = await makeMember(db(), seller, { features: {} });
  await unsentTo({ roleId: without.roleId });
  for (let times = 0; times < 2; times += 1) await mail(id);
  expect(await toldOf(app, seller.owner.user, 'REPORT_UNSENT')).toMatchObject([
    {
      title: `Monday revenue wasn’t emailed to ${rep.user.firstName} ${rep.user.lastName}`,
      lines: ['Their role doesn’t include orders.', ''],
      route: '/orders/emailed-reports',
      outcome: null,
    },
  ]);
  expect(await countsOf(app, [rep.user, manager.user, stranger.user], 'REPORT_UNSENT')).toEqual([0, 0, 0]);
  await unsentTo({ roleId });
  await mail(id);
  await letterTo(app, rep.user);
  expect(await toldOf(app, seller.owner.user, 'REPORT_UNSENT')).toMatchObject([{ outcome: 'Emailed again' }]);
});

test('REPORT_UNSENT goes with the report, and names nothing to who left', async () => {
  const without = await makeMember(db(), seller, { features: {} });
  await unsentTo({ roleId: without.roleId });
  const [kept, removed] = [await makeAnyway(), await makeAnyway()];
  await mail(kept);
  await mail(removed);
  expect(await countsOf(app, [seller.owner.user], 'REPORT_UNSENT')).toEqual([2]);
  await owner.expectOk(calls.remove, { params: { id: removed } });
  expect(await countsOf(app, [seller.owner.user], 'REPORT_UNSENT')).toEqual([1]);
  await db().update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, seller.owner.orgUserId));
  const hidden = await toldOf(app, seller.owner.user, 'REPORT_UNSENT');
  expect(hidden).toMatchObject([{ title: HIDDEN_TITLE, orgId: null }]);
});

/** A report for the rep, made while they may get it. */
async function makeAnyway(): Promise<number> {
  const [before] = await db().select().from(orgUsers).where(eq(orgUsers.id, rep.orgUserId));
  await unsentTo({ roleId: rep.roleId });
  const { id } = await make([rep.orgUserId]);
  await unsentTo({ roleId: before?.roleId ?? rep.roleId });
  return id;
}

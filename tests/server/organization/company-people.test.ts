import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '../../../domain/orders/contract';
import { companies, companyInvites, companyNotifications } from '../../../domain/organization/company-contract';
import type { Services } from '../../../server/context';
import { mailbox, orgUsers } from '../../../server/db/schema';
import { mailPlacedOrder } from '../../../server/orders/order-letters';
import type { JobRequest } from '../../../server/queues';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeBuyer,
  makeMember,
  makeOrder,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const address = () => ({ params: { companyId: seller.company.id }, query: { orgId: seller.org.id } });
const choose = (people: { orgUserId: number }[], version: number) =>
  owner.call(companyNotifications.update, {
    ...address(),
    body: { settings: people.map(({ orgUserId }) => ({ orgUserId, feedType: 'NEW_ORDER' as const })), version },
  });
const seesOrders = { BROWSE_ORDERS: { read: true, write: false } };

describe('notification settings', () => {
  test('offer the people who can see all of the company’s orders', async () => {
    const { db } = app.database;
    const user = await makeMember(db, seller, { defaultRoleId: 'USER' });
    const assigned = await makeMember(db, seller, { features: seesOrders, companyIds: [seller.company.id] });
    await makeMember(db, seller, { features: seesOrders });
    await makeMember(db, seller, { features: {}, companyIds: [seller.company.id] });
    const { people, settings } = await owner.expectOk(companyNotifications.get, address());
    expect(people.map(({ orgUserId }) => orgUserId).sort((a, b) => a - b)).toEqual(
      [seller.owner, user, assigned].map(({ orgUserId }) => orgUserId).sort((a, b) => a - b),
    );
    expect(settings).toEqual([]);
  });

  test('are replaced as a whole; an outdated version is refused, and somebody who can’t see the orders', async () => {
    const { db } = app.database;
    const user = await makeMember(db, seller, { defaultRoleId: 'USER' });
    const without = await makeMember(db, seller, { features: {} });
    const saved = await choose([user], 0);
    expect(saved).toMatchObject({ ok: true, body: { version: 1, settings: [{ orgUserId: user.orgUserId }] } });
    expect(await choose([], 0)).toMatchObject({ status: 409, body: { message: 'STALE' } });
    expect(await choose([without], 1)).toMatchObject({
      status: 400,
      body: { errors: { settings: expect.any(String) } },
    });
    expect((await owner.expectOk(companyNotifications.get, address())).settings).toHaveLength(1);
  });

  test('are refused to those without the permission, and for another organization’s company', async () => {
    const { db } = app.database;
    const user = await app.as((await makeMember(db, seller, { defaultRoleId: 'USER' })).user, seller.org);
    expect(await user.call(companyNotifications.get, address())).toMatchObject({ status: 403 });
    const other = await makeSeller(db);
    const theirs = await app.as(other.owner.user, other.org);
    expect(
      await theirs.call(companyNotifications.get, {
        params: { companyId: seller.company.id },
        query: { orgId: other.org.id },
      }),
    ).toMatchObject({ status: 404 });
  });
});

describe('a new order is emailed', () => {
  async function recipients(reps: MemberFixture[] = []): Promise<number[]> {
    const { order } = await makeOrder(app.database.db, seller, {
      salesRepOrgUserIds: reps.map(({ orgUserId }) => orgUserId),
    });
    const jobs: JobRequest[] = [];
    const services = {
      database: app.database,
      jobs: { enqueue: async (_db: unknown, job: JobRequest) => void jobs.push(job) },
    } as unknown as Services;
    await mailPlacedOrder(services, { orgId: seller.org.id, orderId: order.id });
    return jobs.map(({ data }) => (data as { orgUserId: number }).orgUserId).sort((a, b) => a - b);
  }

  test('to its sales reps and those the company chose, each once, and to the owner without either', async () => {
    const { db } = app.database;
    const [rep, chosen] = [await makeMember(db, seller, {}), await makeMember(db, seller, { defaultRoleId: 'USER' })];
    await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, rep.orgUserId));
    expect(await recipients()).toEqual([seller.owner.orgUserId]);
    await db.update(orgUsers).set({ status: 'ACTIVE' }).where(eq(orgUsers.id, rep.orgUserId));
    await choose([chosen, rep], 0);
    expect(await recipients([rep])).toEqual([rep.orgUserId, chosen.orgUserId].sort((a, b) => a - b));
  });

  test('when its buyer cancels it, to those who chose that, and not when the seller does', async () => {
    const { db } = app.database;
    const chosen = await makeMember(db, seller, { defaultRoleId: 'USER' });
    await owner.expectOk(companyNotifications.update, {
      ...address(),
      body: { settings: [{ orgUserId: chosen.orgUserId, feedType: 'ORDER_CANCELLED' }], version: 0 },
    });
    const buyer = await makeBuyer(db);
    const { order } = await makeOrder(db, seller, { buyer });
    const { order: draft } = await makeOrder(db, seller, { status: 'DRAFT' });
    const cancel = (who: TestCaller, id: number) =>
      who.expectOk(orders.transition, { params: { id }, body: { status: 'CANCELLED' } });
    await cancel(await app.as(buyer.owner.user, buyer.org), order.id);
    await cancel(owner, draft.id);
    const letters = () => db.select().from(mailbox).where(eq(mailbox.recipient, chosen.user.email));
    await expect
      .poll(async () => (await letters()).map(({ subject }) => subject))
      .toEqual([`${order.customerName} cancelled order ${order.orderNumber}`]);
  });

  test('not to somebody who no longer sees the company', async () => {
    const { db } = app.database;
    const member = await makeMember(db, seller, { features: seesOrders, companyIds: [seller.company.id] });
    await choose([member], 0);
    expect(await recipients()).toEqual([member.orgUserId]);
    await db.update(orgUsers).set({ companyIds: [] }).where(eq(orgUsers.id, member.orgUserId));
    expect(await recipients()).toEqual([seller.owner.orgUserId]);
  });
});

describe('a buyer', () => {
  const invite = (who: TestCaller, invitedEmail = 'Shop@Harbor.example') =>
    who.call(companyInvites.create, { body: { companyId: seller.company.id, invitedEmail } });

  test('is invited by email to order from a company, which lists the invitation once', async () => {
    const [invitedEmail, recipient] = [`Shop${seller.org.id}@Harbor.example`, `shop${seller.org.id}@harbor.example`];
    for (const _ of [1, 2])
      expect(await invite(owner, invitedEmail)).toMatchObject({ body: { invitedEmail: recipient } });
    const letters = () => app.database.db.select().from(mailbox).where(eq(mailbox.recipient, recipient));
    await expect.poll(async () => (await letters()).length).toBe(2);
    expect((await letters())[0]?.subject).toBe(`Order from ${seller.company.name} on Verdant`);
    const { invites } = await owner.expectOk(companies.get, { params: { id: seller.company.id } });
    expect(invites.map((one) => one.invitedEmail)).toEqual([recipient]);
  });

  test('is invited by those who keep customers of that company, and by nobody else', async () => {
    const { db } = app.database;
    const features = { CUSTOMERS: { read: true, write: true } };
    const sales = await makeMember(db, seller, { features, companyIds: [seller.company.id] });
    const elsewhere = await makeMember(db, seller, { features });
    const reader = await makeMember(db, seller, { features: { CUSTOMERS: { read: true, write: false } } });
    expect((await invite(await app.as(sales.user, seller.org), 'a@harbor.example')).ok).toBe(true);
    expect(await invite(await app.as(elsewhere.user, seller.org))).toMatchObject({ status: 404 });
    expect(await invite(await app.as(reader.user, seller.org))).toMatchObject({ status: 403 });
    expect(await invite(owner, 'harbor')).toMatchObject({
      status: 400,
      body: { errors: { invitedEmail: 'Enter an email address' } },
    });
  });
});

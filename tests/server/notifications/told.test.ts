import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { notificationGroups, orgUsers } from '../../../server/db/schema';
import { noticeAt } from '../../../server/notices/notices';
import { addToFeeds, notifyPeople } from '../../../server/notifications/notify';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeOrder, makeSeller, makeUser } from '../../support/factories';
import { feedRows } from '../../support/notifications/feeds';

const app = await openApp();
const { db } = app.database;
const feedOf = (caller: TestCaller) => caller.expectOk(contract.notifications.list, { query: {} });
const said = async (caller: TestCaller) =>
  (await feedOf(caller)).groups.flatMap(({ type, activities }) =>
    activities.map(({ title, outcome }) => ({ type, title, outcome })),
  );

test('an invite to an organization is told to whom it is for, and settled by whatever becomes of it', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const email = `invited-${seller.org.id}@example.com`;
  const user = await makeUser(db, { email });
  const caller = await app.as(user);
  const invite = () =>
    owner.expectOk(contract.team.invite, { params: { orgId: seller.org.id }, body: { email, defaultRole: 'USER' } });
  const withdraw = async () => {
    const [{ id } = { id: 0 }] = await db.select({ id: orgUsers.id }).from(orgUsers).where(eq(orgUsers.email, email));
    await owner.expectOk(contract.team.remove, { params: { orgId: seller.org.id, id } });
  };
  await invite();
  await expect
    .poll(() => said(caller))
    .toEqual([{ type: 'ORG_INVITE_RECEIVED', title: `Join ${seller.org.name}`, outcome: null }]);
  expect((await feedRows(db, seller.owner.user.id)).rows).toEqual([]);
  await withdraw();
  await expect.poll(() => said(caller)).toEqual([]);
  await invite();
  await expect.poll(() => said(caller)).toHaveLength(1);
  const [open] = await caller.expectOk(contract.invitations.mine, { query: {} } as never);
  await caller.expectOk(contract.invitations.accept, { params: { inviteCode: open?.inviteCode ?? '' } });
  await expect.poll(() => said(caller)).toMatchObject([{ outcome: 'Accepted' }]);
  expect((await feedOf(caller)).counts).toEqual({ unseen: 0, unread: 0 });
});

test('of an order its people are told while it waits, and see it settled', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const { order } = await makeOrder(db, seller);
  const { order: other } = await makeOrder(db, seller, { status: 'ACCEPTED' });
  const tell = async (orderId: number) => {
    const notice = noticeAt(
      {
        type: 'NEW_BUYER_ORDER',
        orgId: seller.org.id,
        subject: `order:${orderId}`,
        payload: { orderId, companyId: seller.company.id },
      },
      { by: null, now: new Date() },
    );
    const services = { config: app.config, database: app.database } as never;
    await notifyPeople(services, notice.data as never);
    await notifyPeople(services, notice.data as never);
  };
  await tell(order.id);
  await tell(other.id);
  const [entry] = (await feedOf(owner)).groups;
  expect(entry).toMatchObject({
    type: 'NEW_BUYER_ORDER',
    orgId: seller.org.id,
    count: 1,
    activities: [{ title: `Order ${order.orderNumber}`, route: `/orders/${order.id}`, outcome: null }],
  });
  await owner.expectOk(orderCalls.transition, { params: { id: order.id }, body: { status: 'ACCEPTED' } } as never);
  await expect.poll(() => said(owner)).toMatchObject([{ outcome: 'Accepted' }]);
  expect((await feedOf(owner)).counts).toEqual({ unseen: 0, unread: 0 });
});

test('who may no longer see what happened is told neither a name nor a figure, and who left nothing', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const rep = await makeMember(db, seller.org, { features: { BROWSE_ORDERS: { read: true, write: false } } });
  const caller = await app.as(rep.user, seller.org);
  const { order } = await makeOrder(db, seller);
  await addToFeeds(
    db,
    {
      type: 'NEW_BUYER_ORDER',
      orgId: seller.org.id,
      subject: `order:${order.id}`,
      payload: { orderId: order.id, companyId: seller.company.id },
    },
    { people: [rep.user.id], eventId: crypto.randomUUID(), at: new Date().toISOString() },
  );
  expect(await said(caller)).toEqual([{ type: 'NEW_BUYER_ORDER', title: 'No longer there for you', outcome: null }]);
  const text = JSON.stringify(await feedOf(caller));
  expect(text).not.toContain(order.orderNumber);
  const { orgUserId: id } = rep;
  await owner.expectOk(contract.team.remove, { params: { orgId: seller.org.id, id } });
  const left = and(eq(notificationGroups.userId, rep.user.id), eq(notificationGroups.orgId, seller.org.id));
  expect(await db.$count(notificationGroups, left)).toBe(0);
});

test('an invite to connect is told to the other, accepting it to who sent it, and ending it takes both away', async () => {
  const [one, other] = [await makeUser(db), await makeUser(db)];
  const [sender, invited] = [await app.as(one), await app.as(other)];
  const { id } = await sender.expectOk(contract.connections.invite, { body: { invitedUserUUID: other.id } });
  await expect.poll(() => said(invited)).toMatchObject([{ type: 'CONNECTION_INVITE_RECEIVED', outcome: null }]);
  expect(await said(sender)).toEqual([]);
  await invited.expectOk(contract.connections.answer, { params: { id }, body: { status: 'IGNORED' } });
  await expect.poll(() => said(invited)).toMatchObject([{ outcome: 'Ignored' }]);
  expect(await said(sender)).toEqual([]);
  await invited.expectOk(contract.connections.answer, { params: { id }, body: { status: 'ACCEPTED' } });
  await expect.poll(() => said(sender)).toMatchObject([{ type: 'CONNECTION_INVITE_ACCEPTED' }]);
  await invited.expectOk(contract.blockedUsers.block, { params: { userId: one.id } });
  await expect.poll(() => said(sender)).toEqual([]);
});

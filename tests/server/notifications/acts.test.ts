import { beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { notifications } from '../../../domain/notifications/contract';
import { orders as sales } from '../../../domain/orders/contract';
import type { TestCaller } from '../../support/app';
import { type MemberFixture, makeBrand, makeMember, makeOrder, makeUser } from '../../support/factories';
import { makeNotification } from '../../support/notifications/feeds';
import { allTold } from '../../support/notifications/told';
import { both } from '../../support/permissions';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const { db } = app.database;

/** What a person may do about each thing in their feed. */
const actsOf = async (caller: TestCaller) =>
  (await caller.expectOk(notifications.list, { query: {} })).groups.flatMap(({ activities }) =>
    activities.map(({ acts, outcome }) => ({ acts: acts.map(({ act }) => act), outcome })),
  );

let rep: MemberFixture;
let reads: MemberFixture;
beforeEach(async () => {
  const companyIds = [seller.company.id];
  rep = await makeMember(db, seller, { features: { BROWSE_MY_ORDERS: both }, companyIds });
  reads = await makeMember(db, seller, { features: { BROWSE_ORDERS: { read: true, write: false } }, companyIds });
});

async function tellOfOrder(userIds: readonly string[]) {
  const { order } = await makeOrder(db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
  const { id: orderId, companyId } = order;
  for (const userId of userIds) {
    const about = { type: 'NEW_BUYER_ORDER' as const, orgId: seller.org.id, payload: { orderId, companyId } };
    await makeNotification(db, userId, { ...about, subject: `order:${orderId}` });
  }
  return order;
}

test('a new order is accepted or rejected by who may, and by nobody once it was', async () => {
  const order = await tellOfOrder([rep.user.id, reads.user.id]);
  const [asRep, asReader] = [await app.as(rep.user, seller.org), await app.as(reads.user, seller.org)];
  expect(await actsOf(asRep)).toEqual([{ acts: ['ACCEPT_ORDER', 'REJECT_ORDER'], outcome: null }]);
  expect(await actsOf(asReader)).toEqual([{ acts: [], outcome: null }]);
  const accepting = { params: { id: order.id }, body: { status: 'ACCEPTED' as const, version: order.version } };
  expect((await asReader.call(sales.transition, accepting)).status).toBe(403);
  await owner.expectOk(sales.transition, accepting);
  expect(await actsOf(asRep)).toMatchObject([{ acts: [] }]);
  expect(await asRep.call(sales.transition, accepting)).toMatchObject({ status: 409 });
  await allTold(app);
  expect(await actsOf(asRep)).toEqual([{ acts: [], outcome: 'Accepted' }]);
});

test('an order that isn’t theirs anymore offers nothing', async () => {
  const other = await makeUser(db);
  await tellOfOrder([other.id]);
  expect(await actsOf(await app.as(other))).toEqual([{ acts: [], outcome: null }]);
});

test('an invite to connect is answered by whom it is for; an ignored one is open again when that is undone', async () => {
  const [one, other] = [await makeUser(db), await makeUser(db)];
  const [sender, invited] = [await app.as(one), await app.as(other)];
  const { id } = await sender.expectOk(contract.connections.invite, { body: { invitedUserUUID: other.id } });
  await allTold(app);
  const open = [{ acts: ['ACCEPT_CONNECTION', 'IGNORE_CONNECTION'], outcome: null }];
  expect(await actsOf(invited)).toEqual(open);
  const answer = (status: 'IGNORED' | 'INVITED' | 'ACCEPTED') =>
    invited.expectOk(contract.connections.answer, { params: { id }, body: { status } });
  await answer('IGNORED');
  await allTold(app);
  expect(await actsOf(invited)).toEqual([{ acts: [], outcome: 'Ignored' }]);
  await answer('INVITED');
  expect(await actsOf(invited)).toEqual(open);
  await answer('ACCEPTED');
  expect(await actsOf(invited)).toEqual([{ acts: [], outcome: 'Accepted' }]);
});

test('an invite by email is answered by the person of that email, until it is withdrawn', async () => {
  const user = await makeUser(db, { email: `acts-${seller.org.id}@example.com` });
  const caller = await app.as(user);
  const stranger = await makeUser(db);
  const { id: orgUserId } = await owner.expectOk(contract.team.invite, {
    params: { orgId: seller.org.id },
    body: { email: user.email, defaultRole: 'USER' },
  });
  await expect.poll(() => actsOf(caller)).toEqual([{ acts: ['JOIN_ORGANIZATION'], outcome: null }]);
  const payload = { orgUserId, orgId: seller.org.id };
  await makeNotification(db, stranger.id, { type: 'ORG_INVITE_RECEIVED', subject: `org-invite:${orgUserId}`, payload });
  expect(await actsOf(await app.as(stranger))).toEqual([{ acts: [], outcome: null }]);
  await owner.expectOk(contract.team.remove, { params: { orgId: seller.org.id, id: orgUserId } });
  await expect.poll(() => actsOf(caller)).toEqual([]);
});

test('an invite to take over a brand is answered by the person of that email, once', async () => {
  const user = await makeUser(db, { email: `brand-acts-${seller.org.id}@example.com` });
  const caller = await app.as(user);
  const { id: brandId } = await makeBrand(db, seller);
  const sent = await owner.expectOk(contract.brandInvites.create, {
    params: { orgId: seller.org.id },
    body: { brandId, invitedEmail: user.email, message: '' },
  });
  await expect.poll(() => actsOf(caller)).toEqual([{ acts: ['TAKE_BRAND', 'DECLINE_BRAND'], outcome: null }]);
  await caller.expectOk(contract.brandInvites.reject, { params: { brandInviteId: sent.brandInviteId } });
  expect((await actsOf(caller)).map(({ acts }) => acts)).toEqual([[]]);
});

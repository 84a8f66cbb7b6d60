import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orders as sales } from '../../../domain/orders/contract';
import { orgUsers } from '../../../server/db/schema';
import {
  type BuyerFixture,
  type MemberFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
} from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { both } from '../../support/permissions';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
let buyer: BuyerFixture;
let rep: MemberFixture;
let idle: MemberFixture;

beforeEach(async () => {
  buyer = await makeBuyer(db);
  const own = { features: { BROWSE_MY_ORDERS: both }, companyIds: [seller.company.id] };
  rep = await makeMember(db, seller, own);
  idle = await makeMember(db, seller, own);
});

async function anOrder(status: 'SUBMITTED' | 'DELIVERED' = 'SUBMITTED') {
  const customer = await makeCustomer(db, seller, { buyer });
  const salesRepOrgUserIds = [rep.orgUserId];
  const made = await makeOrder(db, seller, {
    buyer,
    customer,
    status,
    salesRepOrgUserIds,
    createdByUserId: buyer.owner.user.id,
  });
  return made.order;
}
const asBuyer = () => app.as(buyer.owner.user, buyer.org);
/** The rep keeps their place in the team, and no orders. */
const losesRights = async () => {
  const { roleId } = await makeMember(db, seller, { features: {} });
  await db.update(orgUsers).set({ roleId }).where(eq(orgUsers.id, rep.orgUserId));
};

test('MENTION is for whom a comment mentions, goes with it, and says nothing to who no longer sees the order', async () => {
  const order = await anOrder();
  const comment = `Ask <@${rep.orgUserId}> about the pallets`;
  const { id: commentId } = await owner.expectOk(sales.addComment, { params: { id: order.id }, body: { comment } });
  const { firstName, lastName } = rep.user;
  expect(await toldOf(app, rep.user, 'MENTION')).toMatchObject([
    {
      title: expect.stringContaining(`mentioned you on order ${order.orderNumber}`),
      lines: [order.customerName, `Ask @${firstName} ${lastName} about the pallets`],
      route: `/orders/${order.id}`,
    },
  ]);
  const others = [seller.owner.user, idle.user, buyer.owner.user];
  expect(await countsOf(app, others, 'MENTION')).toEqual([0, 0, 0]);
  await losesRights();
  const [hidden] = await toldOf(app, rep.user, 'MENTION');
  expect(hidden).toMatchObject({ title: HIDDEN_TITLE, route: null });
  expect(JSON.stringify(hidden)).not.toContain(order.orderNumber);
  await owner.expectOk(sales.removeComment, { params: { id: order.id, commentId } });
  expect(await countsOf(app, [rep.user], 'MENTION')).toEqual([0]);
});

test('PROBLEM_REPORTED is for the order’s people, settled by an answer, and PROBLEM_ANSWERED for who reported it', async () => {
  const order = await anOrder('DELIVERED');
  const colleague = await makeMember(db, buyer);
  const reporting = {
    params: { orderId: order.id },
    body: { kind: 'DAMAGED' as const, message: 'Two jars are cracked.' },
  };
  const { id: problemId } = await (await asBuyer()).expectOk(contract.orderProblems.report, reporting);
  expect(await toldOf(app, rep.user, 'PROBLEM_REPORTED')).toMatchObject([
    { lines: ['Goods are damaged', 'Two jars are cracked.'], route: `/orders/${order.id}`, outcome: null },
  ]);
  expect(await countsOf(app, [idle.user, buyer.owner.user], 'PROBLEM_REPORTED')).toEqual([0, 0]);
  const answering = { params: { id: order.id, problemId }, body: { answer: 'We’ll credit both jars.' } };
  await owner.expectOk(contract.orderProblems.answer, answering);
  expect(await toldOf(app, rep.user, 'PROBLEM_REPORTED')).toMatchObject([{ outcome: 'Answered' }]);
  expect(await toldOf(app, buyer.owner.user, 'PROBLEM_ANSWERED')).toMatchObject([
    {
      title: `${seller.company.name} answered your report about order ${order.orderNumber}`,
      lines: ['We’ll credit both jars.', ''],
      route: `/orders/purchases/${order.id}`,
      orgId: buyer.org.id,
    },
  ]);
  expect(await countsOf(app, [colleague.user, seller.owner.user, rep.user], 'PROBLEM_ANSWERED')).toEqual([0, 0, 0]);
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, buyer.owner.orgUserId));
  const [hidden] = await toldOf(app, buyer.owner.user, 'PROBLEM_ANSWERED');
  expect(hidden).toMatchObject({ title: HIDDEN_TITLE, orgId: null });
});

test('ORDER_CANCELLED by its buyer is for the order’s people, not for the buyer, and hidden from who lost it', async () => {
  const order = await anOrder();
  await (await asBuyer()).expectOk(sales.transition, {
    params: { id: order.id },
    body: { status: 'CANCELLED', version: order.version },
  });
  expect(await toldOf(app, rep.user, 'ORDER_CANCELLED')).toMatchObject([
    { title: `${order.customerName} cancelled order ${order.orderNumber}`, route: `/orders/${order.id}` },
  ]);
  expect(await countsOf(app, [idle.user, buyer.owner.user], 'ORDER_CANCELLED')).toEqual([0, 0]);
  await losesRights();
  expect(await toldOf(app, rep.user, 'ORDER_CANCELLED')).toMatchObject([
    { title: HIDDEN_TITLE, lines: [expect.any(String), ''] },
  ]);
});

test('ORDER_NEWS is for who placed the order, with the reason of a refusal, and hidden from who may not buy anymore', async () => {
  const colleague = await makeMember(db, buyer);
  const order = await anOrder();
  const refusing = { status: 'REJECTED' as const, version: order.version, reason: 'No more jars this week' };
  await owner.expectOk(sales.transition, { params: { id: order.id }, body: refusing });
  expect(await toldOf(app, buyer.owner.user, 'ORDER_NEWS')).toMatchObject([
    {
      title: `${seller.company.name} rejected order ${order.orderNumber}`,
      lines: [expect.stringMatching(/^\$/), 'They wrote: No more jars this week'],
      route: `/orders/purchases/${order.id}`,
      orgId: buyer.org.id,
    },
  ]);
  expect(await countsOf(app, [colleague.user, seller.owner.user, rep.user], 'ORDER_NEWS')).toEqual([0, 0, 0]);
  const { roleId } = await makeMember(db, buyer, { features: {} });
  await db.update(orgUsers).set({ roleId }).where(eq(orgUsers.id, buyer.owner.orgUserId));
  const [hidden] = await toldOf(app, buyer.owner.user, 'ORDER_NEWS');
  expect(hidden).toMatchObject({ title: HIDDEN_TITLE, route: null });
  expect(JSON.stringify(hidden)).not.toMatch(/\$|jars/);
});

import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { orders as contract, purchaseOrders } from '../../../domain/orders/contract';
import { companies } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import {
  type MemberFixture,
  makeBuyer,
  makeBuyerLicense,
  makeCustomer,
  makeMember,
  makeOrder,
  makeSeller,
  only,
} from '../../support/factories';

const READ = { read: true, write: false };
const WRITE = { read: true, write: true };

const app = await openApp();

async function soldIds(member: MemberFixture, companyId?: number): Promise<number[]> {
  const caller = await app.as(member.user, member.org);
  const body = { orgId: member.org.id, filters: {}, ...(companyId === undefined ? {} : { companyId }) };
  const { results, resultCount } = await caller.expectOk(contract.search, { body });
  expect(resultCount).toBe(results.length);
  return results.map(({ id }) => id).sort((a, b) => a - b);
}

async function boughtIds(member: MemberFixture): Promise<number[]> {
  const caller = await app.as(member.user, member.org);
  const { results } = await caller.expectOk(purchaseOrders.search, { body: { orgId: member.org.id, filters: {} } });
  return results.map(({ id }) => id).sort((a, b) => a - b);
}

async function canOpen(member: MemberFixture, id: number): Promise<boolean> {
  const caller = await app.as(member.user, member.org);
  const answer = await caller.call(contract.get, { params: { id } });
  expect([200, 404]).toContain(answer.status);
  return answer.ok;
}

/** A seller with two companies and an order at each; a rep is on the first. */
async function sellerWithTwoCompanies() {
  const { db } = app.database;
  const seller = await makeSeller(db);
  const second = only(
    await db
      .insert(companies)
      .values({ orgId: seller.org.id, name: 'Second', companyType: 'DISTRIBUTOR', usState: 'CA' })
      .returning(),
  );
  const { order: first } = await makeOrder(db, seller);
  const { order: other } = await makeOrder(db, { ...seller, company: second });
  return { seller, second, first: first.id, other: other.id };
}

const memberWith = (seller: { org: MemberFixture['org'] }, features: FeatureMap, assigned: object = {}) =>
  makeMember(app.database.db, seller.org, { features, ...assigned });

describe('sales orders', () => {
  test('a default role sees every company’s in its organization', async () => {
    const { seller, second, first, other } = await sellerWithTwoCompanies();
    const user = await makeMember(app.database.db, seller.org, { defaultRoleId: 'USER' });
    expect(await soldIds(user)).toEqual([first, other]);
    expect(await soldIds(user, second.id)).toEqual([other]);
  });

  test('a custom role sees those of its assigned companies, and none without any', async () => {
    const { seller, second, first, other } = await sellerWithTwoCompanies();
    const features = { BROWSE_ORDERS: READ };
    const assigned = await memberWith(seller, features, { companyIds: [second.id] });
    expect(await soldIds(assigned)).toEqual([other]);
    expect(await canOpen(assigned, other)).toBe(true);
    expect(await canOpen(assigned, first)).toBe(false);
    expect(await soldIds(await memberWith(seller, features))).toEqual([]);
  });

  test('aren’t limited by assigned brands', async () => {
    const { seller, first } = await sellerWithTwoCompanies();
    const assigned = { companyIds: [seller.company.id], brandIds: [] };
    expect(await soldIds(await memberWith(seller, { BROWSE_ORDERS: READ }, assigned))).toEqual([first]);
  });

  test('with “my orders” alone people see those they’re the rep for, at assigned companies', async () => {
    const { db } = app.database;
    const seller = await makeSeller(db);
    const rep = await memberWith(seller, { BROWSE_MY_ORDERS: WRITE }, { companyIds: [seller.company.id] });
    const { order: mine } = await makeOrder(db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
    const { order: other } = await makeOrder(db, seller, { salesRepOrgUserIds: [seller.owner.orgUserId] });
    expect(await soldIds(rep)).toEqual([mine.id]);
    expect(await canOpen(rep, other.id)).toBe(false);
    const moved = await memberWith(seller, { BROWSE_MY_ORDERS: WRITE }, { companyIds: [] });
    const { order: former } = await makeOrder(db, seller, { salesRepOrgUserIds: [moved.orgUserId] });
    expect(await soldIds(moved)).toEqual([]);
    expect(await canOpen(moved, former.id)).toBe(false);
  });

  test('“all orders” has no effect while its flag is off for the organization', async () => {
    const { db } = app.database;
    const seller = await makeSeller(db, { flags: [] });
    const { order } = await makeOrder(db, seller, { salesRepOrgUserIds: [seller.owner.orgUserId] });
    await makeOrder(db, seller);
    expect(await soldIds(seller.owner)).toEqual([order.id]);
  });

  test('another organization’s aren’t found, nor is its company', async () => {
    const { first } = await sellerWithTwoCompanies();
    const stranger = await makeSeller(app.database.db);
    expect(await canOpen(stranger.owner, first)).toBe(false);
    expect(await soldIds(stranger.owner)).toEqual([]);
    const { second } = await sellerWithTwoCompanies();
    const caller = await app.as(stranger.owner.user, stranger.org);
    const body = { orgId: stranger.org.id, companyId: second.id, filters: {} };
    expect((await caller.call(contract.search, { body })).status).toBe(404);
    expect((await caller.call(contract.search, { body: { orgId: second.orgId, filters: {} } })).status).toBe(404);
  });

  test('without any order permission the call itself is refused', async () => {
    const { seller } = await sellerWithTwoCompanies();
    const member = await memberWith(seller, { PRODUCTS: WRITE }, { companyIds: [seller.company.id] });
    const caller = await app.as(member.user, member.org);
    expect((await caller.call(contract.search, { body: { orgId: seller.org.id, filters: {} } })).status).toBe(403);
  });

  test('an order says what can be edited: everything, one’s own, or nothing', async () => {
    const { db } = app.database;
    const seller = await makeSeller(db);
    const user = await makeMember(db, seller.org, { defaultRoleId: 'USER' });
    const { order: mine } = await makeOrder(db, seller, { salesRepOrgUserIds: [user.orgUserId] });
    const { order: other } = await makeOrder(db, seller, { status: 'FULFILLED' });
    const rights = async (member: MemberFixture, id: number) => {
      const order = await (await app.as(member.user, seller.org)).expectOk(contract.get, { params: { id } });
      return [order.canEdit, order.canEditLines, order.availableTransitions.length > 0];
    };
    expect(await rights(user, mine.id)).toEqual([true, true, true]);
    expect(await rights(user, other.id)).toEqual([false, false, false]);
    expect(await rights(seller.owner, other.id)).toEqual([true, true, true]);
  });
});

describe('purchase orders', () => {
  test('a default role sees every license’s, others those of assigned licenses', async () => {
    const { db } = app.database;
    const seller = await makeSeller(db);
    const buyer = await makeBuyer(db);
    const extra = await makeBuyerLicense(db, buyer);
    const { order: first } = await makeOrder(db, seller, { buyer });
    const customer = await makeCustomer(db, seller, { buyer: extra });
    const { order: second } = await makeOrder(db, seller, { buyer: { ...buyer, ...extra }, customer });
    const features = { PURCHASE_ORDERS: READ };
    expect(await boughtIds(buyer.owner)).toEqual([first.id, second.id]);
    expect(await boughtIds(await memberWith(buyer, features, { licenseIds: [extra.license.id] }))).toEqual([second.id]);
    expect(await boughtIds(await memberWith(buyer, features))).toEqual([]);
  });

  test('exclude a seller’s draft, another buyer’s order and one’s own sales', async () => {
    const { db } = app.database;
    const seller = await makeSeller(db);
    const [buyer, other] = [await makeBuyer(db), await makeBuyer(db)];
    const { order: draft } = await makeOrder(db, seller, { buyer, status: 'DRAFT' });
    await makeOrder(db, seller, { buyer: other });
    expect(await boughtIds(buyer.owner)).toEqual([]);
    expect(await boughtIds(seller.owner)).toEqual([]);
    const caller = await app.as(buyer.owner.user, buyer.org);
    const input = { params: { orderId: draft.id }, query: { orgId: buyer.org.id } };
    expect((await caller.call(purchaseOrders.get, input)).status).toBe(404);
  });

  test('a buyer can’t reach the seller’s side of the same order', async () => {
    const { db } = app.database;
    const buyer = await makeBuyer(db);
    const { order } = await makeOrder(db, await makeSeller(db), { buyer });
    expect(await canOpen(buyer.owner, order.id)).toBe(false);
  });
});

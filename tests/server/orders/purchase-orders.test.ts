import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { BUYER_ORDER_SORTS, orders as contract, purchaseOrders } from '../../../domain/orders/contract';
import { licenses } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeMember,
  makeOrder,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';

const app = await openApp();
let seller: SellerFixture;
let other: SellerFixture;
let buyer: BuyerFixture;
let caller: TestCaller;
let first: { id: number; orderNumber: string };
let second: { id: number };

beforeAll(async () => {
  const { db } = app.database;
  seller = await makeSeller(db, { name: 'Alpine Growers' });
  other = await makeSeller(db, { name: 'Zenith Farms' });
  buyer = await makeBuyer(db);
  caller = await app.as(buyer.owner.user, buyer.org);
  first = (
    await makeOrder(db, seller, {
      buyer,
      notes: 'Watch their credit',
      buyerNotes: 'Ring the bell',
      printed: true,
      externalId: 'LL-77',
      salesRepOrgUserIds: [seller.owner.orgUserId],
    })
  ).order;
  second = (await makeOrder(db, other, { buyer, status: 'SHIPPED' })).order;
});

const search = (body: object) =>
  caller.expectOk(purchaseOrders.search, { body: { orgId: buyer.org.id, filters: {}, ...body } });
const found = async (filters: object) => (await search({ filters })).results.map(({ id }) => id).sort((a, b) => a - b);

describe('the list of purchase orders', () => {
  test('names the seller, and the shop bought for by its common name', async () => {
    await app.database.db.update(licenses).set({ dba: 'Corner shop' }).where(eq(licenses.id, buyer.license.id));
    const { results, resultCount } = await search({ sortBy: 'seller', sortDesc: false });
    expect(resultCount).toBe(2);
    expect(results.map(({ sellerCompany }) => sellerCompany.name)).toEqual([seller.company.name, other.company.name]);
    expect(results[0]?.buyerLicense).toEqual({
      id: buyer.buyerLicense.id,
      name: 'Corner shop',
      displayName: licenseDisplayName({
        licenseNumber: buyer.license.licenseNumber,
        state: { ansiAbbrevation: buyer.license.usState },
      }),
    });
  });

  test.each(BUYER_ORDER_SORTS)('can be sorted by %s', async (sortBy) => {
    expect((await search({ sortBy })).results).toHaveLength(2);
  });

  test('can be filtered by what the buyer knows: status, seller, buyer company', async () => {
    expect(await found({ statuses: ['SHIPPED'] })).toEqual([second.id]);
    expect(await found({ customerSearch: 'alpine' })).toEqual([first.id]);
    expect(await found({ sellerIds: [seller.company.id] })).toEqual([first.id]);
    expect(await found({ sellerIds: [seller.company.id, other.company.id] })).toEqual([first.id, second.id]);
    expect((await search({ companyId: buyer.buyerCompany.id })).resultCount).toBe(2);
  });

  test('reveals nothing private to the seller, whatever the filters', async () => {
    for (const key of ['printed', 'hasExternalId', 'salesRepIds', 'serviceZoneIds', 'customerLicenseIds']) {
      const filters = { [key]: key.endsWith('Ids') ? [seller.owner.orgUserId] : true };
      const answer = await caller.call(purchaseOrders.search, { body: { orgId: buyer.org.id, filters } });
      expect(answer.status, key).toBe(400);
      expect(answer.body).toMatchObject({ errors: { filters: `Unknown field: ${key}` } });
    }
  });

  test('refuses another organization, and doesn’t find its companies', async () => {
    const stranger = await makeBuyer(app.database.db);
    const foreign = { orgId: stranger.org.id, filters: {} };
    expect((await caller.call(purchaseOrders.search, { body: foreign })).status).toBe(404);
    const company = { orgId: buyer.org.id, companyId: stranger.buyerCompany.id, filters: {} };
    expect((await caller.call(purchaseOrders.search, { body: company })).status).toBe(404);
  });

  test('is refused to someone without purchase permission', async () => {
    const member = await makeMember(app.database.db, buyer.org, { features: {}, licenseIds: [buyer.license.id] });
    const powerless = await app.as(member.user, buyer.org);
    const body = { orgId: buyer.org.id, filters: {} };
    expect((await powerless.call(purchaseOrders.search, { body })).status).toBe(403);
  });

  test('offers the sellers bought from, and counts each status', async () => {
    const facets = await caller.expectOk(purchaseOrders.facets, { query: { orgId: buyer.org.id } });
    expect(facets.sellers.map(({ name }) => name)).toEqual([seller.company.name, other.company.name]);
    const bought = [seller, other];
    expect(facets.brands.map(({ id }) => id).sort()).toEqual(bought.map(({ brand }) => brand.id).sort());
    expect(facets.productLines.map(({ id }) => id).sort()).toEqual(
      bought.map(({ productLine }) => productLine.id).sort(),
    );
    const counts = Object.fromEntries(facets.statuses.map(({ id, count }) => [id, count]));
    expect(counts).toMatchObject({ SUBMITTED: 1, SHIPPED: 1, ACCEPTED: 0 });
  });
});

describe('one purchase order', () => {
  const open = (who: TestCaller, org: { id: number }, orderId: number, companyId?: number) =>
    who.call(purchaseOrders.get, {
      params: { orderId },
      query: { orgId: org.id, ...(companyId === undefined ? {} : { companyId }) },
    });

  test('shows the buyer’s side: what they may do, and no seller notes, reps or payments', async () => {
    const { body } = await open(caller, buyer.org, first.id);
    expect(body).toMatchObject({
      orderNumber: first.orderNumber,
      buyerNotes: 'Ring the bell',
      availableTransitions: ['CANCELLED'],
      buyerLicense: { id: buyer.buyerLicense.id },
    });
    expect(JSON.stringify(body)).not.toContain('Watch their credit');
    for (const hidden of ['notes', 'salesReps', 'canEdit', 'comments', 'payments', 'originalOrderIds']) {
      expect(body).not.toHaveProperty(hidden);
    }
  });

  test('updates for the buyer as the seller moves it on', async () => {
    const owner = await app.as(other.owner.user, other.org);
    await owner.expectOk(contract.transition, { params: { id: second.id }, body: { status: 'DELIVERED' } });
    const { body } = await open(caller, buyer.org, second.id);
    expect(body).toMatchObject({ status: 'DELIVERED', availableTransitions: [] });
  });

  test('can only be cancelled with write on purchase orders', async () => {
    const member = await makeMember(app.database.db, buyer.org, {
      features: { PURCHASE_ORDERS: { read: true, write: false } },
      licenseIds: [buyer.license.id],
    });
    const reader = await app.as(member.user, buyer.org);
    expect((await open(reader, buyer.org, first.id)).body).toMatchObject({ availableTransitions: [] });
    const cancel = { params: { id: first.id }, body: { status: 'CANCELLED' as const } };
    expect((await reader.call(contract.transition, cancel)).status).toBe(403);
    expect((await caller.call(contract.transition, cancel)).body).toMatchObject({ status: 'CANCELLED' });
  });

  test('of another buyer, or under another company, isn’t found', async () => {
    const stranger = await makeBuyer(app.database.db);
    expect((await open(await app.as(stranger.owner.user, stranger.org), stranger.org, first.id)).status).toBe(404);
    expect((await open(caller, buyer.org, first.id, stranger.buyerCompany.id)).status).toBe(404);
    expect((await open(caller, buyer.org, first.id, buyer.buyerCompany.id)).status).toBe(200);
  });
});

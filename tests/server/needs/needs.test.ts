import { expect, test } from 'vitest';
import { products } from '../../../domain/catalogue/contract';
import { productFilters } from '../../../domain/catalogue/product-filters';
import { dayOf } from '../../../domain/dates';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import { licenses } from '../../../domain/licenses/contract';
import { licenseFilters } from '../../../domain/licenses/filters';
import { needs as contract } from '../../../domain/needs/contract';
import { NEEDS } from '../../../domain/needs/needs';
import { orders } from '../../../domain/orders/contract';
import { orderFilters } from '../../../domain/orders/filters';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeCompany,
  makeDifference,
  makeItem,
  makeLicense,
  makeMember,
  makeOrder,
  makePackage,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';

const READ = { read: true, write: false };
const LONG_AGO = '2024-01-15';
const DAY_MS = 86_400_000;

const app = await openApp();
const { db } = app.database;
const inDays = (days: number) => dayOf(new Date(Date.now() + days * DAY_MS), 'America/Los_Angeles');
const count = (caller: TestCaller, orgId: number, companyId?: number) =>
  caller.expectOk(contract.count, { query: { orgId, companyId } });

/** A seller with one of everything that waits, and of what just doesn't. */
async function needySeller(): Promise<{ seller: SellerFixture; caller: TestCaller }> {
  const seller = await makeSeller(db);
  const product = await makeProduct(db, seller, { quantity: '1000' });
  const lines = [{ product, quantity: '1' }];
  await makeOrder(db, seller, { lines });
  await makeOrder(db, seller, { lines });
  await makeOrder(db, seller, { lines, status: 'ACCEPTED', paymentDueDate: LONG_AGO });
  await makeOrder(db, seller, { lines, status: 'ACCEPTED', paymentDueDate: inDays(3) });
  await makeOrder(db, seller, { lines, status: 'CANCELLED', paymentDueDate: LONG_AGO });
  // Five cases of ten are enough, a unit less isn't; what nobody can buy, or never runs out, doesn't matter.
  await makeProduct(db, seller, { perCase: '10', quantity: '50' });
  await makeProduct(db, seller, { perCase: '10', quantity: '60', reserved: '11' });
  await makeProduct(db, seller, { quantity: '0' });
  await makeProduct(db, seller, { quantity: '0', listingState: 'INTERNAL' });
  await makeProduct(db, seller, { quantity: '0', listingState: 'ARCHIVED' });
  await makeProduct(db, seller, { quantity: '0', inventoryManagement: 'UNLIMITED' });
  await makeLicense(db, seller, { expiresOn: LONG_AGO });
  await makeLicense(db, seller, { expiresOn: inDays(29) });
  await makeLicense(db, seller, { expiresOn: inDays(40) });
  await makeDifference(db, await makePackage(db, await makeItem(db, seller), { quantity: '5' }), '3');
  return { seller, caller: await app.as(seller.owner.user, seller.org) };
}

test('what waits is counted as its lists count it', async () => {
  const { seller, caller } = await needySeller();
  await needySeller();
  const counted = await count(caller, seller.org.id);
  expect(counted).toEqual({ toAccept: 2, late: 1, lowStock: 2, expiring: 2, differences: 1 });

  const orgId = seller.org.id;
  const parsed = { toAccept: orderFilters, late: orderFilters, lowStock: productFilters, expiring: licenseFilters };
  const filters = <N extends keyof typeof parsed>(need: N) =>
    parsed[need].parse(Object.entries(NEEDS[need].filters)).filters as never;
  const found = async (list: Promise<{ resultCount: number }>) => (await list).resultCount;
  expect({
    toAccept: await found(caller.expectOk(orders.search, { body: { orgId, filters: filters('toAccept') } })),
    late: await found(caller.expectOk(orders.search, { body: { orgId, filters: filters('late') } })),
    lowStock: await found(caller.expectOk(products.search, { body: { orgId, filters: filters('lowStock') } })),
    expiring: await found(caller.expectOk(licenses.search, { body: { orgId, filters: filters('expiring') } })),
    differences: await found(caller.expectOk(reconciliation.search, { body: { orgId, filters: {} } })),
  }).toEqual(counted);
});

test('one company’s orders and products are counted where it is chosen, and another organization’s company is not found', async () => {
  const { seller, caller } = await needySeller();
  const second = await makeCompany(db, seller, {});
  expect(await count(caller, seller.org.id, seller.company.id)).toMatchObject({ toAccept: 2, late: 1, lowStock: 2 });
  expect(await count(caller, seller.org.id, second.company.id)).toMatchObject({ toAccept: 0, late: 0, lowStock: 0 });
  const other = await makeSeller(db);
  const refused = await caller.call(contract.count, { query: { orgId: seller.org.id, companyId: other.company.id } });
  expect(refused.status).toBe(404);
});

test('whoever may not open a list is told nothing of it, and a sales rep counts their own orders', async () => {
  const { seller } = await needySeller();
  const as = async (features: object, companyIds = [seller.company.id]) => {
    const member = await makeMember(db, seller.org, { features, companyIds });
    return { ...member, caller: await app.as(member.user, seller.org) };
  };
  const rep = await as({ BROWSE_MY_ORDERS: READ });
  await makeOrder(db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
  expect(await count(rep.caller, seller.org.id)).toEqual({
    toAccept: 1,
    late: 0,
    lowStock: null,
    expiring: null,
    differences: null,
  });
  const warehouse = await as({ INVENTORY: READ });
  expect(await count(warehouse.caller, seller.org.id)).toMatchObject({ toAccept: null, late: null, expiring: null });
  const buyer = await as({ PURCHASE_ORDERS: READ });
  expect((await buyer.caller.call(contract.count, { query: { orgId: seller.org.id } })).status).toBe(403);
});

import { describe, expect, test } from 'vitest';
import { inventory as contract } from '../../../domain/inventory/packages/contract';
import { openApp } from '../../support/app';
import { makeBuyer, makeBuyerLicense, makeItem, makeMember, makePackage, makeSeller } from '../../support/factories';
import { readOnly } from '../../support/permissions';

const app = await openApp();
const { db } = app.database;
const seller = await makeSeller(db);
const shop = await makeBuyer(db);
const otherShop = await makeBuyer(db);
const owner = await app.as(shop.owner.user, shop.org);

const packageOf = async (of: Parameters<typeof makeItem>[1]) =>
  (await makePackage(db, await makeItem(db, of), { quantity: '12' })).id;
const own = await packageOf(shop);
const theirs = [await packageOf(seller), await packageOf(otherShop)];

const query = { orgId: shop.org.id, usState: 'CA' };
const found = async (asked: object = {}, caller = owner) =>
  (await caller.expectOk(contract.list, { query: { ...query, ...asked } })).results.map(({ verdantId }) => verdantId);

describe('an organization that only buys', () => {
  test('reads the packages of its licenses, alone and by item, with their filters', async () => {
    expect(await found()).toEqual([own]);
    expect((await owner.expectOk(contract.get, { params: { id: own } })).package.verdantId).toBe(own);
    const { results } = await owner.expectOk(contract.composite, { query });
    expect(results).toMatchObject([{ holderLicenseId: shop.license.id, packageCount: 1, quantity: '12' }]);
    const facets = await owner.expectOk(contract.facets, { query });
    expect(facets.holders).toMatchObject([{ id: shop.license.id, count: 1 }]);
  });

  test.each(theirs)('never reads another organization’s, as package %i', async (id) => {
    expect((await owner.call(contract.get, { params: { id } })).status).toBe(404);
  });

  test('nor by naming another’s license, brand or organization', async () => {
    expect(await found({ licenseIds: [seller.license.id] })).toEqual([]);
    expect(await found({ selectedHolders: [otherShop.license.id] })).toEqual([]);
    expect(await found({ brandIds: [seller.brand.id] })).toEqual([]);
    const asSeller = await owner.call(contract.list, { query: { ...query, orgId: seller.org.id } });
    expect(asSeller.status).toBeGreaterThanOrEqual(400);
    const facets = await owner.expectOk(contract.facets, { query: { ...query, licenseIds: [seller.license.id] } });
    expect(facets.holders).toEqual([]);
    expect(facets.statuses).toEqual([]);
  });

  test('its people read those of assigned licenses, with the permission', async () => {
    const second = await makeBuyerLicense(db, shop);
    const elsewhere = await packageOf({ org: shop.org, license: second.license });
    const as = async (values: Parameters<typeof makeMember>[2]) => {
      const { user } = await makeMember(db, shop.org, values);
      return app.as(user, shop.org);
    };
    const reader = await as({ features: { INVENTORY: readOnly }, licenseIds: [second.license.id] });
    expect(await found({}, reader)).toEqual([elsewhere]);
    expect((await reader.call(contract.get, { params: { id: own } })).status).toBe(404);
    const none = await as({ features: { PURCHASE_ORDERS: readOnly }, licenseIds: [second.license.id] });
    expect((await none.call(contract.list, { query })).status).toBe(403);
  });
});

test('facets are of the licenses and brands asked for, all of them without any', async () => {
  const second = await makeBuyerLicense(db, otherShop);
  await packageOf({ org: otherShop.org, license: second.license });
  const caller = await app.as(otherShop.owner.user, otherShop.org);
  const holders = async (asked: object = {}) => {
    const of = { orgId: otherShop.org.id, usState: 'CA', ...asked };
    return (await caller.expectOk(contract.facets, { query: of })).holders.map(({ id }) => id).sort((a, b) => a - b);
  };
  expect(await holders()).toEqual([otherShop.license.id, second.license.id]);
  expect(await holders({ licenseIds: [second.license.id] })).toEqual([second.license.id]);
});

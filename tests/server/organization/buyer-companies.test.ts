import { beforeEach, expect, test } from 'vitest';
import { carts as cartCalls } from '../../../domain/carts/contract';
import { buyerCompanies } from '../../../domain/organization/company-contract';
import { cartItems, carts } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeBuyerLicense,
  makeLicense,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  only,
} from '../../support/factories';

const WRITES = { EDIT_ORGANIZATION: { read: true, write: true } };

const app = await openApp();
let buyer: BuyerFixture;
let owner: TestCaller;

beforeEach(async () => {
  buyer = await makeBuyer(app.database.db);
  owner = await app.as(buyer.owner.user, buyer.org);
});

const params = () => ({ params: { id: buyer.buyerCompany.id } });
const put = (who: TestCaller, licenseIds: number[], rest: object = {}) =>
  who.call(buyerCompanies.update, {
    ...params(),
    body: { businessLicenseName: 'Corner LLC', licenseIds, version: 0, ...rest },
  });
const licensesIn = async () =>
  (await owner.expectOk(buyerCompanies.get, params())).buyerLicenses.map(({ licenseId }) => licenseId);

/** A seller's cart of the buyer's license, with one item or none. */
async function fillCart(isEmpty: boolean): Promise<void> {
  const { db } = app.database;
  const seller = await makeSeller(db);
  const [orgId, product] = [buyer.org.id, await makeProduct(db, seller)];
  const cart = only(
    await db
      .insert(carts)
      .values({
        orgId,
        buyerCompanyId: buyer.buyerCompany.id,
        buyerLicenseId: buyer.buyerLicense.id,
        sellerOrgId: seller.org.id,
        sellerCompanyId: seller.company.id,
      })
      .returning(),
  );
  if (isEmpty) return;
  await db
    .insert(cartItems)
    .values({ orgId, cartId: cart.id, productId: product.id, quantity: '1', expectedUnitMultiplier: '1' });
}

test('is added with licenses of the organization, and buys for them at once', async () => {
  const license = await makeLicense(app.database.db, buyer);
  const body = { orgId: buyer.org.id, businessLicenseName: ' Corner LLC ', dba: '', licenseIds: [license.id] };
  const made = await owner.expectOk(buyerCompanies.create, { body });
  expect(made).toMatchObject({ businessLicenseName: 'Corner LLC', dba: null, version: 0 });
  expect(made.buyerLicenses.map(({ licenseId }) => licenseId)).toEqual([license.id]);
  const { usState, licenseNumber } = license;
  expect(made).toMatchObject({
    licenseIds: [license.id],
    buyerLicenses: [{ license: { displayName: `${usState} ${licenseNumber}` } }],
  });
  await owner.expectOk(cartCalls.list, { query: { orgId: buyer.org.id, companyId: made.id } });
});

test('needs a legal name and a license of the organization', async () => {
  const other = await makeBuyer(app.database.db);
  const add = (fields: object) =>
    owner.call(buyerCompanies.create, {
      body: { orgId: buyer.org.id, businessLicenseName: 'Corner', licenseIds: [buyer.license.id], ...fields },
    });
  expect(await add({ businessLicenseName: '', licenseIds: [] })).toMatchObject({
    status: 400,
    body: { errors: { businessLicenseName: 'Legal name is required', licenseIds: 'Choose at least one license' } },
  });
  expect(await add({ licenseIds: [other.license.id] })).toMatchObject({
    status: 400,
    body: { errors: { licenseIds: 'One of these licenses was not found' } },
  });
});

test('is renamed and gains and loses licenses; an outdated version is refused', async () => {
  const license = await makeLicense(app.database.db, buyer);
  expect(await put(owner, [buyer.license.id, license.id], { dba: 'Corner' })).toMatchObject({
    ok: true,
    body: { dba: 'Corner', version: 1 },
  });
  expect((await put(owner, [license.id], { version: 1 })).ok).toBe(true);
  expect(await licensesIn()).toEqual([license.id]);
  expect(await put(owner, [license.id])).toMatchObject({ status: 409, body: { message: 'STALE' } });
});

test('keeps a license with a filled cart or an order, and says what to do; an empty cart goes with it', async () => {
  const { db } = app.database;
  const { license } = await makeBuyerLicense(db, buyer);
  const name = `CA ${buyer.license.licenseNumber}`;
  await fillCart(false);
  expect(await put(owner, [license.id])).toMatchObject({
    status: 400,
    body: { errors: { licenseIds: `${name} has items in a cart. Empty the cart first.` } },
  });
  await db.delete(cartItems);
  await makeOrder(db, await makeSeller(db), {
    buyer,
    buyerOrgId: buyer.org.id,
    buyerCompanyId: buyer.buyerCompany.id,
    buyerLicenseId: buyer.buyerLicense.id,
  });
  const refused = await put(owner, [license.id]);
  expect(refused.body).toMatchObject({ errors: { licenseIds: expect.stringContaining(`${name} has orders`) } });
  expect(await licensesIn()).toContain(buyer.license.id);
});

test('loses a license with an empty cart', async () => {
  const { license } = await makeBuyerLicense(app.database.db, buyer);
  await fillCart(true);
  expect((await put(owner, [license.id])).ok).toBe(true);
  expect(await licensesIn()).toEqual([license.id]);
});

test('is seen and changed within the licenses somebody is assigned; the others stay', async () => {
  const { db } = app.database;
  const { license } = await makeBuyerLicense(db, buyer);
  const member = await makeMember(db, buyer, { features: WRITES, licenseIds: [license.id] });
  const assigned = await app.as(member.user, buyer.org);
  const seen = await assigned.expectOk(buyerCompanies.get, params());
  expect(seen.buyerLicenses.map(({ licenseId }) => licenseId)).toEqual([license.id]);
  expect(await put(assigned, [license.id, buyer.license.id])).toMatchObject({ status: 400 });
  expect((await put(assigned, [license.id])).ok).toBe(true);
  expect((await licensesIn()).sort()).toEqual([buyer.license.id, license.id].sort());
  const without = await app.as((await makeMember(db, buyer, { features: WRITES })).user, buyer.org);
  expect(await without.call(buyerCompanies.get, params())).toMatchObject({ status: 404 });
  expect(await without.expectOk(buyerCompanies.list, { params: { orgId: buyer.org.id } })).toEqual([]);
});

test('is refused to those without the permission, and to another organization', async () => {
  const { db } = app.database;
  const user = await app.as((await makeMember(db, buyer, { defaultRoleId: 'USER' })).user, buyer.org);
  expect(await user.call(buyerCompanies.get, params())).toMatchObject({ status: 403 });
  const other = await makeBuyer(db);
  const theirs = await app.as(other.owner.user, other.org);
  expect(await theirs.call(buyerCompanies.get, params())).toMatchObject({ status: 404 });
  expect(await put(theirs, [other.license.id])).toMatchObject({ status: 404 });
});

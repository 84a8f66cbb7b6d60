import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { carts } from '../../../domain/carts/contract';
import { orderTerms as calls } from '../../../domain/customers/order-terms-contract';
import { NamingClient } from '../../../server/db/connection/naming-client';
import { licenses, serviceZoneAreas } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeCompany,
  makeCustomer,
  makeProduct,
  makeServiceZone,
  type SellerFixture,
} from '../../support/factories';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let buyer: BuyerFixture;
let shopper: TestCaller;
let productId: number;

await eachWithSeller((now) => ({ app, seller, owner } = now));
const db = () => app.database.db;
beforeEach(async () => {
  buyer = await makeBuyer(db());
  shopper = await app.as(buyer.owner.user, buyer.org);
  productId = (await makeProduct(db(), seller, { wholesalePrice: '20.00', quantity: '500' })).id;
});

const params = () => ({ companyId: seller.company.id });
const TERMS = {
  serviceZoneId: null,
  minimumUsd: '100.00',
  deliveryDays: [0, 1, 2, 3, 4, 5, 6],
  cutOff: null,
  leadDays: 0,
  timeZone: 'America/Los_Angeles',
  version: null,
};
const save = (values: object = {}, caller = owner) =>
  caller.call(calls.save, {
    params: params(),
    body: { ...TERMS, ...values },
  });
const fill = async (quantity: string, of = { sellerCompanyId: seller.company.id, productId }) => {
  const { cart } = await shopper.expectOk(carts.create, {
    body: {
      orgId: buyer.org.id,
      companyId: buyer.buyerCompany.id,
      buyerLicenseId: buyer.buyerLicense.id,
      sellerCompanyId: of.sellerCompanyId,
      cartItems: [{ productId: of.productId, quantity }],
    },
  });
  if (cart === null) throw new Error('The cart was filled');
  return cart;
};
const checkOut = (cartId: number, expectedTotal: string) =>
  shopper.expectOk(carts.checkout, {
    body: {
      orgId: buyer.org.id,
      companyId: buyer.buyerCompany.id,
      carts: [{ cartId, companyPaymentOptionId: seller.paymentOptions[0]?.id ?? 0, expectedTotal }],
    },
  });

describe('what a company asks of orders', () => {
  test('a cart below the minimum says what it lacks and isn’t ordered; one that reaches it is', async () => {
    await save();
    const cart = await fill('4');
    expect(cart.messages).toEqual([`${seller.company.name} has a minimum order of $100.00. Add $20.00 to order.`]);
    expect(cart).toMatchObject({ minimumUsd: '100.00', delivery: { day: expect.any(String) } });
    const refused = await checkOut(cart.cart.id, '80.00');
    expect(refused).toMatchObject({
      createdOrders: [],
      failedCarts: [{ message: expect.stringContaining('Add $20.00') }],
    });
    const enough = await fill('5');
    expect(enough.messages).toEqual([]);
    expect((await checkOut(enough.cart.id, '100.00')).createdOrders).toHaveLength(1);
  });

  test('of a zone counts for its customers alone', async () => {
    const zone = await makeServiceZone(db(), seller);
    await save();
    await save({ serviceZoneId: zone.id, minimumUsd: '40.00', deliveryDays: [] });
    expect((await fill('4')).minimumUsd).toBe('100.00');
    await makeCustomer(db(), seller, { buyer, serviceZoneId: zone.id });
    expect(await fill('4')).toMatchObject({ minimumUsd: '40.00', delivery: null, messages: [] });
  });

  test('of a zone counts from the first order on, before its buyer is a customer', async () => {
    const zone = await makeServiceZone(db(), seller);
    const claim = { serviceZoneId: zone.id, kind: 'postalCode' as const, code: buyer.license.postalCode };
    await db()
      .insert(serviceZoneAreas)
      .values({ orgId: seller.org.id, companyId: seller.company.id, ...claim });
    await save({ minimumUsd: '10.00', deliveryDays: [] });
    await save({ serviceZoneId: zone.id, minimumUsd: '100.00' });
    const short = await fill('4');
    expect(short).toMatchObject({ minimumUsd: '100.00', delivery: { day: expect.any(String) } });
    expect(await checkOut(short.cart.id, '80.00')).toMatchObject({ createdOrders: [], failedCarts: [{}] });
    const enough = await fill('5');
    expect((await checkOut(enough.cart.id, '100.00')).createdOrders).toHaveLength(1);
    buyer = await makeBuyer(db());
    await db().update(licenses).set({ postalCode: '94103' }).where(eq(licenses.id, buyer.license.id));
    shopper = await app.as(buyer.owner.user, buyer.org);
    expect(await fill('1')).toMatchObject({ minimumUsd: '10.00', messages: [], delivery: null });
  });

  test('of zones that first orders are in are read at once for all carts of a seller', async () => {
    const companies = [await makeCompany(db(), seller), await makeCompany(db(), seller, { name: 'Third Company' })];
    for (const [at, { company }] of companies.entries()) {
      const of = { ...seller, company };
      const zone = await makeServiceZone(db(), of);
      const claim = { serviceZoneId: zone.id, kind: 'postalCode' as const, code: buyer.license.postalCode };
      await db()
        .insert(serviceZoneAreas)
        .values({ orgId: seller.org.id, companyId: company.id, ...claim });
      const terms = { params: { companyId: company.id }, body: { ...TERMS, serviceZoneId: zone.id } };
      await owner.expectOk(calls.save, { ...terms, body: { ...terms.body, minimumUsd: `${at + 2}00.00` } });
      const product = await makeProduct(db(), of, { wholesalePrice: '20.00', quantity: '500' });
      await fill('1', { sellerCompanyId: company.id, productId: product.id });
    }
    const asked = vi.spyOn(NamingClient.prototype, 'query');
    const scope = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    const found = await shopper.expectOk(carts.list, { query: scope });
    const aboutAreas = asked.mock.calls.filter(([asks]) => JSON.stringify(asks).includes('service_zone_areas'));
    asked.mockRestore();
    expect(found.map(({ minimumUsd }) => minimumUsd).toSorted()).toEqual(['200.00', '300.00']);
    expect(aboutAreas).toHaveLength(1);
  });

  test('is changed with its version, and taken away', async () => {
    await save();
    expect((await save()).status).toBe(409);
    expect(await save({ version: 0, minimumUsd: null })).toMatchObject({
      status: 200,
      body: [{ minimumUsd: null, version: 1 }],
    });
    const [one] = await owner.expectOk(calls.list, { params: params() });
    await owner.expectOk(calls.remove, { params: { ...params(), id: one?.id ?? 0 } });
    expect(await owner.expectOk(calls.list, { params: params() })).toEqual([]);
  });

  test.each([
    [{ leadDays: 15 }, 'leadDays'],
    [{ cutOff: '25:00' }, 'cutOff'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('is refused at the field: %j', async (values, field) => {
    expect(await save(values)).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
  });

  test('is set by those who edit the organization, for their own companies and zones', async () => {
    const other = await strangerTo({ app });
    expect((await save({}, other)).status).toBe(404);
    const reader = await memberOf({ app, seller }, { features: { EDIT_ORGANIZATION: readOnly } });
    expect((await save({}, reader)).status).toBe(403);
    expect((await reader.call(calls.list, { params: params() })).status).toBe(200);
    expect(await save({ serviceZoneId: 999_999 })).toMatchObject({
      status: 400,
      body: { errors: { serviceZoneId: expect.any(String) } },
    });
  });
});

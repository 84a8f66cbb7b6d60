import { beforeEach, describe, expect, test } from 'vitest';
import { carts } from '../../../domain/carts/contract';
import { standingLists as lists, quickOrders } from '../../../domain/carts/fill-contract';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makePriceSchedule,
  makeProduct,
  type SellerFixture,
} from '../../support/factories';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let buyer: BuyerFixture;
let caller: TestCaller;
let jar: Awaited<ReturnType<typeof makeProduct>>;
let vape: Awaited<ReturnType<typeof makeProduct>>;

await eachWithSeller((now) => ({ app, seller } = now));
const db = () => app.database.db;
beforeEach(async () => {
  buyer = await makeBuyer(db());
  caller = await app.as(buyer.owner.user, buyer.org);
  jar = await makeProduct(db(), seller, { name: 'Gelato Jar', sku: 'GE-JAR', wholesalePrice: '20.00', quantity: '10' });
  vape = await makeProduct(db(), seller, { name: 'Gelato Vape', sku: 'GE-VAPE', wholesalePrice: '12.50' });
  await makeProduct(db(), seller, { name: 'Secret', sku: 'SECRET', listingState: 'INTERNAL' });
});

const license = () => buyer.buyerLicense.id;
const of = () => ({ orgId: buyer.org.id, companyId: buyer.buyerCompany.id });
type Line = { sku: string; quantity: string };
const quick = (lines: Line[], rest: object = {}, by = caller) =>
  by.call(quickOrders.preview, {
    body: { buyerLicenseId: license(), sellerCompanyId: seller.company.id, lines, ...rest },
  });
const judged = async (lines: Line[], rest: object = {}) => {
  const answer = await quick(lines, rest);
  if (!answer.ok) throw new Error(JSON.stringify(answer.body));
  return answer.body.lines;
};
const put = (cartItems: { productId: number; quantity: string }[]) =>
  caller.expectOk(carts.create, {
    body: { ...of(), buyerLicenseId: license(), sellerCompanyId: seller.company.id, cartItems },
  });

describe('a quick order', () => {
  test('has a verdict for each line, at this buyer’s prices', async () => {
    const customer = await makeCustomer(db(), seller, { buyer });
    await makePriceSchedule(db(), seller, {
      customerIds: [customer.id],
      productRules: [{ productId: vape.id, price: '10.00' }],
    });
    const lines = await judged([
      { sku: ' Ge-jar ', quantity: '12' },
      { sku: 'GE-VAPE', quantity: '3' },
      { sku: 'SECRET', quantity: '1' },
      { sku: 'NOPE', quantity: '1' },
    ]);
    expect(lines).toMatchObject([
      { productId: jar.id, problem: expect.stringMatching(/^Only 10/) },
      { productId: vape.id, productName: 'Gelato Vape', after: '30.00', problem: null },
      { productId: null, productName: '', problem: 'The seller has no product with this SKU' },
      { productId: null, sku: 'NOPE', problem: 'The seller has no product with this SKU' },
    ]);
  });

  test('adds to what the cart has, or replaces it', async () => {
    await put([{ productId: jar.id, quantity: '8' }]);
    expect(await judged([{ sku: 'GE-JAR', quantity: '3' }])).toMatchObject([
      { inCart: '8', total: '11', problem: expect.any(String) },
    ]);
    expect(await judged([{ sku: 'GE-JAR', quantity: '3' }], { replaces: true })).toMatchObject([
      { total: '3', problem: null },
    ]);
  });

  test('is only for one’s own licenses, and takes read on purchase orders', async () => {
    const stranger = await makeBuyer(db());
    const theirs = await app.as(stranger.owner.user, stranger.org);
    expect((await quick([{ sku: 'GE-JAR', quantity: '1' }], {}, theirs)).status).toBe(404);
    const without = await memberOf({ app, seller: { ...seller, org: buyer.org } }, { features: {} });
    expect((await quick([{ sku: 'GE-JAR', quantity: '1' }], {}, without)).status).toBe(403);
    expect((await quick([])).status).toBe(400);
  });
});

describe('a standing list', () => {
  const save = async (name: string) => {
    const { cart } = await put([
      { productId: jar.id, quantity: '4' },
      { productId: vape.id, quantity: '2' },
    ]);
    return caller.expectOk(lists.create, { body: { ...of(), cartId: cart?.cart.id ?? 0, name } });
  };
  const all = (by = caller) => by.call(lists.list, { query: of() });

  test('keeps what a cart has, under a name, and fills a cart with it at today’s prices', async () => {
    const list = await save('Tuesday');
    expect(list).toMatchObject({ name: 'Tuesday', products: 2, sellerCompanyId: seller.company.id });
    const { lines } = await caller.expectOk(lists.preview, {
      params: { id: list.id },
      body: { buyerLicenseId: license(), replaces: true },
    });
    expect(lines).toMatchObject([
      { productId: jar.id, quantity: '4', total: '4', after: '80.00', problem: null },
      { productId: vape.id, quantity: '2', after: '25.00' },
    ]);
  });

  test('of the same name is replaced, and can be renamed and deleted', async () => {
    const first = await save('Tuesday');
    await put([{ productId: vape.id, quantity: '9' }]);
    const again = await save('tuesday');
    expect(again).toMatchObject({ id: first.id, name: 'tuesday', version: 1 });
    const other = await save('Friday');
    const rename = (version: number, name: string) =>
      caller.call(lists.update, { params: { id: other.id }, body: { name, version } });
    expect(await rename(0, 'TUESDAY')).toMatchObject({
      status: 400,
      body: { errors: { name: 'Another list has this name' } },
    });
    expect(await rename(7, 'Monday')).toMatchObject({ status: 409 });
    expect(await rename(0, 'Monday')).toMatchObject({ status: 200, body: { name: 'Monday' } });
    await caller.expectOk(lists.remove, { params: { id: other.id } });
    expect(await all()).toMatchObject({ body: [{ id: first.id }] });
  });

  test('is the buyer’s own; who may only read neither saves nor deletes', async () => {
    const list = await save('Tuesday');
    const stranger = await makeBuyer(db());
    const theirs = await app.as(stranger.owner.user, stranger.org);
    expect((await all(theirs)).status).toBe(404);
    for (const id of [list.id]) {
      expect((await theirs.call(lists.remove, { params: { id } })).status).toBe(404);
      expect((await theirs.call(lists.preview, { params: { id }, body: { buyerLicenseId: license() } })).status).toBe(
        404,
      );
    }
    const reader = await memberOf(
      { app, seller: { ...seller, org: buyer.org } },
      { features: { PURCHASE_ORDERS: readOnly } },
    );
    expect((await reader.call(lists.remove, { params: { id: list.id } })).status).toBe(403);
    expect((await all(reader)).status).toBe(200);
  });
});

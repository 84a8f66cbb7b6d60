import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { substitutes } from '../../../domain/carts/substitutes-contract';
import { cartSubstitutions, productStock, products } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { type Shopper, startShopping } from '../../support/carts/buying';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let other: SellerFixture;
let buyer: BuyerFixture;
let shopper: Shopper;
let caller: TestCaller;
let jar: Awaited<ReturnType<typeof makeProduct>>;
let twin: Awaited<ReturnType<typeof makeProduct>>;
let cousin: Awaited<ReturnType<typeof makeProduct>>;

await eachWithSeller((now) => ({ app, seller } = now));
const db = () => app.database.db;
const CATEGORY = 'Immature Plants';

beforeEach(async () => {
  // What earlier tests left isn't offered.
  await db().update(products).set({ listingState: 'ARCHIVED' });
  buyer = await makeBuyer(db());
  shopper = await startShopping(app, buyer);
  ({ caller } = shopper);
  other = await makeSeller(db());
  const of = { category: CATEGORY } as const;
  jar = await makeProduct(db(), seller, { ...of, name: 'Jar', sku: 'JAR', wholesalePrice: '20.00', quantity: '10' });
  twin = await makeProduct(db(), seller, { ...of, name: 'Twin', sku: 'TWIN', wholesalePrice: '21.00', quantity: '50' });
  cousin = await makeProduct(db(), other, { ...of, name: 'Cousin', sku: 'COUSIN', wholesalePrice: '19.00' });
  await makeProduct(db(), seller, { name: 'Vape', sku: 'VAPE', category: 'Vape Cartridge (each)' });
});

const find = (values = {}, by = caller) =>
  by.call(substitutes.find, {
    body: {
      buyerLicenseId: buyer.buyerLicense.id,
      sellerCompanyId: seller.company.id,
      productId: jar.id,
      quantity: '4',
      ...values,
    },
  });
const found = async (values = {}, by = caller) => {
  const answer = await find(values, by);
  if (!answer.ok) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const names = (all: { product: { name: string } }[]) => all.map(({ product: { name } }) => name);
const sellOut = (id = jar.id) => db().update(productStock).set({ quantity: '0' }).where(eq(productStock.productId, id));
const use = (ids: { id: number; itemId: number }, to: { seller: SellerFixture; productId: number; quantity: string }) =>
  caller.call(substitutes.use, {
    params: ids,
    body: { sellerCompanyId: to.seller.company.id, productId: to.productId, quantity: to.quantity },
  });

describe('what can be bought instead', () => {
  test('don’t tell how much there is of what hides it', async () => {
    await db().update(products).set({ showQuantity: false }).where(eq(products.id, twin.id));
    expect(names(await found({ quantity: '50' }))).toContain('Twin');
    expect(names(await found({ quantity: '51' }))).not.toContain('Twin');
  });

  test('is of the category, in stock, at this buyer’s prices', async () => {
    const customer = await makeCustomer(db(), seller, { buyer });
    await makePriceSchedule(db(), seller, {
      customerIds: [customer.id],
      productRules: [{ productId: twin.id, price: '15.00' }],
    });
    const all = await found();
    expect(names(all).sort()).toEqual(['Cousin', 'Twin']);
    expect(all.find(({ product }) => product.id === twin.id)).toMatchObject({
      quantity: '4',
      total: '60.00',
      seller: { id: seller.company.id },
      product: { price: { unitPrice: '15.00' } },
    });
    await sellOut(twin.id);
    expect(names(await found())).toEqual(['Cousin']);
  });

  test('is first from a seller one buys from, and never what the cart has already', async () => {
    const cart = await shopper.fill(other, [{ product: await makeProduct(db(), other, { sku: 'X' }), quantity: '1' }]);
    await shopper.checkout([cart]);
    await db().update(products).set({ brandId: other.brand.id }).where(eq(products.id, cousin.id));
    expect(names(await found())[0]).toBe('Cousin');
    await shopper.fill(other, [{ product: cousin, quantity: '1' }]);
    expect(names(await found())).toEqual(['Twin']);
  });

  test('is sold in the license’s state', async () => {
    const far = await makeSeller(db(), { state: 'CO' });
    await makeProduct(db(), far, { name: 'Far', sku: 'FAR', category: CATEGORY });
    expect(names(await found())).not.toContain('Far');
  });

  test('is told of what left the menu only to those who had it', async () => {
    await db().update(products).set({ listingState: 'INTERNAL' }).where(eq(products.id, jar.id));
    expect(await find()).toMatchObject({ status: 404 });
    await db().update(products).set({ listingState: 'AVAILABLE' }).where(eq(products.id, jar.id));
    await shopper.fill(seller, [{ product: jar, quantity: '4' }]);
    await db().update(products).set({ listingState: 'INTERNAL' }).where(eq(products.id, jar.id));
    expect(names(await found()).sort()).toEqual(['Cousin', 'Twin']);
  });

  test('is nobody’s who may not buy', async () => {
    const { user } = await makeMember(db(), buyer.org, { features: {} });
    expect(await find({}, await app.as(user, buyer.org))).toMatchObject({ status: 403 });
    const stranger = await makeBuyer(db());
    expect(await find({}, await app.as(stranger.owner.user, stranger.org))).toMatchObject({ status: 404 });
  });
});

describe('using one instead', () => {
  const lines = async () =>
    (await shopper.list()).flatMap(({ cart }) =>
      cart.lineItems.map(({ productName, quantity, notes }) => [productName, quantity, notes]),
    );

  test('replaces the line, in the same cart, and Undo puts it back though it can’t be ordered', async () => {
    const { cart } = await shopper.fill(seller, [{ product: jar, quantity: '4', notes: 'Fresh' }]);
    await sellOut();
    const itemId = cart.lineItems[0]?.id ?? 0;
    const done = await use({ id: cart.id, itemId }, { seller, productId: twin.id, quantity: '4' });
    if (!done.ok) throw new Error(JSON.stringify(done.body));
    expect(await lines()).toEqual([['Twin', '4', '']]);
    const { carts } = await caller.expectOk(substitutes.undo, { params: { id: done.body.id } });
    expect(await lines()).toEqual([['Jar', '4', 'Fresh']]);
    expect(carts[0]?.cart?.cart.lineItems[0]).toMatchObject({ productName: 'Jar', errorMessage: '0 units available' });
    expect(await caller.call(substitutes.undo, { params: { id: done.body.id } })).toMatchObject({ status: 409 });
  });

  test('moves it to another seller’s cart, and back with the notes of the cart that went', async () => {
    const { cart } = await shopper.fill(seller, [{ product: jar, quantity: '4' }]);
    const itemId = cart.lineItems[0]?.id ?? 0;
    const done = await use({ id: cart.id, itemId }, { seller: other, productId: cousin.id, quantity: '4' });
    if (!done.ok) throw new Error(JSON.stringify(done.body));
    expect(done.body.carts).toMatchObject([{ cart: { cart: { sellerCompanyId: other.company.id } } }, { cart: null }]);
    expect(await lines()).toEqual([['Cousin', '4', '']]);
    await caller.expectOk(substitutes.undo, { params: { id: done.body.id } });
    expect(await lines()).toEqual([['Jar', '4', '']]);
  });

  test('changes nothing where the other can’t be ordered so', async () => {
    const { cart } = await shopper.fill(seller, [{ product: jar, quantity: '4' }]);
    const itemId = cart.lineItems[0]?.id ?? 0;
    const refused = await use({ id: cart.id, itemId }, { seller, productId: twin.id, quantity: '51' });
    expect(refused).toMatchObject({ status: 409, body: { userFriendlyMessage: 'Only 50 units available' } });
    expect(await lines()).toEqual([['Jar', '4', '']]);
  });

  test('is undone by who did it, within the hour', async () => {
    const { cart } = await shopper.fill(seller, [{ product: jar, quantity: '4' }]);
    const ids = { id: cart.id, itemId: cart.lineItems[0]?.id ?? 0 };
    const { user } = await makeMember(db(), buyer.org, { features: { PURCHASE_ORDERS: both } });
    const reader = await makeMember(db(), buyer.org, { features: { PURCHASE_ORDERS: readOnly } });
    const done = await use(ids, { seller, productId: twin.id, quantity: '4' });
    const id = done.ok ? done.body.id : 0;
    const undo = (by: TestCaller) => by.call(substitutes.undo, { params: { id } });
    expect(await undo(await app.as(reader.user, buyer.org))).toMatchObject({ status: 403 });
    expect(await undo(await app.as(user, buyer.org))).toMatchObject({ status: 404 });
    const createdAt = new Date(Date.now() - 2 * 3_600_000);
    await db().update(cartSubstitutions).set({ createdAt }).where(eq(cartSubstitutions.id, id));
    expect(await undo(caller)).toMatchObject({ status: 409 });
  });
});

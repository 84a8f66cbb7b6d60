import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { products as productCalls } from '../../../domain/catalogue/contract';
import type { ProductEdit } from '../../../domain/catalogue/product-record';
import { marketHome } from '../../../domain/directory/home-contract';
import { orders } from '../../../domain/orders/contract';
import { marketOpens, marketPeople, products } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { type Shopper, startShopping } from '../../support/carts/buying';
import {
  type BuyerFixture,
  makeBuyer,
  makeMember,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let buyer: BuyerFixture;
let caller: TestCaller;
let shopper: Shopper;
let jar: Awaited<ReturnType<typeof makeProduct>>;

await eachWithSeller((now) => ({ app, seller } = now));
const db = () => app.database.db;
beforeEach(async () => {
  buyer = await makeBuyer(db());
  caller = await app.as(buyer.owner.user, buyer.org);
  shopper = await startShopping(app, buyer);
  jar = await makeProduct(db(), seller, { name: 'Gelato Jar', sku: 'GE-JAR' });
});

const home = (by = caller, query = {}) => by.expectOk(marketHome.get, { query });
const open = (body: { brandId: number; productId?: number }, by = caller) => by.expectOk(marketHome.open, { body });
const colleague = async (features: Parameters<typeof makeMember>[2] = {}) =>
  app.as((await makeMember(db(), buyer.org, features)).user, buyer.org);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** The person was last there so long ago. */
async function lastSeen(hours: number) {
  await caller.expectOk(marketHome.visit, { body: {} });
  await db()
    .update(marketPeople)
    .set({ seenAt: hoursAgo(hours) })
    .where(eq(marketPeople.orgUserId, buyer.owner.orgUserId));
  await db()
    .update(products)
    .set({ listedAt: hoursAgo(hours + 1) });
}

describe('what somebody looked at', () => {
  test('comes back on any device, the latest first and each once', async () => {
    await open({ brandId: seller.brand.id });
    await open({ brandId: seller.brand.id, productId: jar.id });
    await open({ brandId: seller.brand.id });
    const { recent } = await home();
    expect(recent.map(({ brand, product }) => product?.name ?? brand.name)).toEqual([seller.brand.name, 'Gelato Jar']);
  });

  test('is theirs alone', async () => {
    await open({ brandId: seller.brand.id });
    const other = await makeBuyer(db());
    expect((await home(await colleague({ features: { PURCHASE_ORDERS: readOnly } }))).recent).toEqual([]);
    expect((await home(await app.as(other.owner.user, other.org))).recent).toEqual([]);
  });

  test('leaves out what has left the menus, and keeps no more than it needs', async () => {
    await open({ brandId: seller.brand.id, productId: jar.id });
    await db().update(products).set({ listingState: 'INTERNAL' }).where(eq(products.id, jar.id));
    expect((await home()).recent).toEqual([]);
    const { orgUserId } = buyer.owner;
    const values = Array.from({ length: 60 }, (_, at) => ({
      orgId: buyer.org.id,
      orgUserId,
      brandId: seller.brand.id,
      productId: 1_000_000 + at,
      openedAt: hoursAgo(at + 1),
    }));
    await db().insert(marketOpens).values(values);
    await open({ brandId: seller.brand.id });
    const kept = await db().select().from(marketOpens).where(eq(marketOpens.orgUserId, orgUserId));
    expect(kept.length).toBe(40);
  });

  test('is refused for what buyers don’t see', async () => {
    const hidden = await makeProduct(db(), seller, { name: 'Secret', sku: 'SECRET', listingState: 'INTERNAL' });
    const brandId = seller.brand.id;
    for (const body of [{ brandId, productId: hidden.id }, { brandId: 999_999 }])
      expect(await caller.call(marketHome.open, { body })).toMatchObject({ status: 404 });
  });
});

describe('bought before', () => {
  test('names brands by their latest order, for those who see it', async () => {
    expect((await home()).bought).toEqual([]);
    const cart = await shopper.fill(seller, [{ product: jar, quantity: '1' }]);
    const { createdOrders } = await shopper.checkout([cart]);
    const { bought } = await home();
    expect(bought.map(({ brand }) => brand.name)).toEqual([seller.brand.name]);
    expect(Date.now() - Date.parse(bought[0]?.at ?? '')).toBeLessThan(60_000);
    expect((await home(await colleague({ features: {} }))).bought).toEqual([]);
    const sellers = await app.as(seller.owner.user, seller.org);
    await sellers.expectOk(orders.transition, {
      params: { id: createdOrders[0]?.id ?? 0 },
      body: { status: 'REJECTED' },
    });
    expect((await home()).bought).toEqual([]);
  });
});

describe('new since the last visit', () => {
  test('is nothing on the first', async () => {
    expect(await home()).toMatchObject({ since: null, fresh: [] });
  });

  test('stays through the visit, and is old on the next', async () => {
    await lastSeen(5);
    await makeProduct(db(), seller, { name: 'Gelato Vape', sku: 'GE-VAPE' });
    const seen = [{ product: { name: 'Gelato Vape' }, count: 1, isNewBrand: false }];
    expect((await home()).fresh).toMatchObject(seen);
    await caller.expectOk(marketHome.visit, { body: {} });
    await caller.expectOk(marketHome.visit, { body: {} });
    expect((await home()).fresh).toMatchObject(seen);
    await lastSeen(3);
    expect((await home()).fresh).toEqual([]);
  });

  test('counts when a product is published, not when it was made', async () => {
    const draft = await makeProduct(db(), seller, { name: 'Draft', sku: 'DRAFT', listingState: 'INTERNAL' });
    await lastSeen(5);
    expect((await home()).fresh).toEqual([]);
    const owner = await app.as(seller.owner.user, seller.org);
    const product = await owner.expectOk(productCalls.get, { params: { id: draft.id } });
    const body = { ...product, listingState: 'AVAILABLE' } as unknown as ProductEdit;
    await owner.expectOk(productCalls.update, { params: { id: draft.id }, body });
    expect((await home()).fresh.map(({ product }) => product?.name)).toEqual(['Draft']);
  });

  test('tells several products of a brand as one, and a brand that sold nothing before', async () => {
    await lastSeen(5);
    const other = await makeSeller(db());
    for (const sku of ['A', 'B']) await makeProduct(db(), other, { name: sku, sku });
    const { fresh } = await home();
    expect(fresh).toMatchObject([{ brand: { name: other.brand.name }, product: null, count: 2, isNewBrand: true }]);
  });

  test('is of the state asked for, and not what one sells oneself', async () => {
    await lastSeen(5);
    await makeProduct(db(), seller, { name: 'Gelato Vape', sku: 'GE-VAPE' });
    expect((await home(caller, { usStateAbbv: 'CO' })).fresh).toEqual([]);
    const owner = await app.as(seller.owner.user, seller.org);
    await owner.expectOk(marketHome.visit, { body: {} });
    await db()
      .update(marketPeople)
      .set({ seenAt: hoursAgo(5) })
      .where(eq(marketPeople.orgUserId, seller.owner.orgUserId));
    expect((await home(owner)).fresh).toEqual([]);
  });
});

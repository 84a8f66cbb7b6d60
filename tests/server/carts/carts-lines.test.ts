import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { carts } from '../../../domain/carts/contract';
import { brands, cartItems, companies, productStock, products } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import { startShopping, startWithProduct } from '../../support/carts/buying';
import {
  makeBuyer,
  makeBuyerLicense,
  makeCustomer,
  makeMember,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  only,
} from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;

const start = (values?: Parameters<typeof startWithProduct>[1]) => startWithProduct(app, values);

describe('a line that can’t be ordered anymore says why', () => {
  test.each<[string, (ids: { product: number; brand: number; company: number }) => Promise<unknown>, string]>([
    ['archived', ({ product }) => change(product, { listingState: 'ARCHIVED' }), 'Product no longer available'],
    ['made internal', ({ product }) => change(product, { listingState: 'INTERNAL' }), 'Product no longer available'],
    [
      'unavailable',
      ({ product }) => change(product, { listingState: 'UNAVAILABLE' }),
      'Product temporarily unavailable',
    ],
    [
      'of a brand that is disabled',
      ({ brand }) => db().update(brands).set({ disabled: true }).where(eq(brands.id, brand)),
      'Product no longer available',
    ],
    [
      'repacked',
      ({ product }) => change(product, { unitMultiplier: '10' }),
      'A case now has 10, not 12. Check the quantity',
    ],
    ['lowered in its maximum', ({ product }) => change(product, { maximumOrder: '12' }), 'Maximum order is 1 case'],
    [
      'of a seller that moved away',
      ({ company }) => db().update(companies).set({ usState: 'NV' }).where(eq(companies.id, company)),
      'does not sell in CA',
    ],
  ])('%s', async (_what, happens, message) => {
    const { seller, product, shopper } = await start({ perCase: '12', quantity: '120' });
    await shopper.fill(seller, [{ product, quantity: '2' }]);
    await happens({ product: product.id, brand: seller.brand.id, company: seller.company.id });
    const cart = only(await shopper.list());
    expect(only(cart.cart.lineItems).errorMessage).toContain(message);
    const { createdOrders, failedCarts } = await shopper.checkout([cart]);
    expect(createdOrders).toEqual([]);
    expect(only(failedCarts).message).toContain(message);
  });

  const change = (id: number, values: Partial<typeof products.$inferInsert>) =>
    db().update(products).set(values).where(eq(products.id, id));

  test('archived, and can’t be set to another quantity but can be removed', async () => {
    const { seller, product, shopper } = await start();
    const { cart } = await shopper.fill(seller, [{ product, quantity: '2' }]);
    await change(product.id, { listingState: 'ARCHIVED' });
    const { results } = await shopper.add(seller, [{ product, quantity: '3' }]);
    expect(results).toMatchObject([{ message: "Qty can't be edited on archived products", item: { quantity: '2' } }]);
    const itemId = only(cart.lineItems).id;
    expect(await shopper.caller.expectOk(carts.removeItem, { params: { id: cart.id, itemId } })).toEqual({
      cart: null,
    });
  });
});

describe('prices in a cart', () => {
  test('are those of each license’s customer at the seller', async () => {
    const { seller, buyer, product, shopper } = await start({ wholesalePrice: '20.00' });
    const second = await makeBuyerLicense(db(), buyer);
    const customer = await makeCustomer(db(), seller, { buyer: second });
    await makePriceSchedule(db(), seller, {
      name: 'Volume',
      customerIds: [customer.id],
      productRules: [{ productId: product.id, price: '12.00' }],
    });
    await shopper.fill(seller, [{ product, quantity: '1' }]);
    const asSecond = await startShopping(app, { ...buyer, ...second });
    await asSecond.fill(seller, [{ product, quantity: '1' }]);
    const byLicense = new Map((await shopper.list()).map((one) => [one.buyerLicense.id, only(one.cart.lineItems)]));
    expect(byLicense.get(buyer.buyerLicense.id)).toMatchObject({ unitPrice: '20.00', priceWhy: { kind: 'wholesale' } });
    expect(byLicense.get(second.buyerLicense.id)).toMatchObject({
      unitPrice: '12.00',
      priceWhy: { kind: 'schedule-product' },
    });
  });
});

describe('whose carts', () => {
  test('can’t be seen or changed by another organization', async () => {
    const { seller, buyer, product, shopper } = await start();
    const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const stranger = await makeBuyer(db());
    const { caller } = await startShopping(app, stranger);
    const theirs = { orgId: stranger.org.id, companyId: stranger.buyerCompany.id };
    const params = { id: cart.id };
    const itemId = only(cart.lineItems).id;
    const notes = { orderNotes: 'Mine now', deliveryPreferences: '' };
    const items = [{ productId: product.id, quantity: '9' }];
    const answers = [
      await caller.call(carts.list, { query: { ...theirs, companyId: buyer.buyerCompany.id } }),
      await caller.call(carts.list, { query: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id } }),
      await caller.call(carts.update, { params, body: notes }),
      await caller.call(carts.upsertItems, { params, body: { items } }),
      await caller.call(carts.removeItem, { params: { ...params, itemId } }),
      await caller.call(carts.remove, { params, query: theirs }),
      await caller.call(carts.create, {
        body: {
          ...theirs,
          buyerLicenseId: buyer.buyerLicense.id,
          sellerCompanyId: seller.company.id,
          cartItems: items,
        },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(only(await shopper.list()).cart).toMatchObject({ orderNotes: '', lineItems: [{ quantity: '1' }] });
  });

  test('require the permission to purchase, and write for any change', async () => {
    const { seller, buyer, product, shopper } = await start();
    const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const query = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    const powerless = await app.as((await makeMember(db(), buyer, { features: {} })).user, buyer.org);
    expect((await powerless.call(carts.list, { query })).status).toBe(403);
    const features = { PURCHASE_ORDERS: { read: true, write: false } };
    const reader = await makeMember(db(), buyer, { features, licenseIds: [buyer.license.id] });
    const caller = await app.as(reader.user, buyer.org);
    expect(await caller.expectOk(carts.list, { query })).toHaveLength(1);
    expect((await caller.call(carts.remove, { params: { id: cart.id }, query })).status).toBe(403);
    const items = await db().select().from(cartItems).where(eq(cartItems.cartId, cart.id));
    expect(items).toHaveLength(1);
  });

  test('are limited to the licenses a custom role is assigned', async () => {
    const { seller, buyer, product, shopper } = await start();
    await shopper.fill(seller, [{ product, quantity: '1' }]);
    const features = { PURCHASE_ORDERS: { read: true, write: true } };
    const query = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    const seen = async (licenseIds: number[]) => {
      const member = await makeMember(db(), buyer, { features, licenseIds });
      return (await app.as(member.user, buyer.org)).expectOk(carts.list, { query });
    };
    expect(await seen([buyer.license.id])).toHaveLength(1);
    expect(await seen([])).toEqual([]);
  });
});

describe('a seller of one’s own organization', () => {
  const both = { read: true, write: true };
  const buys = { PURCHASE_ORDERS: both };
  const circular = { PURCHASE_ORDERS: both, BROWSE_ORDERS: both, CIRCULAR_SALES: both };
  const told = 'is part of your organization. To buy from it you need write access to “Circular sales”';

  /** An organization that sells and buys, with its people and product. */
  async function startCircular() {
    const seller = await makeSeller(db());
    const buyer = await makeBuyer(db(), { org: seller.org });
    const product = await makeProduct(db(), seller);
    const licenseIds = [buyer.license.id];
    const as = async (features: FeatureMap) => {
      const { user } = await makeMember(db(), seller, { features, licenseIds });
      return startShopping(app, buyer, user);
    };
    return { seller, product, clerk: await as(buys), manager: await as(circular) };
  }

  test('can only be bought from with the permission', async () => {
    const { seller, product, clerk, manager } = await startCircular();
    const refused = await clerk.add(seller, [{ product, quantity: '1' }]);
    expect(refused.cart).toBeNull();
    expect(only(refused.results).message).toBe(`${seller.company.name} ${told}`);
    const cart = await manager.fill(seller, [{ product, quantity: '1' }]);
    expect(cart.messages).toEqual([]);
    expect((await manager.checkout([cart])).createdOrders).toHaveLength(1);
  });

  test('blocks checkout without it, with the reason on cart and line', async () => {
    const { seller, product, clerk, manager } = await startCircular();
    await manager.fill(seller, [{ product, quantity: '1' }]);
    const cart = only(await clerk.list());
    expect(cart.messages.join()).toContain(told);
    expect(only(cart.cart.lineItems).errorMessage).toContain(told);
    const { createdOrders, failedCarts } = await clerk.checkout([cart]);
    expect(createdOrders).toEqual([]);
    expect(only(failedCarts).message).toContain(told);
    const other = await makeSeller(db());
    const theirs = await makeProduct(db(), other);
    const elsewhere = await clerk.fill(other, [{ product: theirs, quantity: '1' }]);
    expect((await clerk.checkout([elsewhere])).createdOrders).toHaveLength(1);
  });
});

test('a cart of 500 products accepts no more, but its lines can be changed and removed', async () => {
  const { seller, product, shopper } = await start();
  const template = only(await db().select().from(products).where(eq(products.id, product.id)));
  const { id: _, ...values } = template;
  const copies = Array.from({ length: 501 }, (_, n) => ({ ...values, name: `Sampler ${n}`, sku: `S-${n}` }));
  const made = await db().insert(products).values(copies).returning();
  await db()
    .insert(productStock)
    .values(made.map(({ id, orgId }) => ({ productId: id, orgId, quantity: '10', reserved: '0' })));
  const line = (of: { id: number } | undefined, quantity = '1') => ({ product: { id: of?.id ?? 0 }, quantity });
  const told = 'A cart can have up to 500 products. Place this order first, then add more';

  await shopper.fill(seller, [line(product), ...made.slice(0, 498).map((one) => line(one))]);
  const both = await shopper.add(seller, [line(made[498]), line(made[499])]);
  expect(both.results.map(({ message }) => message)).toEqual([null, told]);
  expect(both.cart?.cart.lineItems).toHaveLength(500);

  const changed = await shopper.add(seller, [line(product, '2'), line(made[499])]);
  expect(changed.results.map(({ message }) => message)).toEqual([null, told]);
  const swapped = await shopper.fill(seller, [line(product, '0'), line(made[499])]);
  expect(swapped.cart.lineItems).toHaveLength(500);
});

test('a line has its product and displayed quantity, and accepts a number as quantity', async () => {
  const { seller, buyer, product, shopper } = await start({ perCase: '12', quantity: '120' });
  const body = {
    orgId: buyer.org.id,
    companyId: buyer.buyerCompany.id,
    buyerLicenseId: buyer.buyerLicense.id,
    sellerCompanyId: seller.company.id,
    cartItems: [{ productId: product.id, quantity: 2, expectedUnitMultiplier: 12 }],
  };
  const { cart } = await shopper.caller.expectOk(carts.create, { body });
  const line = only(cart?.cart.lineItems ?? []);
  expect(line).toMatchObject({
    quantity: '2',
    displayedQuantity: '24',
    product: { id: product.id, name: product.name },
  });
  const negative = { ...body, cartItems: [{ productId: product.id, quantity: -1 }] };
  expect((await shopper.caller.call(carts.create, { body: negative })).status).toBe(400);
  const { id } = cart?.cart ?? { id: 0 };
  const kept = await shopper.caller.expectOk(carts.update, {
    params: { id },
    body: { orderNotes: 'Ring twice', deliveryPreferences: '' },
  });
  expect(kept.cart).toMatchObject({ notes: 'Ring twice', orderNotes: 'Ring twice' });
});

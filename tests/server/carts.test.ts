import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carts } from '../../domain/carts/contract';
import { LiveEvent } from '../../domain/live/events';
import { brands, cartItems, carts as cartsTable, companies, products } from '../../server/db/schema';
import { LIVE_CHANNEL } from '../../server/live/publish';
import { startTestApp, type TestApp } from '../support/app';
import { startShopping } from '../support/buying';
import {
  makeBuyer,
  makeBuyerLicence,
  makeCustomer,
  makeMember,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  only,
} from '../support/factories';

let app: TestApp;
const db = () => app.database.db;
type Product = Parameters<typeof makeProduct>[2];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A seller with one product and somebody who shops for it. */
async function start(values: Product = {}) {
  const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
  const product = await makeProduct(db(), seller, values);
  return { seller, buyer, product, shopper: await startShopping(app, buyer) };
}

describe('filling a cart', () => {
  test('makes one cart for a buyer licence and seller, and the next items join it', async () => {
    const { seller, product, shopper } = await start();
    const other = await makeProduct(db(), seller);
    const first = await shopper.fill(seller, [{ product, quantity: '2', notes: 'Indoor' }]);
    const second = await shopper.fill(seller, [{ product: other, quantity: '1' }]);
    expect(second.cart.id).toBe(first.cart.id);
    expect(await shopper.list()).toMatchObject([
      {
        buyerCompanyOrgId: shopper.buyer.org.id,
        buyerLicense: { id: shopper.buyer.buyerLicence.id, licenseId: shopper.buyer.licence.id },
        sellerCompany: { companyId: seller.company.id },
        availablePaymentOptions: [{ name: 'Cash on delivery' }, { name: 'Net 30', dueDays: 30 }],
        messages: [],
        cart: {
          total: '60.00',
          lineItems: [
            {
              productId: product.id,
              quantity: '2',
              notes: 'Indoor',
              unitPrice: '20.00',
              total: '40.00',
              errorMessage: null,
            },
            { productId: other.id, quantity: '1', notes: '', total: '20.00' },
          ],
        },
      },
    ]);
  });

  test('from two tabs at once makes one cart with both items', async () => {
    const { seller, product, shopper } = await start();
    const other = await makeProduct(db(), seller);
    await Promise.all([product, other].map((one) => shopper.fill(seller, [{ product: one, quantity: '1' }])));
    const cart = only(await shopper.list());
    expect(cart.cart.lineItems.map(({ productId }) => productId).sort()).toEqual([product.id, other.id].sort());
  });

  test('counts cases in base units and prices them by the case', async () => {
    const { seller, product, shopper } = await start({ perCase: '24', quantity: '100', wholesalePrice: '240.00' });
    const cart = await shopper.fill(seller, [{ product, quantity: '3' }]);
    expect(only(cart.cart.lineItems)).toMatchObject({ unitOfMeasure: 'Case', bulkUnits: '72', total: '720.00' });
  });

  test('divides a price per case where quantities are entered in units', async () => {
    const { seller, product, shopper } = await start({
      sellInBulk: true,
      sellInUnitOfMeasure: 'Unit',
      unitMultiplier: '24',
      wholesalePrice: '100.00',
    });
    const cart = await shopper.fill(seller, [{ product, quantity: '36' }]);
    expect(only(cart.cart.lineItems)).toMatchObject({ bulkUnits: '36', unitPrice: '100.00', total: '150.00' });
  });

  test.each<[string, Product, string, string]>([
    ['more than there is', { quantity: '4' }, '5', 'Only 4 Units available'],
    [
      'more than there is of what is promised to others',
      { quantity: '9', reserved: '8' },
      '2',
      'Only 1 Unit available',
    ],
    ['more than the seller shows', { quantity: '4', showQuantity: false }, '5', 'Qty too high'],
    ['what has run out', { quantity: '0' }, '1', '0 units available'],
    ['a case that is not full', { quantity: '11', perCase: '12' }, '1', '0 units available'],
    ['less than the minimum', { minimumOrder: '5' }, '4', 'Minimum order is 5 Units'],
    ['more than the maximum', { maximumOrder: '5' }, '6', 'Maximum order is 5 Units'],
    ['part of a unit', {}, '1.5', 'Must be whole units'],
    ['three decimals', { allowFractionalQuantities: true }, '1.125', 'Maximum 2 decimal places allowed'],
    ['nothing', {}, '0', 'Must be greater than 0'],
    ['an absurd amount', { inventoryManagement: 'UNLIMITED' }, '999999999999', 'Maximum order is 100000 Units'],
    ['what is for the seller’s own use', { listingState: 'INTERNAL' }, '1', 'Product not found'],
    ['what is unavailable for now', { listingState: 'UNAVAILABLE' }, '1', 'Product temporarily unavailable'],
  ])('refuses %s and makes no empty cart', async (_what, values, quantity, message) => {
    const { seller, product, shopper } = await start(values);
    const { cart, results } = await shopper.add(seller, [{ product, quantity }]);
    expect(results).toMatchObject([{ item: null, message }]);
    expect(cart).toBeNull();
    expect(await shopper.list()).toEqual([]);
  });

  test('keeps the good items of a call and leaves refused lines as they were', async () => {
    const { seller, product, shopper } = await start({ quantity: '4' });
    const good = await makeProduct(db(), seller);
    const stranger = await makeProduct(db(), await makeSeller(db()));
    await shopper.fill(seller, [{ product, quantity: '3' }]);
    const { cart, results } = await shopper.add(seller, [
      { product, quantity: '9' },
      { product: stranger, quantity: '1' },
      { product: good, quantity: '1' },
    ]);
    expect(results).toMatchObject([
      {
        item: { productId: product.id, quantity: '3' },
        product: { id: product.id },
        message: 'Only 4 Units available',
      },
      { item: null, product: null, message: 'Product not found' },
      { item: { productId: good.id, quantity: '1' }, message: null },
    ]);
    expect(cart?.cart.lineItems.map(({ quantity }) => quantity)).toEqual(['3', '1']);
  });

  test('counts what the buyer’s other carts hold already', async () => {
    const { seller, buyer, product, shopper } = await start({ quantity: '10' });
    await shopper.fill(seller, [{ product, quantity: '7' }]);
    const second = await startShopping(app, { ...buyer, ...(await makeBuyerLicence(db(), buyer)) });
    const refused = await second.add(seller, [{ product, quantity: '4' }]);
    expect(refused.results).toMatchObject([{ message: 'Only 3 Units available' }]);
    await second.fill(seller, [{ product, quantity: '3' }]);
    const rival = await startShopping(app, await makeBuyer(db()));
    await rival.fill(seller, [{ product, quantity: '10' }]);
  });

  test('across a state line is refused', async () => {
    const [seller, buyer] = [await makeSeller(db(), { state: 'CO' }), await makeBuyer(db(), { state: 'CA' })];
    const product = await makeProduct(db(), seller);
    const { cart, results } = await (await startShopping(app, buyer)).add(seller, [{ product, quantity: '1' }]);
    expect(cart).toBeNull();
    expect(results).toMatchObject([{ message: `${seller.company.name} does not sell in CA` }]);
  });

  test('sent again with its key has one effect', async () => {
    const { seller, buyer, product, shopper } = await start();
    const body = {
      orgId: buyer.org.id,
      companyId: buyer.buyerCompany.id,
      buyerLicenseId: buyer.buyerLicence.id,
      sellerCompanyId: seller.company.id,
      cartItems: [{ productId: product.id, quantity: '1' }],
    };
    const key = { idempotencyKey: crypto.randomUUID() };
    const first = await shopper.caller.expectOk(carts.create, { body }, key);
    await shopper.caller.expectOk(carts.remove, {
      params: { id: first.cart?.cart.id ?? 0 },
      query: { orgId: body.orgId, companyId: body.companyId },
    });
    expect(await shopper.caller.expectOk(carts.create, { body }, key)).toEqual(first);
    expect(await shopper.list()).toEqual([]);
  });
});

describe('changing a cart', () => {
  test('sets quantities, keeps notes that are not sent, and drops a line at 0', async () => {
    const { seller, product, shopper } = await start();
    const other = await makeProduct(db(), seller);
    const { cart } = await shopper.fill(seller, [
      { product, quantity: '2', notes: 'Indoor' },
      { product: other, quantity: '1' },
    ]);
    const change = (items: { productId: number; quantity: string }[]) =>
      shopper.caller.expectOk(carts.upsertItems, { params: { id: cart.id }, body: { items } });
    const changed = await change([
      { productId: product.id, quantity: '5' },
      { productId: other.id, quantity: '0' },
    ]);
    expect(changed.cart?.cart.lineItems).toMatchObject([{ productId: product.id, quantity: '5', notes: 'Indoor' }]);
    expect(changed.results).toMatchObject([{ message: null }, { item: null, message: null }]);
    const emptied = await change([{ productId: product.id, quantity: '0' }]);
    expect(emptied.cart).toBeNull();
    expect(await shopper.list()).toEqual([]);
  });

  test('goes with its last item', async () => {
    const { seller, product, shopper } = await start();
    const other = await makeProduct(db(), seller);
    const { cart } = await shopper.fill(seller, [
      { product, quantity: '1' },
      { product: other, quantity: '1' },
    ]);
    const remove = (itemId: number) => shopper.caller.call(carts.removeItem, { params: { id: cart.id, itemId } });
    const [first, second] = cart.lineItems.map(({ id }) => id);
    expect((await remove(first ?? 0)).body).toMatchObject({ cart: { cart: { lineItems: [{ id: second }] } } });
    expect((await remove(first ?? 0)).status).toBe(404);
    expect((await remove(second ?? 0)).body).toEqual({ cart: null });
    expect((await remove(second ?? 0)).status).toBe(404);
    expect(await db().select().from(cartsTable).where(eq(cartsTable.id, cart.id))).toEqual([]);
  });

  test('keeps the notes that go with the order', async () => {
    const { seller, product, shopper } = await start();
    const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const body = { orderNotes: 'Ring twice', deliveryPreferences: 'Mornings' };
    const kept = await shopper.caller.expectOk(carts.update, { params: { id: cart.id }, body });
    expect(kept.cart).toMatchObject(body);
    expect(only(await shopper.list()).cart).toMatchObject(body);
  });

  test('tells the buyer’s other tabs, and nobody else', async () => {
    const { seller, buyer, product, shopper } = await start();
    const heard: LiveEvent[] = [];
    const listener = new pg.Client({ connectionString: app.config.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ payload }) => heard.push(LiveEvent.parse(JSON.parse(payload ?? ''))));
    await listener.query(`listen ${LIVE_CHANNEL}`);
    const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
    await shopper.caller.expectOk(carts.remove, {
      params: { id: cart.id },
      query: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id },
    });
    await expect
      .poll(() => heard.filter(({ id }) => id === cart.id))
      .toMatchObject([
        { topic: 'carts', kind: 'changed', orgIds: [buyer.org.id] },
        { topic: 'carts', kind: 'removed', orgIds: [buyer.org.id] },
      ]);
    await listener.end();
  });
});

describe('a line that cannot be ordered any more says why', () => {
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
      'A case now holds 10, not 12. Check the quantity',
    ],
    ['lowered in its maximum', ({ product }) => change(product, { maximumOrder: '12' }), 'Maximum order is 1 Case'],
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

  test('archived, and cannot be set to another quantity but can be removed', async () => {
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
  test('are those of the customer each licence is to the seller', async () => {
    const { seller, buyer, product, shopper } = await start({ wholesalePrice: '20.00' });
    const second = await makeBuyerLicence(db(), buyer);
    const customer = await makeCustomer(db(), seller, { buyer: second });
    await makePriceSchedule(db(), seller, {
      name: 'Volume',
      customerIds: [customer.id],
      productRules: [{ productId: product.id, price: '12.00' }],
    });
    await shopper.fill(seller, [{ product, quantity: '1' }]);
    const asSecond = await startShopping(app, { ...buyer, ...second });
    await asSecond.fill(seller, [{ product, quantity: '1' }]);
    const byLicence = new Map((await shopper.list()).map((one) => [one.buyerLicense.id, only(one.cart.lineItems)]));
    expect(byLicence.get(buyer.buyerLicence.id)).toMatchObject({ unitPrice: '20.00', priceWhy: { kind: 'wholesale' } });
    expect(byLicence.get(second.buyerLicence.id)).toMatchObject({
      unitPrice: '12.00',
      priceWhy: { kind: 'schedule-product', scheduleName: 'Volume' },
    });
  });
});

describe('whose carts', () => {
  test('are seen and changed by nobody of another organization', async () => {
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
          buyerLicenseId: buyer.buyerLicence.id,
          sellerCompanyId: seller.company.id,
          cartItems: items,
        },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(only(await shopper.list()).cart).toMatchObject({ orderNotes: '', lineItems: [{ quantity: '1' }] });
  });

  test('take the permission to purchase, and write to change anything', async () => {
    const { seller, buyer, product, shopper } = await start();
    const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const query = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    const powerless = await app.as((await makeMember(db(), buyer, { features: {} })).user, buyer.org);
    expect((await powerless.call(carts.list, { query })).status).toBe(403);
    const features = { PURCHASE_ORDERS: { read: true, write: false } };
    const reader = await makeMember(db(), buyer, { features, licenceIds: [buyer.licence.id] });
    const caller = await app.as(reader.user, buyer.org);
    expect(await caller.expectOk(carts.list, { query })).toHaveLength(1);
    expect((await caller.call(carts.remove, { params: { id: cart.id }, query })).status).toBe(403);
    const items = await db().select().from(cartItems).where(eq(cartItems.cartId, cart.id));
    expect(items).toHaveLength(1);
  });

  test('are of the licences a role of one’s own is assigned', async () => {
    const { seller, buyer, product, shopper } = await start();
    await shopper.fill(seller, [{ product, quantity: '1' }]);
    const features = { PURCHASE_ORDERS: { read: true, write: true } };
    const query = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    const seen = async (licenceIds: number[]) => {
      const member = await makeMember(db(), buyer, { features, licenceIds });
      return (await app.as(member.user, buyer.org)).expectOk(carts.list, { query });
    };
    expect(await seen([buyer.licence.id])).toHaveLength(1);
    expect(await seen([])).toEqual([]);
  });
});

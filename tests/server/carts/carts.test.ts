import { eq } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { carts } from '../../../domain/carts/contract';
import { LiveEvent } from '../../../domain/live/events';
import { NamingClient } from '../../../server/db/connection/naming-client';
import { carts as cartsTable } from '../../../server/db/schema';
import { LIVE_CHANNEL } from '../../../server/live/publish';
import { openApp } from '../../support/app';
import { startShopping, startWithProduct } from '../../support/carts/buying';
import { makeBuyer, makeBuyerLicense, makeCustomer, makeProduct, makeSeller, only } from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;
type Product = Parameters<typeof makeProduct>[2];

const start = (values?: Parameters<typeof startWithProduct>[1]) => startWithProduct(app, values);

describe('filling a cart', () => {
  test('creates one cart per buyer license and seller, and later items join it', async () => {
    const { seller, product, shopper } = await start();
    const other = await makeProduct(db(), seller);
    const first = await shopper.fill(seller, [{ product, quantity: '2', notes: 'Indoor' }]);
    const second = await shopper.fill(seller, [{ product: other, quantity: '1' }]);
    expect(second.cart.id).toBe(first.cart.id);
    expect(await shopper.list()).toMatchObject([
      {
        buyerCompanyOrgId: shopper.buyer.org.id,
        buyerLicense: { id: shopper.buyer.buyerLicense.id, licenseId: shopper.buyer.license.id },
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

  test('from two tabs at once creates one cart with both items', async () => {
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

  test('divides a case price when quantities are in units', async () => {
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
    ['more than there is', { quantity: '4' }, '5', 'Only 4 units available'],
    [
      'more than there is of what is promised to others',
      { quantity: '9', reserved: '8' },
      '2',
      'Only 1 unit available',
    ],
    ['more than the seller shows', { quantity: '4', showQuantity: false }, '5', 'Qty too high'],
    ['what has run out', { quantity: '0' }, '1', '0 units available'],
    ['a case that is not full', { quantity: '11', perCase: '12' }, '1', '0 units available'],
    ['less than the minimum', { minimumOrder: '5' }, '4', 'Minimum order is 5 units'],
    ['more than the maximum', { maximumOrder: '5' }, '6', 'Maximum order is 5 units'],
    ['part of a unit', {}, '1.5', 'Must be whole units'],
    ['three decimals', { allowFractionalQuantities: true }, '1.125', 'Maximum 2 decimal places allowed'],
    ['nothing', {}, '0', 'Must be greater than 0'],
    ['an absurd amount', { inventoryManagement: 'UNLIMITED' }, '999999999999', 'Maximum order is 100,000 units'],
    ['what is for the seller’s own use', { listingState: 'INTERNAL' }, '1', 'Product not found'],
    ['what is unavailable for now', { listingState: 'UNAVAILABLE' }, '1', 'Product temporarily unavailable'],
  ])('refuses %s without creating an empty cart', async (_what, values, quantity, message) => {
    const { seller, product, shopper } = await start(values);
    const { cart, results } = await shopper.add(seller, [{ product, quantity }]);
    expect(results).toMatchObject([{ item: null, message }]);
    expect(cart).toBeNull();
    expect(await shopper.list()).toEqual([]);
  });

  test('keeps a call’s valid items and leaves refused lines unchanged', async () => {
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
        message: 'Only 4 units available',
      },
      { item: null, product: null, message: 'Product not found' },
      { item: { productId: good.id, quantity: '1' }, message: null },
    ]);
    expect(cart?.cart.lineItems.map(({ quantity }) => quantity)).toEqual(['3', '1']);
  });

  test('counts what is already in the buyer’s other carts', async () => {
    const { seller, buyer, product, shopper } = await start({ quantity: '10' });
    await shopper.fill(seller, [{ product, quantity: '7' }]);
    const second = await startShopping(app, { ...buyer, ...(await makeBuyerLicense(db(), buyer)) });
    const refused = await second.add(seller, [{ product, quantity: '4' }]);
    expect(refused.results).toMatchObject([{ message: 'Only 3 units available' }]);
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
      buyerLicenseId: buyer.buyerLicense.id,
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

/** The statements some work sends to the database, on any connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(NamingClient.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([sent]: unknown[]) =>
      typeof sent === 'string' ? sent : (sent as { text: string }).text,
    );
  } finally {
    query.mockRestore();
  }
}

describe('changing a cart', () => {
  test('reads, locks and prices it once, however many lines it has', async () => {
    const { seller, buyer, product, shopper } = await start();
    await makeCustomer(db(), seller, { buyer });
    const others = [await makeProduct(db(), seller), await makeProduct(db(), seller)];
    const { cart } = await shopper.fill(seller, [
      { product, quantity: '1' },
      ...others.map((other) => ({ product: other, quantity: '2' })),
    ]);
    const items = [{ productId: product.id, quantity: '3' }];
    const sent = await statementsOf(() =>
      shopper.caller.expectOk(carts.upsertItems, { params: { id: cart.id }, body: { items } }),
    );
    const count = (pattern: RegExp) => sent.filter((text) => pattern.test(text)).length;
    expect(count(/^select .* from "carts"/)).toBe(1);
    expect(count(/for update/)).toBe(1);
    expect(count(/from "cart_items" where/)).toBe(1);
    expect(count(/from "products"/)).toBe(1);
    expect(count(/from "price_schedule_customers"/)).toBe(1);
  });

  test('sets quantities, keeps notes that aren’t sent, and removes a line at 0', async () => {
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
    expect(only(await shopper.list()).cart.lineItems).toMatchObject([
      { productId: product.id, quantity: '5', notes: 'Indoor' },
    ]);
    expect(changed).toMatchObject([
      { item: { quantity: '5' }, product: { id: product.id }, message: null },
      { item: null, product: { id: other.id }, message: null },
    ]);
    await change([{ productId: product.id, quantity: '0' }]);
    expect(await shopper.list()).toEqual([]);
  });

  test('deletes it with its last item', async () => {
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

  test('keeps the notes for the order', async () => {
    const { seller, product, shopper } = await start();
    const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const body = { orderNotes: 'Ring twice', deliveryPreferences: 'Mornings' };
    const kept = await shopper.caller.expectOk(carts.update, { params: { id: cart.id }, body });
    expect(kept.cart).toMatchObject(body);
    expect(only(await shopper.list()).cart).toMatchObject(body);
  });

  test('notifies the buyer’s other tabs which tab did it, and nobody else', async () => {
    const { seller, buyer, product, shopper } = await start();
    const heard: LiveEvent[] = [];
    const listener = new pg.Client({ connectionString: app.config.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ payload }) => heard.push(LiveEvent.parse(JSON.parse(payload ?? ''))));
    await listener.query(`listen ${LIVE_CHANNEL}`);
    const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const input = { params: { id: cart.id }, query: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id } };
    await shopper.caller.expectOk(carts.remove, input, { headers: { 'client-id': 'this-tab' } });
    await expect
      .poll(() => heard.filter(({ id }) => id === cart.id))
      .toMatchObject([
        { topic: 'carts', kind: 'changed', orgIds: [buyer.org.id] },
        { topic: 'carts', kind: 'removed', orgIds: [buyer.org.id], by: 'this-tab' },
      ]);
    await listener.end();
  });
});

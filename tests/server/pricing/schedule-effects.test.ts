import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reorders } from '../../../domain/carts/reorder-contract';
import { substitutes } from '../../../domain/carts/substitutes-contract';
import { productChanges } from '../../../domain/catalogue/contract';
import { brands as menus } from '../../../domain/directory/contract';
import { follows } from '../../../domain/directory/follow-contract';
import { purchaseOrders, orders as salesOrders } from '../../../domain/orders/contract';
import { priceSchedules as contract, productPrices } from '../../../domain/pricing/contract';
import { orders, productLines } from '../../../server/db/schema';
import { startShopping } from '../../support/carts/buying';
import {
  makeBuyer,
  makeCustomer,
  makeOrder,
  makePriceSchedule,
  makeProduct,
  only,
  unique,
} from '../../support/factories';
import { listen, stopListening } from '../../support/live';
import { at, changeSchedule, emptySchedule } from '../../support/pricing/price-schedules';
import { openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, other, stranger } = await openSellerAndStranger();

const db = () => app.database.db;
const where = () => ({ orgId: seller.org.id, companyId: seller.company.id });
const made = () => emptySchedule(owner, seller);
const change = (id: number, body: object) => changeSchedule(owner, id, body);
const preview = (id: number, body: object) => owner.expectOk(contract.preview, { ...at(id), body });

/** A buyer who is a customer with the product in an open cart. */
async function shopping() {
  const product = await makeProduct(db(), seller, { productLineId: seller.productLine.id, wholesalePrice: '20.00' });
  const buyer = await makeBuyer(db());
  const customer = await makeCustomer(db(), seller, { buyer });
  const shopper = await startShopping(app, buyer);
  await shopper.fill(seller, [{ product, quantity: '2' }]);
  return { product, buyer, customer, shopper };
}

describe('before a change is saved', () => {
  test('it is said who pays what, and which carts and drafts it touches', async () => {
    const { product, buyer, customer } = await shopping();
    const [second, apart] = [await makeCustomer(db(), seller), await makeCustomer(db(), seller)];
    const lines = [{ product }];
    await makeOrder(db(), seller, { customer: second, lines, status: 'DRAFT' });
    await makeOrder(db(), seller, { customer: second, lines, status: 'SUBMITTED' });
    await makeOrder(db(), seller, { customer: apart, lines, status: 'DRAFT' });
    await makePriceSchedule(db(), seller, {
      customerIds: [second.id],
      productRules: [{ productId: product.id, price: '17.00' }],
    });
    const { id, name } = await made();
    const found = await preview(id, {
      customerIds: [customer.id, second.id],
      productRules: [{ productId: product.id, price: '16.00' }],
    });
    const why = { kind: 'schedule-product', scheduleName: name };
    expect(found).toMatchObject({ products: 1, raised: 0, lowered: 2, carts: 1, drafts: 1, rowCount: 2 });
    expect(found.customers.names.sort()).toEqual([customer.name, second.name].sort());
    expect(found.rows.map(({ before, after, customers }) => [before.price, after, customers.names])).toEqual([
      ['20.00', { price: '16.00', why: expect.objectContaining(why) }, [buyer.license.name]],
      ['17.00', { price: '16.00', why: expect.objectContaining(why) }, [second.name]],
    ]);
    // Nothing of it is saved, and an equal price changes nothing for whom another schedule wins anyway.
    expect(await owner.expectOk(contract.get, at(id))).toMatchObject({ version: 0, productRules: [] });
    const dearer = { customerIds: [second.id], productRules: [{ productId: product.id, price: '18.00' }] };
    expect(await preview(id, dearer)).toMatchObject({ rowCount: 0, carts: 0, drafts: 0 });
  });

  test('what it says is what buyers then pay, and switching it off takes it back', async () => {
    const { product, buyer, customer } = await shopping();
    const caller = await app.as(buyer.owner.user, buyer.org);
    const price = async () => {
      const body = { buyerLicenseId: buyer.buyerLicense.id };
      const { products } = await caller.expectOk(menus.menu, { params: { id: seller.brand.id }, body });
      return products.find((one) => one.id === product.id)?.price.unitPrice;
    };
    const { id } = await made();
    const body = {
      customerIds: [customer.id],
      productLineRules: [{ productLineId: seller.productLine.id, percentDiscount: '0.1' }],
    };
    const { rows } = await preview(id, body);
    const row = only(rows.filter((one) => one.product.id === product.id));
    expect([row.before.price, row.after.price]).toEqual([await price(), '18.00']);
    await change(id, { ...body, version: 0 });
    expect(await price()).toBe('18.00');
    const off = await preview(id, { enabled: false });
    expect(off).toMatchObject({ raised: off.products, lowered: 0, carts: 1 });
    await change(id, { enabled: false, version: 1 });
    expect(await price()).toBe('20.00');
  });

  test('archived products and another organization’s carts and orders don’t count', async () => {
    const archived = await makeProduct(db(), seller, { listingState: 'ARCHIVED' });
    const customer = await makeCustomer(db(), seller);
    const { id } = await made();
    const body = { customerIds: [customer.id], productRules: [{ productId: archived.id, price: '1.00' }] };
    expect(await preview(id, body)).toMatchObject({ products: 0, rowCount: 0, carts: 0, drafts: 0 });
  });
});

describe('to set prices', () => {
  const match = (texts: string[], caller = owner) => caller.call(contract.match, { body: { ...where(), texts } });

  test('products are found by SKU or a name of their own, and never another organization’s', async () => {
    const name = `Gelato ${unique()}`;
    const product = await makeProduct(db(), seller, { name });
    const twice = `Runtz ${unique()}`;
    await makeProduct(db(), seller, { name: twice });
    await makeProduct(db(), seller, { name: twice });
    const archived = await makeProduct(db(), seller, { listingState: 'ARCHIVED' });
    const theirs = await makeProduct(db(), other);
    const texts = [product.sku.toLowerCase(), ` ${name.toUpperCase()} `, twice, archived.sku, theirs.sku, 'nothing'];
    const answer = await match(texts);
    expect(answer.ok && answer.body.map((one) => one?.id ?? null)).toEqual([
      product.id,
      product.id,
      null,
      null,
      null,
      null,
    ]);
    expect(await match(texts, stranger)).toMatchObject({ status: 404 });
  });

  test('lines are listed with the wholesale prices in them', async () => {
    const line = only(
      await db()
        .insert(productLines)
        .values({ orgId: seller.org.id, brandId: seller.brand.id, name: 'Vapes', menuPosition: 9 })
        .returning(),
    );
    const of = { productLineId: line.id };
    await makeProduct(db(), seller, { ...of, wholesalePrice: '20.00' });
    await makeProduct(db(), seller, { ...of, wholesalePrice: '24.00' });
    await makeProduct(db(), seller, { ...of, wholesalePrice: '1.00', listingState: 'ARCHIVED' });
    const lines = await owner.expectOk(contract.lines, { query: where() });
    expect(lines.find(({ id }) => id === line.id)).toMatchObject({
      productCount: 2,
      lowestPrice: '20.00',
      highestPrice: '24.00',
    });
    expect(lines.some(({ id }) => id === other.productLine.id)).toBe(false);
  });
});

describe('a buyer', () => {
  test('pays a schedule’s price and is told neither its name nor its id, wherever the price shows', async () => {
    const { product, buyer, customer, shopper } = await shopping();
    const other = await makeProduct(db(), seller, { productLineId: seller.productLine.id });
    const name = `Dearest accounts ${unique()}`;
    const scheduled = { name, customerIds: [customer.id] };
    const productRules = [product, other].map(({ id: productId }) => ({ productId, price: '15.00' }));
    const { id: scheduleId } = await makePriceSchedule(db(), seller, { ...scheduled, productRules });
    const { caller } = shopper;
    const buyerLicenseId = buyer.buyerLicense.id;
    const bought = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    const follow = { brandId: seller.brand.id, productId: product.id, buyerLicenseId };
    const wanted = { productId: product.id, buyerLicenseId, sellerCompanyId: seller.company.id };
    await caller.expectOk(follows.create, { body: follow });
    const filled = await shopper.fill(seller, [{ product, quantity: '3' }]);
    const { createdOrders } = await shopper.checkout(await shopper.list());
    const orderId = only(createdOrders).id;
    const told = {
      filled,
      order: await caller.expectOk(purchaseOrders.get, { params: { orderId }, query: bought }),
      orders: await caller.expectOk(purchaseOrders.search, { body: bought }),
      again: await caller.expectOk(reorders.preview, { params: { orderId }, body: {} }),
      menu: await caller.expectOk(menus.menu, { params: { id: seller.brand.id }, body: { buyerLicenseId } }),
      follows: await caller.expectOk(follows.list, {}),
      instead: await caller.expectOk(substitutes.find, {
        body: { ...wanted, quantity: '1' },
      }),
    };
    const { filled: cart, menu, follows: followed, instead } = told;
    for (const reply of [cart, menu, followed, instead]) expect(JSON.stringify(reply)).toContain('schedule-product');
    expect(told.order.lineItems).toMatchObject([{ orderedUnitPrice: '15.00', priceWhy: { kind: 'schedule-product' } }]);
    for (const [what, reply] of Object.entries(told)) {
      const text = JSON.stringify(reply);
      expect([what, text.includes(name), /schedule(Id|Name)/.test(text)]).toEqual([what, false, false]);
    }
    const { lineItems } = await owner.expectOk(salesOrders.get, { params: { id: orderId } });
    expect(lineItems).toMatchObject([{ priceWhy: { kind: 'schedule-product', scheduleId, scheduleName: name } }]);
  });
});

describe('open menus and carts', () => {
  test('are told, show the new price, and an order at the old total is refused', async () => {
    const { product, buyer, customer, shopper } = await shopping();
    const old = only(await shopper.list());
    const token = (await app.as(buyer.owner.user, buyer.org)).token;
    const heard = await listen(app, token, buyer.org.id);
    const { id } = await made();
    const productRules = [{ productId: product.id, price: '15.00' }];
    await change(id, { customerIds: [customer.id], productRules, version: 0 });
    await heard.until(({ topic }) => topic === 'catalogue');
    stopListening();
    const now = only(await shopper.list());
    expect([old.cart.total, now.cart.total]).toEqual(['40.00', '30.00']);
    expect(only(now.cart.lineItems).priceWhy).toEqual({ kind: 'schedule-product' });
    const { createdOrders, failedCarts } = await shopper.checkout([old]);
    expect(createdOrders).toEqual([]);
    expect(only(failedCarts).message).toContain('$30.00');
    expect(await db().select().from(orders).where(eq(orders.buyerOrgId, buyer.org.id))).toEqual([]);
    expect((await shopper.checkout([now])).createdOrders).toMatchObject([{ totalUsd: '30.00' }]);
  });

  test('are told of a product’s own new price by its seller’s customers alone', async () => {
    const { product, buyer } = await shopping();
    const hears = async ({ owner: one, org }: typeof buyer) => listen(app, (await app.as(one.user, org)).token, org.id);
    const [customer, passerBy] = [await hears(buyer), await hears(await makeBuyer(db()))];
    const patches = [{ id: product.id, patch: { wholesalePrice: '19.00' } }];
    await owner.expectOk(productChanges.apply, { body: { orgId: seller.org.id, change: { patches } } });
    await customer.until(({ topic }) => topic === 'catalogue');
    expect(passerBy.events.filter(({ topic }) => topic === 'catalogue')).toEqual([]);
    stopListening();
  });
});

describe('a product’s prices', () => {
  test('by schedule say who gets them, and which wins where several apply', async () => {
    const product = await makeProduct(db(), seller, { wholesalePrice: '20.00' });
    const [first, second] = [await makeCustomer(db(), seller), await makeCustomer(db(), seller)];
    const rule = (price: string) => [{ productId: product.id, price }];
    const gold = await makePriceSchedule(db(), seller, {
      name: `Gold ${unique()}`,
      customerIds: [first.id, second.id],
      productRules: rule('18.00'),
    });
    const best = await makePriceSchedule(db(), seller, {
      name: `Best ${unique()}`,
      customerIds: [second.id],
      productRules: rule('16.00'),
    });
    await makePriceSchedule(db(), seller, { enabled: false, customerIds: [first.id], productRules: rule('1.00') });
    const { offers, wholesalePrice } = await owner.expectOk(productPrices.get, at(product.id));
    expect(wholesalePrice).toBe('20.00');
    expect(offers).toMatchObject([
      { price: '1.00', schedule: { enabled: false }, wins: 0 },
      { price: '16.00', below: '20.00', schedule: { id: best.id }, customerCount: 1, wins: 1 },
      { price: '18.00', below: '10.00', schedule: { id: gold.id }, customerCount: 2, wins: 1 },
    ]);
    const beaten = Object.fromEntries(offers[2]?.customers.map((one) => [one.id, one.beatenBy]) ?? []);
    expect(beaten).toEqual({ [first.id]: null, [second.id]: best.name });
    expect(await stranger.call(productPrices.get, at(product.id))).toMatchObject({ status: 404 });
  });
});

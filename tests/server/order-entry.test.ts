import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../domain/contract';
import type { CallInput, CallOutput } from '../../domain/contract/endpoint';
import { auditLog, orderLineItems, orders, productStock } from '../../server/db/schema';
import { startTestApp, type TestApp, type TestCaller } from '../support/app';
import {
  type CustomerFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  type ProductFixture,
  type SellerFixture,
} from '../support/factories';

const calls = { ...contract.orders, ...contract.orderEntry };
type Draft = CallInput<typeof calls.create>['body'];
type Saved = Extract<CallOutput<typeof calls.create>, { saveSuccessful: true }>;

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let customer: CustomerFixture;
let jar: ProductFixture;
let cases: ProductFixture;

beforeAll(async () => {
  app = await startTestApp();
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
});
beforeEach(async () => {
  const { db } = app.database;
  customer = await makeCustomer(db, seller);
  jar = await makeProduct(db, seller, { wholesalePrice: '10.00', quantity: '100' });
  cases = await makeProduct(db, seller, {
    wholesalePrice: '108.00',
    sellInBulk: true,
    sellInUnitOfMeasure: 'Case',
    unitMultiplier: '12',
    quantity: '800',
  });
});
afterAll(() => app.close());

const draftOf = (changes: Partial<Draft> = {}): Draft => ({
  orgId: seller.org.id,
  companyId: seller.company.id,
  customerId: customer.id,
  lineItems: [
    { productId: jar.id, quantity: '3' },
    { productId: cases.id, quantity: '2' },
  ],
  ...changes,
});

async function enter(changes: Partial<Draft> = {}, by = owner): Promise<Saved> {
  const answer = await by.expectOk(calls.create, { body: draftOf(changes) });
  if (!answer.saveSuccessful) throw new Error(JSON.stringify(answer.errorMessages));
  return answer;
}

/** An order's own entry, to change and send back. */
const entryOf = (order: Omit<Saved, 'saveSuccessful' | 'errorMessages'>) => ({
  customerId: order.customer.id,
  distributorId: order.distributor?.companyId ?? null,
  salesRepOrgUserIds: order.salesReps.map(({ id }) => id),
  paymentOptionId: order.paymentOption?.id ?? null,
  paymentDueDate: order.paymentDueDate,
  shipDate: order.shipDate,
  shippingDetails: order.shippingDetails,
  notes: order.notes,
  discountType: order.discountType,
  discount: order.discount,
  lineItems: order.lineItems.map((line) => ({
    id: line.id,
    productId: line.productId,
    quantity: line.quantity,
    unitOfMeasure: line.unitOfMeasure as 'Case',
    salePrice: line.priceWhy.kind === 'entered' ? line.orderedUnitPrice : null,
    isSample: line.isSample,
    isBackorder: line.isBackorder,
    notes: line.notes,
  })),
  version: order.version,
});
type Entry = ReturnType<typeof entryOf>;

async function change(order: Saved, changes: Partial<Entry>, by = owner) {
  return by.expectOk(calls.update, { params: { id: order.id }, body: { ...entryOf(order), ...changes } });
}

async function saveChange(order: Saved, changes: Partial<Entry>, by = owner): Promise<Saved> {
  const answer = await change(order, changes, by);
  if (!answer.saveSuccessful) throw new Error(JSON.stringify(answer.errorMessages));
  return answer;
}

async function move(order: Pick<Saved, 'id'>, ...statuses: ('SUBMITTED' | 'ACCEPTED' | 'FULFILLED' | 'CANCELLED')[]) {
  for (const status of statuses) await owner.expectOk(calls.transition, { params: { id: order.id }, body: { status } });
  return (await owner.expectOk(calls.get, { params: { id: order.id } })) as Saved;
}

async function stockOf({ id }: ProductFixture) {
  const [row] = await app.database.db.select().from(productStock).where(eq(productStock.productId, id));
  return { quantity: Number(row?.quantity), reserved: Number(row?.reserved) };
}

describe('a new order', () => {
  test('is a draft with a number, the customer’s prices and totals, and holds no stock', async () => {
    const order = await enter({ discountType: '%', discount: '0.1', shipDate: '2026-12-03' });
    expect(order).toMatchObject({
      status: 'DRAFT',
      orderSource: 'MANUAL',
      customer: { id: customer.id, name: customer.name },
      subtotalUsd: '246.00',
      orderDiscountUsd: '24.60',
      totalUsd: '221.40',
      shipDate: '2026-12-03',
    });
    expect(order.orderNumber).toMatch(/^\d+$/);
    expect(order.lineItems.map(({ productId, total }) => [productId, total])).toEqual([
      [jar.id, '30.00'],
      [cases.id, '216.00'],
    ]);
    expect(await stockOf(jar)).toEqual({ quantity: 100, reserved: 0 });
    expect(await move(order, 'ACCEPTED')).toMatchObject({ status: 'ACCEPTED' });
    expect(await stockOf(jar)).toEqual({ quantity: 100, reserved: 3 });
    expect(await stockOf(cases)).toEqual({ quantity: 800, reserved: 24 });
  });

  test('takes a price entered by hand and single units of a product sold by the case', async () => {
    const order = await enter({
      lineItems: [
        { productId: jar.id, quantity: '3', salePrice: '8.50' },
        { productId: cases.id, quantity: '6', unitOfMeasure: cases.unitOfMeasure as 'Unit' },
      ],
    });
    expect(order.lineItems).toMatchObject([
      { orderedUnitPrice: '8.50', total: '25.50', priceWhy: { kind: 'entered' } },
      { unitOfMeasure: cases.unitOfMeasure, total: '54.00' },
    ]);
  });

  test('may have no lines yet, and more than there is, but can’t be accepted so', async () => {
    await enter({ lineItems: [] });
    const order = await enter({ lineItems: [{ productId: jar.id, quantity: '101' }] });
    const answer = await owner.call(calls.transition, { params: { id: order.id }, body: { status: 'ACCEPTED' } });
    expect(answer).toMatchObject({ ok: false, body: { message: 'SHORT_OF_STOCK' } });
  });

  test('is answered with everything that prevents it, line by line, and not written', async () => {
    const { product: foreign } = await strangersProduct();
    const before = await app.database.db.$count(orders, eq(orders.orgId, seller.org.id));
    const answer = await owner.expectOk(calls.create, {
      body: draftOf({
        lineItems: [
          { productId: jar.id, quantity: '0' },
          { productId: jar.id, quantity: '1.5' },
          { productId: foreign.id, quantity: '1' },
        ],
      }),
    });
    expect(answer).toEqual({
      saveSuccessful: false,
      errorMessages: [
        { productId: jar.id, line: 0, message: 'Must be greater than 0' },
        { productId: jar.id, line: 1, message: 'Must be whole units' },
        { productId: foreign.id, line: 2, message: 'Product not found' },
      ],
      expectedTotal: null,
    });
    expect(await app.database.db.$count(orders, eq(orders.orgId, seller.org.id))).toBe(before);
  });

  test('isn’t saved at another total than the one shown', async () => {
    const answer = await owner.expectOk(calls.create, { body: draftOf({ expectedTotal: '240.00' }) });
    expect(answer).toMatchObject({
      saveSuccessful: false,
      expectedTotal: '246.00',
      errorMessages: [{ line: null, message: expect.stringContaining('The total is now $246.00, not $240.00.') }],
    });
  });

  test('is seen by its buyer once it is submitted', async () => {
    const { db } = app.database;
    const buyer = await makeBuyer(db);
    customer = await makeCustomer(db, seller, { buyer });
    const order = await enter();
    const bought = await app.as(buyer.owner.user, buyer.org);
    const input = { params: { orderId: order.id }, query: { orgId: buyer.org.id } };
    expect((await bought.call(contract.purchaseOrders.get, input)).status).toBe(404);
    await move(order, 'SUBMITTED');
    expect(await bought.expectOk(contract.purchaseOrders.get, input)).toMatchObject({ id: order.id });
  });

  test('is for one’s own customer, distributor, payment option and team only', async () => {
    const { stranger, strangersCustomer } = await strangersProduct();
    const wrong = [
      { customerId: strangersCustomer.id },
      { distributorId: stranger.company.id },
      { paymentOptionId: stranger.paymentOptions[0]?.id ?? 0 },
      { salesRepOrgUserIds: [stranger.owner.orgUserId] },
    ];
    for (const one of wrong) {
      const answer = await owner.call(calls.create, { body: draftOf(one) });
      expect(answer, JSON.stringify(one)).toMatchObject({
        status: 400,
        body: { errors: { [Object.keys(one)[0] ?? '']: expect.anything() } },
      });
    }
    expect((await owner.call(calls.create, { body: draftOf({ companyId: stranger.company.id }) })).status).toBe(404);
  });

  test('once, however often its key is sent', async () => {
    const options = { idempotencyKey: crypto.randomUUID() };
    const send = () => owner.expectOk(calls.create, { body: draftOf() }, options);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.saveSuccessful && answer.id)).size).toBe(1);
  });

  test('is the own order of whoever sees only those', async () => {
    const rep = await makeMember(app.database.db, seller, {
      features: { BROWSE_MY_ORDERS: { read: true, write: true } },
      companyIds: [seller.company.id],
      brandIds: [seller.brand.id],
    });
    const caller = await app.as(rep.user, seller.org);
    const order = await enter({}, caller);
    expect(order.salesReps.map(({ id }) => id)).toEqual([rep.orgUserId]);
    await saveChange(order, { salesRepOrgUserIds: [] }, caller);
    expect((await caller.call(calls.get, { params: { id: order.id } })).ok).toBe(true);
    const looker = await makeMember(app.database.db, seller, {
      features: { BROWSE_ORDERS: { read: true, write: false } },
    });
    const answer = await (await app.as(looker.user, seller.org)).call(calls.create, { body: draftOf() });
    expect(answer.status).toBe(403);
  });
});

describe('a change', () => {
  test('keeps the ids and prices of lines, moves them, and moves the stock by what changed', async () => {
    const order = await move(await enter(), 'ACCEPTED');
    await app.database.db.execute(`update products set wholesale_price = 11 where id = ${jar.id}`);
    const [first, second] = entryOf(order).lineItems;
    if (!first || !second) throw new Error('The order has two lines');
    const added = { ...first, id: null, quantity: '4' };
    const after = await saveChange(order, {
      lineItems: [second, { ...first, quantity: '5' }, added as never],
    });
    expect(after.lineItems).toMatchObject([
      { id: second.id, position: 0, quantity: '2' },
      { id: first.id, position: 1, quantity: '5', orderedUnitPrice: '10.00' },
      { quantity: '4', orderedUnitPrice: '11.00' },
    ]);
    expect(after).toMatchObject({ totalUsd: '310.00', version: order.version + 1 });
    expect(await stockOf(jar)).toEqual({ quantity: 100, reserved: 9 });
    const fewer = await saveChange(after, { lineItems: [second] });
    expect(await stockOf(jar)).toEqual({ quantity: 100, reserved: 0 });
    await move(fewer, 'FULFILLED');
    expect(await stockOf(cases)).toEqual({ quantity: 776, reserved: 0 });
  });

  test('may take what the order holds and what is left, and no more', async () => {
    const order = await move(await enter({ lineItems: [{ productId: jar.id, quantity: '60' }] }), 'ACCEPTED');
    const [line] = entryOf(order).lineItems;
    if (!line) throw new Error('The order has a line');
    const more = await saveChange(order, { lineItems: [{ ...line, quantity: '100' }] });
    expect(await stockOf(jar)).toEqual({ quantity: 100, reserved: 100 });
    const answer = await change(more, { lineItems: [{ ...line, quantity: '101' }] });
    expect(answer).toMatchObject({ errorMessages: [{ line: 0, message: 'Only 100 units available' }] });
    expect(await stockOf(jar)).toEqual({ quantity: 100, reserved: 100 });
  });

  test('of a line’s entered price goes back to the customer’s price', async () => {
    const order = await enter({ lineItems: [{ productId: jar.id, quantity: '1', salePrice: '7.00' }] });
    const [line] = entryOf(order).lineItems;
    if (!line) throw new Error('The order has a line');
    const after = await saveChange(order, { lineItems: [{ ...line, salePrice: null }] });
    expect(after.lineItems).toMatchObject([
      { id: line.id, orderedUnitPrice: '10.00', priceWhy: { kind: 'wholesale' } },
    ]);
  });

  test('isn’t made on an outdated version, nor with lines the order doesn’t have', async () => {
    const order = await enter();
    await saveChange(order, { notes: 'Ring twice' });
    const late = await owner.call(calls.update, { params: { id: order.id }, body: entryOf(order) });
    expect(late).toMatchObject({ status: 409, body: { message: 'STALE' } });
    const [line] = entryOf(await enter()).lineItems;
    const fresh = await enter();
    const answer = await owner.call(calls.update, {
      params: { id: fresh.id },
      body: { ...entryOf(fresh), lineItems: [line as never] },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { 'lineItems.0.id': expect.anything() } } });
  });

  test('of lines takes a permission once the order is fulfilled, and isn’t possible once it is closed', async () => {
    const rep = await makeMember(app.database.db, seller, {
      features: { BROWSE_ORDERS: { read: true, write: true } },
      companyIds: [seller.company.id],
      brandIds: [seller.brand.id],
    });
    const caller = await app.as(rep.user, seller.org);
    const order = await move(await enter(), 'ACCEPTED', 'FULFILLED');
    const [line] = entryOf(order).lineItems;
    const fewer = { ...entryOf(order), lineItems: [{ ...line, quantity: '1' }] as Entry['lineItems'] };
    const update = { params: { id: order.id }, body: fewer };
    expect((await caller.call(calls.update, update)).status).toBe(403);
    await saveChange(order, { notes: 'Basics may change' }, caller);
    const again = await owner.expectOk(calls.update, { ...update, body: { ...fewer, version: order.version + 1 } });
    expect(again).toMatchObject({ saveSuccessful: true, totalUsd: '10.00' });
    expect(await stockOf(jar)).toEqual({ quantity: 99, reserved: 0 });
    expect(await stockOf(cases)).toEqual({ quantity: 800, reserved: 0 });
    const closed = await move(await enter(), 'CANCELLED');
    const answer = await owner.call(calls.update, {
      params: { id: closed.id },
      body: { ...entryOf(closed), lineItems: [] },
    });
    expect(answer).toMatchObject({ status: 409, body: { message: 'CONFLICT' } });
  });

  test('gives an order entered by sales to another customer at their prices, a buyer’s own to nobody', async () => {
    const { db } = app.database;
    const other = await makeCustomer(db, seller);
    const order = await enter();
    expect(await saveChange(order, { customerId: other.id })).toMatchObject({ customer: { id: other.id } });
    const buyer = await makeBuyer(db);
    const { order: bought } = await makeOrder(db, seller, { buyer, lines: [{ product: jar }] });
    const theirs = (await owner.expectOk(calls.get, { params: { id: bought.id } })) as Saved;
    const answer = await owner.call(calls.update, {
      params: { id: bought.id },
      body: { ...entryOf(theirs), customerId: other.id },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { customerId: expect.anything() } } });
  });

  test('is kept in the log with what it was before', async () => {
    const order = await enter();
    const [first] = entryOf(order).lineItems;
    await saveChange(order, { notes: 'Leave at the dock', lineItems: [{ ...first, quantity: '7' } as never] });
    const { db } = app.database;
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(order.id))))
      .orderBy(asc(auditLog.id));
    const [, second] = order.lineItems;
    expect(entries.at(-1)).toMatchObject({
      before: { notes: '', lines: { [String(first?.id)]: { quantity: '3' }, [String(second?.id)]: { quantity: '2' } } },
      after: { notes: 'Leave at the dock', lines: { [String(first?.id)]: { quantity: '7' } } },
    });
  });
});

test('a draft is deleted with its lines; any other order, or another organization’s, isn’t', async () => {
  const order = await enter();
  const { stranger } = await strangersProduct();
  const theirs = await app.as(stranger.owner.user, stranger.org);
  expect((await theirs.call(calls.remove, { params: { id: order.id } })).status).toBe(404);
  await owner.expectOk(calls.remove, { params: { id: order.id } });
  expect((await owner.call(calls.get, { params: { id: order.id } })).status).toBe(404);
  expect(await app.database.db.$count(orderLineItems, eq(orderLineItems.orderId, order.id))).toBe(0);
  const placed = await move(await enter(), 'SUBMITTED');
  expect((await owner.call(calls.remove, { params: { id: placed.id } })).status).toBe(409);
});

test('products for lines are found by words, id and SKU, at the customer’s price, without archived ones', async () => {
  const { db } = app.database;
  const archived = await makeProduct(db, seller, { listingState: 'ARCHIVED' });
  const scope = { orgId: seller.org.id, companyId: seller.company.id, customerId: customer.id };
  const find = (body: object) => owner.expectOk(calls.lineProducts, { body: { ...scope, ...body } });
  const bySku = await find({ skus: [jar.sku.toLowerCase(), 'no such', archived.sku] });
  expect(bySku.bySku.map((product) => product?.id ?? null)).toEqual([jar.id, null, null]);
  expect((await find({ productIds: [archived.id] })).results).toMatchObject([{ id: archived.id }]);
  expect((await find({ searchTerm: jar.sku })).results[0]).toMatchObject({
    id: jar.id,
    totalEffectiveInventory: '100',
    price: { unitPrice: '10.00' },
  });
  const { stranger } = await strangersProduct();
  const foreign = await owner.call(calls.lineProducts, { body: { ...scope, companyId: stranger.company.id } });
  expect(foreign.status).toBe(404);
});

async function strangersProduct() {
  const { db } = app.database;
  const stranger = await makeSeller(db);
  return { stranger, product: await makeProduct(db, stranger), strangersCustomer: await makeCustomer(db, stranger) };
}

test('what an order for a customer begins with is told to those who see orders, of their own customers', async () => {
  const option = seller.paymentOptions[0];
  const { db } = app.database;
  const managed = await makeCustomer(db, seller, {
    managerOrgUserIds: [seller.owner.orgUserId],
    onHold: true,
    holdReason: 'Bounced check',
    paymentOptionIds: [option?.id ?? 0],
  });
  expect(await owner.expectOk(calls.customer, { params: { id: managed.id } })).toMatchObject({
    onHold: true,
    holdReason: 'Bounced check',
    exposureUsd: '0.00',
    managerIds: [seller.owner.orgUserId],
    paymentOptions: [{ id: option?.id }],
    distributors: [{ companyId: seller.company.id }],
  });
  const { strangersCustomer } = await strangersProduct();
  expect((await owner.call(calls.customer, { params: { id: strangersCustomer.id } })).status).toBe(404);
});

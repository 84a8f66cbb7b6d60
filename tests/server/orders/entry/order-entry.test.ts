import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { orders } from '../../../../server/db/schema';
import { makeBuyer, makeCustomer, makeMember, makeProduct } from '../../../support/factories';
import { calls, entryOf, openEntry } from '../../../support/orders/order-entry';

const { app, db, seller, owner, world, draftOf, enter, change, saveChange, move, stockOf, strangers } =
  await openEntry();

describe('a new order', () => {
  test('is a draft with a number, the customer’s prices and totals, and holds no stock', async () => {
    const order = await enter({ discountType: '%', discount: '0.1', shipDate: '2026-12-03' });
    expect(order).toMatchObject({
      status: 'DRAFT',
      orderSource: 'MANUAL',
      customer: { id: world.customer.id, name: world.customer.name },
      subtotalUsd: '246.00',
      orderDiscountUsd: '24.60',
      totalUsd: '221.40',
      shipDate: '2026-12-03',
    });
    expect(order.orderNumber).toMatch(/^\d+$/);
    expect(order.lineItems.map(({ productId, total }) => [productId, total])).toEqual([
      [world.jar.id, '30.00'],
      [world.cases.id, '216.00'],
    ]);
    expect(await stockOf(world.jar)).toEqual({ quantity: 100, reserved: 0 });
    expect(await move(order, 'ACCEPTED')).toMatchObject({ status: 'ACCEPTED' });
    expect(await stockOf(world.jar)).toEqual({ quantity: 100, reserved: 3 });
    expect(await stockOf(world.cases)).toEqual({ quantity: 800, reserved: 24 });
  });

  test('says what its lines may become, and a product what a new line of it may', async () => {
    const order = await enter({});
    const [jar, cases] = order.lineItems;
    await move(order, 'ACCEPTED');
    const { rules } = await owner.expectOk(calls.get, { params: { id: order.id } });
    expect(rules).toMatchObject([
      { lineItemId: jar?.id, productId: world.jar.id, minimum: null, available: '100', decimals: 0, isFixed: false },
      { lineItemId: cases?.id, productId: world.cases.id, unitOfMeasure: 'Case', minimum: null, available: '66' },
    ]);
    const scope = { orgId: seller.org.id, companyId: seller.company.id };
    const { results } = await owner.expectOk(calls.lineProducts, { body: { ...scope, productIds: [world.cases.id] } });
    expect(results).toMatchObject([{ rules: { unitOfMeasure: 'Case', minimum: '1', available: '64' } }]);
    const draft = await enter({});
    expect(draft.rules).toMatchObject([{ available: null }, { available: null }]);
  });

  test('takes a price entered by hand and single units of a product sold by the case', async () => {
    const order = await enter({
      lineItems: [
        { productId: world.jar.id, quantity: '3', salePrice: '8.50' },
        { productId: world.cases.id, quantity: '6', unitOfMeasure: world.cases.unitOfMeasure as 'Unit' },
      ],
    });
    expect(order.lineItems).toMatchObject([
      { orderedUnitPrice: '8.50', total: '25.50', priceWhy: { kind: 'entered' } },
      { unitOfMeasure: world.cases.unitOfMeasure, total: '54.00' },
    ]);
  });

  test('may have no lines yet, and more than there is, but can’t be accepted so', async () => {
    await enter({ lineItems: [] });
    const order = await enter({ lineItems: [{ productId: world.jar.id, quantity: '101' }] });
    const answer = await owner.call(calls.transition, { params: { id: order.id }, body: { status: 'ACCEPTED' } });
    expect(answer).toMatchObject({ ok: false, body: { message: 'SHORT_OF_STOCK' } });
  });

  test('is answered with everything that prevents it, line by line, and not written', async () => {
    const { product: foreign } = await strangers();
    const before = await db.$count(orders, eq(orders.orgId, seller.org.id));
    const answer = await owner.expectOk(calls.create, {
      body: draftOf({
        lineItems: [
          { productId: world.jar.id, quantity: '0' },
          { productId: world.jar.id, quantity: '1.5' },
          { productId: foreign.id, quantity: '1' },
        ],
      }),
    });
    expect(answer).toEqual({
      saveSuccessful: false,
      errorMessages: [
        { productId: world.jar.id, line: 0, message: 'Must be greater than 0' },
        { productId: foreign.id, line: 2, message: 'Product not found' },
      ],
      expectedTotal: null,
    });
    expect(await db.$count(orders, eq(orders.orgId, seller.org.id))).toBe(before);
  });

  test('is saved below the minimum and in part units, but isn’t submitted until those are corrected', async () => {
    const limited = await makeProduct(db, seller, { wholesalePrice: '10.00', quantity: '100', minimumOrder: '10' });
    const order = await enter({
      lineItems: [
        { productId: limited.id, quantity: '4' },
        { productId: world.jar.id, quantity: '1.5' },
      ],
    });
    const submit = () => owner.call(calls.transition, { params: { id: order.id }, body: { status: 'SUBMITTED' } });
    expect(await submit()).toMatchObject({
      ok: false,
      body: {
        message: 'CONFLICT',
        userFriendlyMessage: expect.stringContaining('(must be whole units). Edit them first.'),
      },
    });
    const lineItems = entryOf(order).lineItems.map((line, at) => (at === 1 ? { ...line, quantity: '2' } : line));
    await saveChange(order, { lineItems });
    expect(await submit()).toMatchObject({ ok: true });
    const again = entryOf(order).lineItems.map((line, at) => (at === 1 ? { ...line, quantity: '2.5' } : line));
    const now = await owner.expectOk(calls.get, { params: { id: order.id } });
    expect(await change({ ...order, version: now.version }, { lineItems: again })).toMatchObject({
      saveSuccessful: false,
      errorMessages: [{ line: 1, message: 'Must be whole units' }],
    });
  });

  test('isn’t saved with a quantity or total larger than amounts can hold, nor a kept line in a unit that isn’t sold', async () => {
    const endless = await makeProduct(db, seller, { inventoryManagement: 'UNLIMITED', wholesalePrice: '9999.00' });
    const tooMuch = [
      { productId: endless.id, quantity: '999999999999', isSample: true, salePrice: '0.01' },
      { productId: endless.id, quantity: '100000', salePrice: '999999999.00' },
    ];
    const answer = await owner.expectOk(calls.create, { body: draftOf({ lineItems: tooMuch }) });
    expect(answer).toMatchObject({
      saveSuccessful: false,
      errorMessages: [
        { line: 0, message: 'Maximum quantity is 100,000,000 units' },
        { line: 1, message: 'The total is too large. Enter a smaller quantity or price.' },
      ],
    });
    const order = await enter({ lineItems: [{ productId: world.jar.id, quantity: '1' }] });
    const lineItems = entryOf(order).lineItems.map((line) => ({ ...line, unitOfMeasure: 'Case' as const }));
    expect(await change(order, { lineItems })).toMatchObject({
      saveSuccessful: false,
      errorMessages: [{ line: 0, message: 'Choose Unit' }],
    });
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
    const buyer = await makeBuyer(db);
    world.customer = await makeCustomer(db, seller, { buyer });
    const order = await enter();
    const bought = await app.as(buyer.owner.user, buyer.org);
    const input = { params: { orderId: order.id }, query: { orgId: buyer.org.id } };
    expect((await bought.call(contract.purchaseOrders.get, input)).status).toBe(404);
    await move(order, 'SUBMITTED');
    expect(await bought.expectOk(contract.purchaseOrders.get, input)).toMatchObject({ id: order.id });
  });

  test('is for one’s own customer, distributor, payment option and team only', async () => {
    const { stranger, strangersCustomer } = await strangers();
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
    const rep = await makeMember(db, seller, {
      features: { BROWSE_MY_ORDERS: { read: true, write: true } },
      companyIds: [seller.company.id],
      brandIds: [seller.brand.id],
    });
    const caller = await app.as(rep.user, seller.org);
    const order = await enter({}, caller);
    expect(order.salesReps.map(({ id }) => id)).toEqual([rep.orgUserId]);
    await saveChange(order, { salesRepOrgUserIds: [] }, caller);
    expect((await caller.call(calls.get, { params: { id: order.id } })).ok).toBe(true);
    const looker = await makeMember(db, seller, {
      features: { BROWSE_ORDERS: { read: true, write: false } },
    });
    const answer = await (await app.as(looker.user, seller.org)).call(calls.create, { body: draftOf() });
    expect(answer.status).toBe(403);
  });
});

test('products for lines are found by words, id and SKU, at the customer’s price, without archived ones', async () => {
  const archived = await makeProduct(db, seller, { listingState: 'ARCHIVED' });
  const scope = { orgId: seller.org.id, companyId: seller.company.id, customerId: world.customer.id };
  const find = (body: object) => owner.expectOk(calls.lineProducts, { body: { ...scope, ...body } });
  const bySku = await find({ skus: [world.jar.sku.toLowerCase(), 'no such', archived.sku] });
  expect(bySku.bySku.map((product) => product?.id ?? null)).toEqual([world.jar.id, null, null]);
  expect((await find({ productIds: [archived.id] })).results).toMatchObject([{ id: archived.id }]);
  expect((await find({ searchTerm: world.jar.sku })).results[0]).toMatchObject({
    id: world.jar.id,
    totalEffectiveInventory: '100',
    price: { unitPrice: '10.00' },
  });
  const { stranger } = await strangers();
  const foreign = await owner.call(calls.lineProducts, { body: { ...scope, companyId: stranger.company.id } });
  expect(foreign.status).toBe(404);
});

test('what an order for a customer begins with is told to those who see orders, of their own customers', async () => {
  const option = seller.paymentOptions[0];
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
  const { strangersCustomer } = await strangers();
  expect((await owner.call(calls.customer, { params: { id: strangersCustomer.id } })).status).toBe(404);
});

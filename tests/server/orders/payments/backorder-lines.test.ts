import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { addDays, dayOf } from '../../../../domain/dates';
import type { ErrorBody } from '../../../../domain/errors';
import { orders } from '../../../../server/db/schema';
import { makeBuyer, makeCustomer, makeOrder, makeProduct, type ProductFixture } from '../../../support/factories';
import { readLedger } from '../../../support/orders/ledger';
import { calls, entryOf, type Saved } from '../../../support/orders/order-entry';
import { openSellerApp, strangerTo } from '../../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
const yesterday = addDays(dayOf(new Date(), 'UTC'), -1);
let jar: ProductFixture;

beforeEach(async () => {
  jar = await makeProduct(db, seller, { quantity: '100' });
});

type Values = NonNullable<Parameters<typeof makeOrder>[2]>;

/** $180.00 of which $120.00 wait, $18.00 off: $54.00 are owed of $162.00. By default accepted, due yesterday. */
async function mixed(values: Values = {}, terms: { creditLimitUsd?: string } = {}) {
  const buyer = await makeBuyer(db);
  const customer = values.customer ?? (await makeCustomer(db, seller, { buyer, ...terms }));
  const { order } = await makeOrder(db, seller, {
    buyer,
    status: 'ACCEPTED',
    paymentDueDate: yesterday,
    discount: '18.00',
    lines: [
      { product: jar, quantity: '3', unitPrice: '20.00' },
      { product: jar, quantity: '6', unitPrice: '20.00', isBackorder: true },
    ],
    ...values,
    customer,
  });
  return { id: order.id, order, customer, buyer };
}

const get = async (id: number) => (await owner.expectOk(calls.get, { params: { id } })) as Saved;
const pay = (id: number, amount: string, confirmed = true) =>
  owner.call(calls.recordPayment, {
    params: { id },
    body: { amount, paymentType: 'WIRE', paymentDate: yesterday, confirmed },
  });
const found = async (customerId: number, filters: object) => {
  const scope = { orgId: seller.org.id, companyId: seller.company.id, itemsPerPage: 25 };
  const body = { ...scope, filters: { ...filters, customerIds: [customerId] } };
  return (await owner.expectOk(calls.search, { body })).results;
};
const byPaymentState = (customerId: number) =>
  owner.expectOk(contract.pivotReports.make, {
    body: {
      orgId: seller.org.id,
      companyId: seller.company.id,
      filters: { customerIds: [customerId], createdRel: 'LAST_30_DAYS' },
      viewOptions: { x1Field: 'CREATED_MONTH', y1Field: 'PAYMENT_STATE', value: 'revenue' },
    },
  });
const madeOrdinary = (order: Saved, more: object = {}) => {
  const { lineItems, ...entry } = entryOf(order);
  return {
    params: { id: order.id },
    body: { ...entry, lineItems: lineItems.map((line) => ({ ...line, isBackorder: false })), ...more },
  };
};

describe.each([
  ['nothing', null, 'UNPAID', true, '54.00', '0.00'],
  ['a part', '20.00', 'PARTIAL', true, '34.00', '0.00'],
  ['what is invoiced', '54.00', 'PAID', false, '0.00', '0.00'],
  ['all that was ordered', '162.00', 'OVERPAID', false, '-108.00', '108.00'],
] as const)('an order of which some waits, paid %s', (_what, amount, state, isOwed, exposureUsd, overpaidUsd) => {
  const row = { totalUsd: '162.00', invoicedUsd: '54.00', paymentState: state };

  test('says so to its seller and its buyer, and is found by it', async () => {
    const { id, customer, buyer } = await mixed();
    if (amount) expect((await pay(id, amount)).status).toBe(200);
    expect(await get(id)).toMatchObject(row);
    expect(await found(customer.id, {})).toMatchObject([row]);
    for (const [filters, is] of [
      [{ late: true }, isOwed],
      [{ late: false }, !isOwed],
      [{ paid: true }, !isOwed],
      [{ paid: false }, isOwed],
    ] as const)
      expect(await found(customer.id, filters), JSON.stringify(filters)).toHaveLength(is ? 1 : 0);
    const shopper = await app.as(buyer.owner.user, buyer.org);
    const orgId = buyer.org.id;
    const purchases = contract.purchaseOrders;
    expect(await shopper.expectOk(purchases.get, { params: { orderId: id }, query: { orgId } })).toMatchObject(row);
    const body = { orgId, companyId: buyer.buyerCompany.id, filters: { late: isOwed } };
    expect((await shopper.expectOk(purchases.search, { body })).results).toMatchObject([row]);
  });

  test('is owed, aged and exposed by what is invoiced', async () => {
    const { id, customer } = await mixed();
    if (amount) await pay(id, amount);
    const params = { id: customer.id };
    expect(await owner.expectOk(contract.customers.get, { params })).toMatchObject({ exposureUsd, overpaidUsd });
    const owed = isOwed ? exposureUsd : '0.00';
    const { totalUsd, ages } = await owner.expectOk(contract.customers.ageing, { params });
    expect(totalUsd).toBe(owed);
    expect(ages.find((age) => age.id === 'DAYS_30')).toMatchObject({ owedUsd: owed, orderCount: isOwed ? 1 : 0 });
  });

  test('is in the pivot by its payment state, with all that was ordered as its revenue', async () => {
    const { id, customer } = await mixed();
    if (amount) await pay(id, amount);
    const text = JSON.stringify(await byPaymentState(customer.id));
    expect(text).toContain(`"${state}"`);
    expect(text).toContain('"162.00"');
  });
});

test('an order all of which waits is neither paid nor owed, and late only once it is invoiced', async () => {
  const { id, customer } = await mixed({ lines: [{ product: jar, unitPrice: '40.00', isBackorder: true }] });
  expect(await get(id)).toMatchObject({ totalUsd: '22.00', invoicedUsd: '0.00', paymentState: null });
  for (const filters of [{ paid: true }, { paid: false }, { late: true }])
    expect(await found(customer.id, filters), JSON.stringify(filters)).toEqual([]);
  const heading = async () => JSON.stringify(await byPaymentState(customer.id));
  expect(await heading()).toContain('{"key":"ON_BACKORDER","label":"On backorder"');
  await db.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.id, id));
  expect(await heading()).toContain('{"key":"NOT_SENT","label":"Not sent, not invoiced"');
  await db.update(orders).set({ status: 'ACCEPTED' }).where(eq(orders.id, id));
  await owner.expectOk(calls.update, madeOrdinary(await get(id)));
  expect(await found(customer.id, { late: true })).toMatchObject([{ invoicedUsd: '22.00', paymentState: 'UNPAID' }]);
});

const monthsAgo = addDays(dayOf(new Date(), 'UTC'), -60);

test.each([
  ['all of which waited is due as many days from then', false, monthsAgo, {}, addDays(dayOf(new Date(), 'UTC'), 30)],
  ['all of which waited keeps a day people agreed on', false, yesterday, {}, yesterday],
  ['all of which waited has the day chosen with it', false, monthsAgo, { paymentDueDate: yesterday }, yesterday],
  ['part of which was billed keeps its day', true, monthsAgo, {}, monthsAgo],
])('an order billed by making its lines ordinary ones, %s', async (_what, isPart, due, more, expected) => {
  const waiting = { lines: [{ product: jar, unitPrice: '40.00', isBackorder: true }] };
  const customer = await makeCustomer(db, seller, { paymentTermsDays: 30 });
  const { id } = await mixed({ customer, paymentDueDate: due, ...(isPart ? {} : waiting) });
  await db.update(orders).set({ countedDueDate: monthsAgo }).where(eq(orders.id, id));
  const saved = await owner.expectOk(calls.update, madeOrdinary(await get(id), more));
  expect(saved).toMatchObject({ saveSuccessful: true, paymentDueDate: expected });
  const isLate = expected < dayOf(new Date(), 'UTC');
  expect(await found(customer.id, { late: true })).toHaveLength(isLate ? 1 : 0);
});

test('making its lines ordinary ones bills exactly the rest, with the stock, and taking that back as well', async () => {
  const { id, customer } = await mixed();
  expect((await readLedger(db, jar.id)).row).toEqual({ quantity: 100, reserved: 3 });
  const stranger = await strangerTo({ app });
  expect((await stranger.call(calls.update, madeOrdinary(await get(id)))).status).toBe(404);
  const before = await get(id);
  const after = await owner.expectOk(calls.update, madeOrdinary(before));
  expect(after).toMatchObject({ totalUsd: '162.00', invoicedUsd: '162.00', orderDiscountUsd: '18.00' });
  expect((await readLedger(db, jar.id)).row).toEqual({ quantity: 100, reserved: 9 });
  expect(await owner.expectOk(contract.customers.get, { params: { id: customer.id } })).toMatchObject({
    exposureUsd: '162.00',
  });
  const back = { ...entryOf(before), version: before.version + 1 };
  expect(await owner.expectOk(calls.update, { params: { id }, body: back })).toMatchObject({ invoicedUsd: '54.00' });
  expect((await readLedger(db, jar.id)).row).toEqual({ quantity: 100, reserved: 3 });
});

describe('credit', () => {
  test('is checked for what is invoiced, when an order is accepted and when its lines become ordinary ones', async () => {
    const { id } = await mixed({ status: 'SUBMITTED' }, { creditLimitUsd: '54.00' });
    const { customer: placedFor } = await get(id);
    expect(await owner.expectOk(contract.customers.get, { params: { id: placedFor.id } })).toMatchObject({
      submittedUsd: '54.00',
      exposureUsd: '0.00',
    });
    await owner.expectOk(calls.transition, { params: { id }, body: { status: 'ACCEPTED' } });
    const order = await get(id);
    const refused = await owner.call(calls.update, madeOrdinary(order));
    expect(refused).toMatchObject({ status: 409, body: { message: 'CREDIT_STOP' } });
    expect((refused.body as ErrorBody).userFriendlyMessage).toContain('This order of $162.00 puts them $108.00 over');
    expect(await get(id)).toMatchObject({ invoicedUsd: '54.00', version: order.version });
    const overridden = await owner.expectOk(calls.update, madeOrdinary(order, { overrideReason: 'They paid in cash' }));
    expect(overridden).toMatchObject({ invoicedUsd: '162.00' });
  });

  test('stops accepting a cent more', async () => {
    const { id } = await mixed({ status: 'SUBMITTED' }, { creditLimitUsd: '53.99' });
    const refused = await owner.call(calls.transition, { params: { id }, body: { status: 'ACCEPTED' } });
    expect(refused).toMatchObject({ status: 409, body: { message: 'CREDIT_STOP' } });
  });

  test('of what was paid ahead pays another order, which the first then owes again; no money is made or lost', async () => {
    const { id, customer } = await mixed();
    await pay(id, '162.00');
    const other = await mixed({ customer, lines: [{ product: jar, unitPrice: '118.00' }] });
    const apply = (amount: string) =>
      owner.call(contract.orderCredit.apply, { params: { id: other.id }, body: { amount } });
    expect(await owner.expectOk(contract.orderCredit.get, { params: { id: other.id } })).toMatchObject({
      creditUsd: '108.00',
    });
    expect((await apply('100.01')).status).toBe(400);
    expect((await apply('100.00')).status).toBe(200);
    const paid = async () => [(await get(id)).paidUsd, (await get(other.id)).paidUsd];
    expect(await paid()).toEqual(['62.00', '100.00']);
    expect(await get(id)).toMatchObject({ paymentState: 'OVERPAID' });
    await owner.expectOk(calls.update, madeOrdinary(await get(id)));
    expect(await get(id)).toMatchObject({ paymentState: 'PARTIAL', invoicedUsd: '162.00' });
    expect(await paid()).toEqual(['62.00', '100.00']);
    expect(await owner.expectOk(contract.customers.get, { params: { id: customer.id } })).toMatchObject({
      exposureUsd: '100.00',
      overpaidUsd: '0.00',
    });
  });

  test('applied to it is no more than what is invoiced', async () => {
    const { id, customer } = await mixed();
    const over = await mixed({ customer, discount: '0', lines: [{ product: jar, unitPrice: '10.00' }] });
    await pay(over.id, '500.00');
    const apply = (amount: string) => owner.call(contract.orderCredit.apply, { params: { id }, body: { amount } });
    expect((await apply('54.01')).body).toMatchObject({ errors: { amount: 'The order’s balance is $54.00' } });
    expect((await apply('54.00')).status).toBe(200);
    expect(await get(id)).toMatchObject({ paymentState: 'PAID' });
  });

  test('that was moved is voided with a payment only as far as what is invoiced isn’t there', async () => {
    const { id, customer } = await mixed();
    await pay(id, '108.00');
    const second = await pay(id, '54.00');
    const other = await mixed({ customer, discount: '0', lines: [{ product: jar, unitPrice: '50.00' }] });
    await owner.expectOk(contract.orderCredit.apply, { params: { id: other.id }, body: { amount: '50.00' } });
    const { id: paymentId } = second.body as { id: number };
    await owner.expectOk(calls.voidPayment, { params: { id, paymentId }, query: {} });
    expect([(await get(id)).paidUsd, (await get(other.id)).paidUsd]).toEqual(['58.00', '50.00']);
  });
});

test('a payment of all that was ordered is asked about, saying what waits', async () => {
  const { id } = await mixed();
  expect((await pay(id, '162.00', false)).body).toMatchObject({
    errors: { amount: expect.stringContaining('balance of $54.00. $108.00 of the total waits as backorder.') },
  });
  expect((await pay(id, '54.00', false)).status).toBe(200);
});

describe('a merge', () => {
  /** A mixed order, and one of ordinary lines without a discount, of one customer and buyer. */
  async function two(terms: { creditLimitUsd?: string } = {}) {
    const first = await mixed({}, terms);
    const { customer, buyer } = first;
    const lines = [{ product: jar, unitPrice: '20.00' }];
    const { order } = await makeOrder(db, seller, { buyer, customer, status: 'ACCEPTED', lines });
    return { customer, orderIds: [first.id, order.id] };
  }

  test('owes the ordinary lines’ share of all that is off, and its undoing what was owed before', async () => {
    const { customer, orderIds } = await two();
    const owes = async () =>
      (await owner.expectOk(contract.customers.get, { params: { id: customer.id } })).exposureUsd;
    expect(await owes()).toBe('74.00');
    // $80.00 of $200.00 are ordinary, so $7.20 of the $18.00 off.
    const sums = { totalUsd: '182.00', invoicedUsd: '72.80' };
    expect(await owner.expectOk(calls.mergePreview, { body: { orderIds } })).toMatchObject({
      ...sums,
      owedChange: expect.stringContaining('owes $74.00 on these orders, and will owe $72.80 on the new one.'),
    });
    const merged = await owner.expectOk(calls.merge, { body: { orderIds } });
    expect(merged).toMatchObject(sums);
    const { results } = await owner.expectOk(contract.orderHistory.changes, { params: { id: merged.id }, query: {} });
    expect(JSON.stringify(results)).toContain('$74.00 separately, $72.80 merged');
    expect(await owes()).toBe('72.80');
    await owner.expectOk(calls.unmerge, { body: { orderId: merged.id } });
    expect(await owes()).toBe('74.00');
  });

  test('by whose undoing more is owed passes the credit check', async () => {
    const { orderIds } = await two({ creditLimitUsd: '73.00' });
    const merged = await owner.expectOk(calls.merge, { body: { orderIds } });
    const orderId = merged.id;
    const refused = await owner.call(calls.unmerge, { body: { orderId } });
    expect(refused).toMatchObject({ status: 409, body: { message: 'CREDIT_STOP' } });
    await owner.expectOk(calls.unmerge, { body: { orderId, overrideReason: 'They paid in cash' } });
    const again = await owner.expectOk(calls.merge, { body: { orderIds } });
    expect(again).toMatchObject({ invoicedUsd: '72.80' });
  });
});

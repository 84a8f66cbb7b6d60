import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { customers as customerCalls } from '../../../domain/customers/contract';
import { orders as contract } from '../../../domain/orders/contract';
import { orderEntry as entry } from '../../../domain/orders/entry/contract';
import type { OrderStatus } from '../../../domain/orders/status';
import { auditLog, type customers, orders } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { startShopping } from '../../support/carts/buying';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct } from '../../support/factories';
import { both } from '../../support/permissions';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
/** Can write orders, but not order payments. */
let rep: TestCaller;

beforeAll(async () => {
  const { db } = app.database;
  const { user } = await makeMember(db, seller.org, {
    features: { BROWSE_ORDERS: both, CUSTOMERS: both },
    companyIds: [seller.company.id],
  });
  rep = await app.as(user, seller.org);
});

type Terms = Partial<
  Pick<typeof customers.$inferSelect, 'onHold' | 'holdReason' | 'creditLimitUsd' | 'paymentTermsDays'>
>;

/** An order of a customer with these terms, and how to move it on. */
async function placed(terms: Terms, status: OrderStatus = 'SUBMITTED', unitPrice = '100.00') {
  const { db } = app.database;
  const customer = await makeCustomer(db, seller, terms);
  const product = await makeProduct(db, seller, { quantity: '1000' });
  const { order } = await makeOrder(db, seller, { customer, status, lines: [{ product, unitPrice }] });
  const move = (caller: TestCaller, to: OrderStatus, overrideReason?: string) =>
    caller.call(contract.transition, {
      params: { id: order.id },
      body: { status: to, ...(overrideReason !== undefined && { overrideReason }) },
    });
  return { order, customer, product, move };
}

describe('a customer on hold', () => {
  test('has no orders accepted, and the refusal says why and who can override', async () => {
    const { move } = await placed({ onHold: true, holdReason: 'Past due' });
    expect(await move(owner, 'ACCEPTED')).toMatchObject({
      status: 409,
      body: {
        message: 'CREDIT_STOP',
        userFriendlyMessage: expect.stringMatching(/is on hold \(Past due\)\. Enter a reason/),
        errorObject: { kind: 'hold', reason: 'Past due', mayOverride: true },
      },
    });
    expect(await move(rep, 'ACCEPTED')).toMatchObject({
      body: { userFriendlyMessage: expect.stringMatching(/Order payments/), errorObject: { mayOverride: false } },
    });
  });

  test('can only be overridden with a reason by people with write on order payments, and the audit log keeps it', async () => {
    const { order, move } = await placed({ onHold: true });
    expect(await move(rep, 'ACCEPTED', 'They promised')).toMatchObject({ status: 403 });
    expect(await move(owner, 'ACCEPTED', ' ')).toMatchObject({ status: 400 });
    expect(await move(owner, 'ACCEPTED', 'Check arrived')).toMatchObject({ ok: true, body: { status: 'ACCEPTED' } });
    const [logged] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(order.id)))
      .orderBy(desc(auditLog.id));
    expect(logged?.after).toMatchObject({ creditOverride: { stop: { kind: 'hold' }, reason: 'Check arrived' } });
  });

  test('doesn’t block rejecting, or orders already accepted', async () => {
    const submitted = await placed({ onHold: true });
    expect(await submitted.move(rep, 'REJECTED')).toMatchObject({ ok: true });
    const accepted = await placed({ onHold: true }, 'ACCEPTED');
    expect(await accepted.move(rep, 'FULFILLED')).toMatchObject({ ok: true });
    const draft = await placed({ onHold: true }, 'DRAFT');
    expect(await draft.move(owner, 'SUBMITTED')).toMatchObject({ body: { message: 'CREDIT_STOP' } });
  });
});

describe('a credit limit', () => {
  test('may be reached but not exceeded, by concurrent acceptances too', async () => {
    const { customer, product, move } = await placed({ creditLimitUsd: '150.00' });
    const second = await makeOrder(app.database.db, seller, {
      customer,
      lines: [{ product, unitPrice: '100.00' }],
    });
    const answers = await Promise.all([
      move(owner, 'ACCEPTED'),
      owner.call(contract.transition, { params: { id: second.order.id }, body: { status: 'ACCEPTED' } }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      body: { errorObject: { kind: 'limit', limitUsd: '150.00', exposureUsd: '100.00', overUsd: '50.00' } },
    });
  });

  test('allows an order within it', async () => {
    const { move } = await placed({ creditLimitUsd: '100.00' });
    expect(await move(rep, 'ACCEPTED')).toMatchObject({ ok: true });
  });
});

describe('an accepted order', () => {
  /** Saves the order with this price and customer. */
  async function edit(
    caller: TestCaller,
    orderId: number,
    change: { price?: string; customerId?: number; overrideReason?: string },
  ) {
    const now = await owner.expectOk(contract.get, { params: { id: orderId } });
    const { price, customerId = now.customer.id, overrideReason } = change;
    return caller.call(entry.update, {
      params: { id: orderId },
      body: {
        customerId,
        lineItems: now.lineItems.map(({ id, productId, quantity }) => ({
          id,
          productId,
          quantity,
          ...(price !== undefined && { salePrice: price }),
        })),
        version: now.version,
        ...(overrideReason !== undefined && { overrideReason }),
      },
    });
  }
  const totalOf = async (id: number) => (await owner.expectOk(contract.get, { params: { id } })).totalUsd;

  test('costs no more than its customer’s limit once it is edited, without a reason of someone who may give one', async () => {
    const { order, move } = await placed({ creditLimitUsd: '150.00' });
    await move(owner, 'ACCEPTED');
    expect(await edit(rep, order.id, { price: '150.00' })).toMatchObject({ ok: true });
    expect(await edit(rep, order.id, { price: '5000.00' })).toMatchObject({
      status: 409,
      body: {
        message: 'CREDIT_STOP',
        errorObject: {
          kind: 'limit',
          exposureUsd: '0.00',
          orderUsd: '5000.00',
          overUsd: '4850.00',
          mayOverride: false,
        },
      },
    });
    expect(await edit(rep, order.id, { price: '5000.00', overrideReason: 'They asked' })).toMatchObject({
      status: 403,
    });
    expect(await totalOf(order.id)).toBe('150.00');
    expect(await edit(owner, order.id, { price: '5000.00' })).toMatchObject({
      body: { errorObject: { mayOverride: true } },
    });
    const overridden = await edit(owner, order.id, { price: '5000.00', overrideReason: 'Check arrived' });
    expect(overridden).toMatchObject({ ok: true, body: { totalUsd: '5000.00' } });
    const [logged] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(order.id)))
      .orderBy(desc(auditLog.id));
    expect(logged?.after).toMatchObject({ creditOverride: { stop: { kind: 'limit' }, reason: 'Check arrived' } });
    expect(await edit(rep, order.id, { price: '4000.00' })).toMatchObject({ ok: true });
  });

  test('of a customer on hold can cost less, not more; a draft of theirs any amount', async () => {
    const held = await placed({ onHold: true }, 'ACCEPTED');
    expect(await edit(rep, held.order.id, { price: '100.01' })).toMatchObject({
      body: { errorObject: { kind: 'hold' } },
    });
    expect(await edit(rep, held.order.id, { price: '99.00' })).toMatchObject({ ok: true });
    const draft = await placed({ onHold: true }, 'DRAFT');
    expect(await edit(rep, draft.order.id, { price: '900.00' })).toMatchObject({ ok: true });
  });

  test('isn’t given to another customer who is on hold or has no credit left', async () => {
    const accepted = await placed({}, 'ACCEPTED');
    const onHold = await placed({ onHold: true });
    const poor = await placed({ creditLimitUsd: '99.99' });
    const rich = await placed({ creditLimitUsd: '100.00' });
    const give = (to: typeof rich) => edit(rep, accepted.order.id, { customerId: to.customer.id, price: '100.00' });
    expect(await give(onHold)).toMatchObject({
      body: { errorObject: { kind: 'hold', customerId: onHold.customer.id } },
    });
    expect(await give(poor)).toMatchObject({ body: { errorObject: { kind: 'limit', overUsd: '0.01' } } });
    expect(await give(rich)).toMatchObject({ ok: true, body: { customer: { id: rich.customer.id } } });
  });

  test('is edited and another accepted at once within one limit', async () => {
    const { order, customer, product } = await placed({ creditLimitUsd: '200.00' }, 'ACCEPTED');
    const second = await makeOrder(app.database.db, seller, { customer, lines: [{ product, unitPrice: '100.00' }] });
    const answers = await Promise.all([
      edit(owner, order.id, { price: '200.00' }),
      owner.call(contract.transition, { params: { id: second.order.id }, body: { status: 'ACCEPTED' } }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

test('a customer’s own credit comes off what they owe', async () => {
  const { db } = app.database;
  const { customer, product, move } = await placed({ creditLimitUsd: '100.00' }, 'SUBMITTED', '180.00');
  const lines = [{ product, unitPrice: '50.00' }];
  await makeOrder(db, seller, { customer, status: 'ACCEPTED', lines, paidUsd: '20.00' });
  await makeOrder(db, seller, { customer, status: 'DELIVERED', lines, paidUsd: '110.00' });
  await makeOrder(db, seller, { customer, status: 'REJECTED', lines, paidUsd: '50.00' });
  await makeOrder(db, seller, { customer, status: 'COMBINED', lines });
  const seen = await owner.expectOk(customerCalls.get, { params: { id: customer.id } });
  expect(seen).toMatchObject({ exposureUsd: '-80.00', overpaidUsd: '110.00' });
  const over = await placed({ creditLimitUsd: '100.00' }, 'SUBMITTED', '180.01');
  await makeOrder(db, seller, { customer: over.customer, status: 'DELIVERED', lines, paidUsd: '130.00' });
  expect(await over.move(rep, 'ACCEPTED')).toMatchObject({
    body: {
      userFriendlyMessage: expect.stringMatching(
        /has \$80\.00 of credit\. This order of \$180\.01 puts them \$0\.01 over/,
      ),
      errorObject: { exposureUsd: '-80.00', overUsd: '0.01' },
    },
  });
  expect(await move(rep, 'ACCEPTED')).toMatchObject({ ok: true });
});

test('the customer’s terms set the due date, counted from acceptance', async () => {
  const { order, move } = await placed({ paymentTermsDays: 14 });
  await move(owner, 'ACCEPTED');
  const { paymentDueDate } = await owner.expectOk(contract.get, { params: { id: order.id } });
  const days = (Date.parse(paymentDueDate ?? '') - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000;
  expect(days).toBe(14);
});

describe('an order accepted again', () => {
  const DAY = 86_400_000;
  const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  /** As if it was accepted 60 days ago, and nobody changed what was counted then; `agreed` is what people changed it to. */
  async function long(id: number, agreed = dayIn(-46)) {
    const dates = { paymentDueDate: agreed, countedDueDate: dayIn(-46) };
    await app.database.db.update(orders).set(dates).where(eq(orders.id, id));
  }
  const dueOf = async (id: number) => (await owner.expectOk(contract.get, { params: { id } })).paymentDueDate;

  test.each([
    ['after it was on backorder is due as many days from then', 'BACKORDER', undefined, 14],
    ['keeps a day that was agreed on', 'BACKORDER', dayIn(-40), -40],
    ['by being reopened keeps its day', 'FULFILLED', undefined, -46],
  ] as const)('%s', async (_, through, agreed, expected) => {
    const { order, move } = await placed({ paymentTermsDays: 14 });
    expect(await move(owner, 'ACCEPTED')).toMatchObject({ ok: true });
    expect(await dueOf(order.id)).toBe(dayIn(14));
    await long(order.id, agreed);
    expect(await move(owner, through)).toMatchObject({ ok: true });
    expect(await move(owner, 'ACCEPTED')).toMatchObject({ ok: true });
    expect(await dueOf(order.id)).toBe(dayIn(expected));
  });
});

describe('a buyer at checkout', () => {
  async function shopping(terms: Partial<typeof customers.$inferSelect>) {
    const { db } = app.database;
    const buyer = await makeBuyer(db);
    await makeCustomer(db, seller, { buyer, ...terms });
    const shop = await startShopping(app, buyer);
    const cart = await shop.fill(seller, [{ product: await makeProduct(db, seller), quantity: '1' }]);
    /** Checks out with this payment option. */
    const pay = (id: number) =>
      shop.checkout([{ ...cart, availablePaymentOptions: [{ id, name: 'Chosen', dueDays: 0 }] }]);
    return { cart, pay };
  }
  const option = (at: number) => seller.paymentOptions[at]?.id ?? 0;

  test('is told of a hold, without its reason or any amount, and orders nothing', async () => {
    const { cart, pay } = await shopping({
      onHold: true,
      holdReason: 'Bank returned a payment',
      creditLimitUsd: '5.00',
    });
    const { name } = seller.company;
    expect(cart.messages).toEqual([`${name} isn’t taking orders from you right now. Contact them to sort it out.`]);
    expect(await pay(option(0))).toMatchObject({ createdOrders: [], failedCarts: [{ message: cart.messages[0] }] });
  });

  test('isn’t told of a credit limit: the seller decides when accepting', async () => {
    const { cart, pay } = await shopping({ creditLimitUsd: '0.00' });
    expect(cart.messages).toEqual([]);
    expect((await pay(option(0))).createdOrders).toHaveLength(1);
  });

  test('pays only as agreed if the seller requires it, otherwise with any option', async () => {
    const free = await shopping({ paymentOptionIds: [option(1)] });
    expect(free.cart.availablePaymentOptions).toHaveLength(2);
    const { cart, pay } = await shopping({ paymentOptionIds: [option(1)], paymentOptionsLocked: true });
    expect(cart.availablePaymentOptions.map(({ id }) => id)).toEqual([option(1)]);
    expect((await pay(option(0))).failedCarts).toHaveLength(1);
    expect((await pay(option(1))).createdOrders).toHaveLength(1);
  });
});

import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orders as contract } from '../../../domain/orders/contract';
import type { OrderStatus } from '../../../domain/orders/status';
import { auditLog, type customers } from '../../../server/db/schema';
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

test('the customer’s terms set the due date, counted from acceptance', async () => {
  const { order, move } = await placed({ paymentTermsDays: 14 });
  await move(owner, 'ACCEPTED');
  const { paymentDueDate } = await owner.expectOk(contract.get, { params: { id: order.id } });
  const days = (Date.parse(paymentDueDate ?? '') - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000;
  expect(days).toBe(14);
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

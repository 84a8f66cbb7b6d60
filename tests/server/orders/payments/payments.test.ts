import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_FEATURES } from '../../../../domain/access/roles';
import { orders as contract } from '../../../../domain/orders/contract';
import { ORDER_STATUS_IDS, type OrderStatus } from '../../../../domain/orders/status';
import { orderPayments, orders } from '../../../../server/db/schema';
import { openApp, type TestCaller } from '../../../support/app';
import {
  type BuyerFixture,
  type CustomerFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../../support/factories';

const app = await openApp();
let seller: SellerFixture;
let buyer: BuyerFixture;
let customer: CustomerFixture;
let owner: TestCaller;

beforeAll(async () => {
  const { db } = app.database;
  seller = await makeSeller(db);
  buyer = await makeBuyer(db);
  customer = await makeCustomer(db, seller, { buyer });
  owner = await app.as(seller.owner.user, seller.org);
});

/** An order of $100.00. */
async function hundredDollarOrder(status: OrderStatus = 'ACCEPTED', salesRepOrgUserIds: number[] = []) {
  const { db } = app.database;
  const product = await makeProduct(db, seller);
  const lines = [{ product, quantity: '1', unitPrice: '100.00' }];
  const { order } = await makeOrder(db, seller, { buyer, customer, status, lines, salesRepOrgUserIds });
  return order.id;
}

const check = (amount: string) => ({ amount, paymentType: 'CHECK' as const, paymentDate: '2026-03-02' });
const pay = (caller: TestCaller, id: number, amount: string) =>
  caller.call(contract.recordPayment, { params: { id }, body: check(amount) });
/** The same, saying that the amount is meant. */
const payMuch = (id: number, amount: string) =>
  owner.call(contract.recordPayment, { params: { id }, body: { ...check(amount), confirmed: true } });
const voidIt = (caller: TestCaller, id: number, paymentId: number) =>
  caller.call(contract.voidPayment, { params: { id, paymentId }, query: {} });
const paidUsd = async (id: number) =>
  (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0]?.paidUsd;

describe('recording a payment', () => {
  test('raises what is paid, and the order becomes partly paid and then paid', async () => {
    const id = await hundredDollarOrder();
    const first = await owner.expectOk(contract.recordPayment, {
      params: { id },
      body: { ...check('40.5'), note: 'Check 1021' },
    });
    expect(first).toMatchObject({ amount: '40.50', note: 'Check 1021', voidedAt: null, skipExternalPush: false });
    expect(await owner.expectOk(contract.get, { params: { id } })).toMatchObject({
      paidUsd: '40.50',
      paymentState: 'PARTIAL',
    });
    await pay(owner, id, '59.50');
    expect(await owner.expectOk(contract.get, { params: { id } })).toMatchObject({
      paidUsd: '100.00',
      paymentState: 'PAID',
    });
    const listed = await owner.expectOk(contract.payments, { params: { id } });
    expect(listed.map(({ amount }) => amount)).toEqual(['40.50', '59.50']);
    const { firstName, lastName } = seller.owner.user;
    expect(listed[0]?.createdBy).toBe(`${firstName} ${lastName}`);
  });

  test('says whether it is kept from connected systems', async () => {
    const id = await hundredDollarOrder();
    const body = { ...check('10.00'), skipExternalPush: true };
    expect(await owner.expectOk(contract.recordPayment, { params: { id }, body })).toMatchObject({
      skipExternalPush: true,
    });
    await pay(owner, id, '20.00');
    const listed = await owner.expectOk(contract.payments, { params: { id } });
    expect(listed.map(({ skipExternalPush }) => skipExternalPush)).toEqual([true, false]);
  });

  test('is accepted above the balance, and the order shows as overpaid', async () => {
    const id = await hundredDollarOrder();
    await pay(owner, id, '60');
    expect((await pay(owner, id, '40.01')).status).toBe(200);
    expect(await owner.expectOk(contract.get, { params: { id } })).toMatchObject({
      paidUsd: '100.01',
      paymentState: 'OVERPAID',
    });
    expect((await pay(owner, id, '0.01')).status).toBe(200);
    expect(await paidUsd(id)).toBe('100.02');
  });

  test.each(['0', '-5', '1.234', 'ten', ''])('of “%s” is refused on the amount', async (amount) => {
    const answer = await pay(owner, await hundredDollarOrder(), amount);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { amount: expect.any(String) } });
  });

  test.each([
    ['an amount far above the balance', { amount: '1000.00' }, 'amount'],
    ['a day to come', { paymentDate: '2099-01-01' }, 'paymentDate'],
  ])('of %s is recorded once it is confirmed', async (_, unusual, field) => {
    const id = await hundredDollarOrder();
    const body = { ...check('100.00'), ...unusual };
    expect(await owner.call(contract.recordPayment, { params: { id }, body })).toMatchObject({
      status: 400,
      body: { errors: { [field]: expect.stringMatching(/tick “Record it anyway”/) } },
    });
    expect(await paidUsd(id)).toBe('0.00');
    await owner.expectOk(contract.recordPayment, { params: { id }, body: { ...body, confirmed: true } });
    expect(await paidUsd(id)).toBe(body.amount);
  });

  test('of the type Credit makes no money: it is applied from another order', async () => {
    const id = await hundredDollarOrder();
    const body = { ...check('10.00'), paymentType: 'CREDIT' as 'CHECK' };
    expect(await owner.call(contract.recordPayment, { params: { id }, body })).toMatchObject({
      status: 400,
      body: { errors: { paymentType: expect.stringMatching(/apply it/) } },
    });
    expect(await paidUsd(id)).toBe('0.00');
  });

  const without: readonly OrderStatus[] = ['DRAFT', 'CANCELLED', 'REJECTED', 'COMBINED'];
  test.each(ORDER_STATUS_IDS.map((status) => ({ status, expected: without.includes(status) ? 409 : 200 })))(
    'on a $status order gives $expected',
    async ({ status, expected }) => {
      const id = await hundredDollarOrder(status);
      expect((await pay(owner, id, '10')).status).toBe(expected);
      expect(await paidUsd(id)).toBe(expected === 200 ? '10.00' : '0.00');
    },
  );

  test('is refused with a two-digit year', async () => {
    const id = await hundredDollarOrder();
    const answer = await owner.call(contract.recordPayment, {
      params: { id },
      body: { ...check('10.00'), paymentDate: '0026-03-02' },
    });
    expect(answer.body).toMatchObject({ errors: { paymentDate: 'Must be on or after 01/01/2015' } });
    expect(await paidUsd(id)).toBe('0.00');
  });

  test('ten at once are all kept, and none is lost from the sum', async () => {
    const id = await hundredDollarOrder();
    const answers = await Promise.all(Array.from({ length: 10 }, () => payMuch(id, '25')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    expect(await paidUsd(id)).toBe('250.00');
  });

  test('twenty times with one idempotency key is one payment', async () => {
    const id = await hundredDollarOrder();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        owner.call(contract.recordPayment, { params: { id }, body: check('30') }, { idempotencyKey }),
      ),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await paidUsd(id)).toBe('30.00');
  });

  test('doesn’t make an open edit outdated', async () => {
    const id = await hundredDollarOrder();
    const { version } = await owner.expectOk(contract.get, { params: { id } });
    await pay(owner, id, '10');
    expect((await owner.expectOk(contract.get, { params: { id } })).version).toBe(version);
  });
});

describe('voiding a payment', () => {
  test('lowers what is paid and keeps the payment on record', async () => {
    const id = await hundredDollarOrder();
    const { id: paymentId } = await owner.expectOk(contract.recordPayment, { params: { id }, body: check('70') });
    await pay(owner, id, '30');
    const voided = await owner.expectOk(contract.voidPayment, { params: { id, paymentId }, query: {} });
    expect(voided.voidedAt).not.toBeNull();
    expect(await paidUsd(id)).toBe('30.00');
    const listed = await owner.expectOk(contract.payments, { params: { id } });
    expect(listed.map(({ amount, voidedAt }) => [amount, voidedAt !== null])).toEqual([
      ['70.00', true],
      ['30.00', false],
    ]);
  });

  test('twice at once happens once; the second is told it is done', async () => {
    const id = await hundredDollarOrder();
    const { id: paymentId } = await owner.expectOk(contract.recordPayment, { params: { id }, body: check('70') });
    const answers = await Promise.all([voidIt(owner, id, paymentId), voidIt(owner, id, paymentId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ ok }) => !ok)?.body).toMatchObject({
      userFriendlyMessage: expect.stringContaining('was already voided'),
    });
    expect(await paidUsd(id)).toBe('0.00');
  });

  test('of another order isn’t found', async () => {
    const [id, other] = [await hundredDollarOrder(), await hundredDollarOrder()];
    const { id: paymentId } = await owner.expectOk(contract.recordPayment, { params: { id }, body: check('70') });
    expect((await voidIt(owner, other, paymentId)).status).toBe(404);
    expect(await paidUsd(id)).toBe('70.00');
  });
});

describe('who may', () => {
  test('someone with read only sees payments and can’t record any', async () => {
    const id = await hundredDollarOrder();
    await pay(owner, id, '10');
    const user = await makeMember(app.database.db, seller.org, { defaultRoleId: 'USER' });
    const caller = await app.as(user.user, seller.org);
    expect(await caller.expectOk(contract.payments, { params: { id } })).toHaveLength(1);
    expect((await pay(caller, id, '10')).status).toBe(403);
    expect(await paidUsd(id)).toBe('10.00');
  });

  test('someone without access to payments sees none', async () => {
    const { ORDER_PAYMENTS: _, ...features } = DEFAULT_FEATURES.ADMIN;
    const clerk = await makeMember(app.database.db, seller.org, { features, companyIds: [seller.company.id] });
    const caller = await app.as(clerk.user, seller.org);
    expect((await caller.call(contract.payments, { params: { id: await hundredDollarOrder() } })).status).toBe(403);
  });

  test('neither another seller nor the buyer can reach an order’s payments', async () => {
    const id = await hundredDollarOrder();
    const { id: paymentId } = await owner.expectOk(contract.recordPayment, { params: { id }, body: check('10') });
    const stranger = await makeSeller(app.database.db);
    for (const other of [stranger, buyer]) {
      const caller = await app.as(other.owner.user, other.org);
      expect((await caller.call(contract.payments, { params: { id } })).status).toBe(404);
      expect((await pay(caller, id, '10')).status).toBe(404);
      expect((await voidIt(caller, id, paymentId)).status).toBe(404);
    }
    const rows = await app.database.db.select().from(orderPayments).where(eq(orderPayments.orderId, id));
    expect(rows).toMatchObject([{ voidedAt: null }]);
  });
});

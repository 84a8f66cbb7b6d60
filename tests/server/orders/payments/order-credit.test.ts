import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import type { ErrorBody } from '../../../../domain/errors';
import { compare, sum } from '../../../../domain/money';
import { PAYMENTS_KEEP_CUSTOMER } from '../../../../domain/orders/entry/source';
import { MovedRefusal } from '../../../../domain/orders/payments/moved-credit';
import {
  type CustomerFixture,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
} from '../../../support/factories';
import { openSellerApp } from '../../../support/seller-app';

const { get: credit, apply } = contract.orderCredit;
const { payments, recordPayment, voidPayment, transition } = contract.orders;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;

/** An accepted order of this many dollars, paid by a real payment. */
async function anOrder(customer: CustomerFixture, total: string, paid = '0') {
  const product = await makeProduct(db, seller);
  const { order } = await makeOrder(db, seller, {
    customer,
    status: 'ACCEPTED',
    lines: [{ product, quantity: '1', unitPrice: total }],
  });
  if (Number(paid) > 0) await pay(order.id, paid);
  return order;
}

const pay = (id: number, amount: string) =>
  owner.expectOk(recordPayment, {
    params: { id },
    body: { amount, paymentType: 'WIRE', paymentDate: '2026-03-02', confirmed: true },
  });
const use = (id: number, amount: string) => owner.call(apply, { params: { id }, body: { amount } });
const creditFor = (id: number) => owner.expectOk(credit, { params: { id } });
const paidOf = async (id: number) => (await owner.expectOk(contract.orders.get, { params: { id } })).paidUsd;

test('what was paid too much, or on a rejected order, pays another order of the customer, oldest first', async () => {
  const customer = await makeCustomer(db, seller);
  const over = await anOrder(customer, '100.00', '130.00');
  const off = await anOrder(customer, '50.00', '50.00');
  await owner.expectOk(transition, { params: { id: off.id }, body: { status: 'REJECTED', reason: 'Closed' } });
  const open = await anOrder(customer, '60.00');
  await anOrder(await makeCustomer(db, seller), '10.00', '500.00');
  expect(await creditFor(open.id)).toEqual({
    creditUsd: '80.00',
    sources: [
      { id: over.id, orderNumber: over.orderNumber, creditUsd: '30.00' },
      { id: off.id, orderNumber: off.orderNumber, creditUsd: '50.00' },
    ],
  });
  const made = await owner.expectOk(apply, { params: { id: open.id }, body: { amount: '45.25' } });
  expect(made).toMatchObject([
    { amount: '30.00', paymentType: 'CREDIT', creditOrder: { id: over.id } },
    { amount: '15.25', creditOrder: { id: off.id } },
  ]);
  expect([await paidOf(over.id), await paidOf(off.id), await paidOf(open.id)]).toEqual(['100.00', '34.75', '45.25']);
  expect(await owner.expectOk(payments, { params: { id: over.id } })).toMatchObject([
    { amount: '130.00', creditOrder: null },
    { amount: '-30.00', creditOrder: { id: open.id, orderNumber: open.orderNumber } },
  ]);
  const [first] = made;
  await owner.expectOk(voidPayment, { params: { id: open.id, paymentId: first?.id ?? 0 }, query: {} });
  expect([await paidOf(over.id), await paidOf(open.id)]).toEqual(['130.00', '15.25']);
});

test('no more is used than the order is short of, or than there is', async () => {
  const customer = await makeCustomer(db, seller);
  await anOrder(customer, '100.00', '130.00');
  const [small, large] = [await anOrder(customer, '20.00'), await anOrder(customer, '500.00')];
  expect(await use(small.id, '20.01')).toMatchObject({
    status: 400,
    body: { errors: { amount: 'The order’s balance is $20.00' } },
  });
  expect(await use(large.id, '30.01')).toMatchObject({
    status: 400,
    body: { errors: { amount: 'The customer’s credit is $30.00' } },
  });
  const answers = await Promise.all([use(small.id, '20.00'), use(large.id, '30.00')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('nobody uses credit without the permission for payments, or of another organization', async () => {
  const customer = await makeCustomer(db, seller);
  await anOrder(customer, '100.00', '130.00');
  const open = await anOrder(customer, '20.00');
  const both = { read: true, write: true };
  const member = await makeMember(db, seller, {
    features: { BROWSE_ORDERS: both, ORDER_PAYMENTS: { read: true, write: false } },
    companyIds: [seller.company.id],
    brandIds: [seller.brand.id],
  });
  const reader = await app.as(member.user, seller.org);
  expect(await reader.expectOk(credit, { params: { id: open.id } })).toMatchObject({ creditUsd: '30.00' });
  expect((await reader.call(apply, { params: { id: open.id }, body: { amount: '1.00' } })).status).toBe(403);
  const stranger = await makeSeller(db);
  const other = await app.as(stranger.owner.user, stranger.org);
  expect((await other.call(apply, { params: { id: open.id }, body: { amount: '1.00' } })).status).toBe(404);
  expect((await other.call(credit, { params: { id: open.id } })).status).toBe(404);
});

/** The payments that a refusal says are voided too. */
const movedIn = (body: unknown): string =>
  MovedRefusal.parse((body as ErrorBody).errorObject)
    .moved.map(({ paymentId }) => paymentId)
    .join(',');

test('a payment whose money moved on is voided only with what moved, and nobody is left paid by it', async () => {
  const customer = await makeCustomer(db, seller);
  const off = await anOrder(customer, '100.00', '100.00');
  await owner.expectOk(transition, { params: { id: off.id }, body: { status: 'REJECTED', reason: 'Closed' } });
  const open = await anOrder(customer, '60.00');
  const [used] = await owner.expectOk(apply, { params: { id: open.id }, body: { amount: '60.00' } });
  const [real] = await owner.expectOk(payments, { params: { id: off.id } });
  const named = { params: { id: off.id, paymentId: real?.id ?? 0 } };
  const asked = await owner.call(voidPayment, { ...named, query: {} });
  expect(asked).toMatchObject({
    status: 409,
    body: {
      userFriendlyMessage: `Part of this $100.00 was moved on as credit: $60.00 to order ${open.orderNumber}. Void that with it.`,
      errorObject: {
        moved: [{ paymentId: used?.id, orderId: open.id, orderNumber: open.orderNumber, amount: '60.00' }],
      },
    },
  });
  expect([await paidOf(off.id), await paidOf(open.id)]).toEqual(['40.00', '60.00']);
  expect((await owner.call(voidPayment, { ...named, query: { alsoVoid: `${real?.id}` } })).status).toBe(409);
  const stranger = await makeSeller(db);
  const other = await app.as(stranger.owner.user, stranger.org);
  expect((await other.call(voidPayment, { ...named, query: { alsoVoid: movedIn(asked.body) } })).status).toBe(404);
  await owner.expectOk(voidPayment, { ...named, query: { alsoVoid: movedIn(asked.body) } });
  expect([await paidOf(off.id), await paidOf(open.id)]).toEqual(['0.00', '0.00']);
  const ledger = [...(await owner.expectOk(payments, { params: { id: off.id } }))];
  ledger.push(...(await owner.expectOk(payments, { params: { id: open.id } })));
  expect(ledger.every(({ voidedAt }) => voidedAt !== null)).toBe(true);
});

test('an order keeps its customer while it has payments that count', async () => {
  const [customer, other] = [await makeCustomer(db, seller), await makeCustomer(db, seller)];
  const order = await anOrder(customer, '10.00', '10.00');
  const [line] = (await owner.expectOk(contract.orders.get, { params: { id: order.id } })).lineItems;
  const give = async () =>
    owner.call(contract.orderEntry.update, {
      params: { id: order.id },
      body: {
        customerId: other.id,
        lineItems: [{ id: line?.id ?? 0, productId: line?.productId ?? 0, quantity: '1' }],
        version: (await owner.expectOk(contract.orders.get, { params: { id: order.id } })).version,
      },
    });
  expect(await give()).toMatchObject({ status: 400, body: { errors: { customerId: PAYMENTS_KEEP_CUSTOMER } } });
  const [real] = await owner.expectOk(payments, { params: { id: order.id } });
  await owner.expectOk(voidPayment, { params: { id: order.id, paymentId: real?.id ?? 0 }, query: {} });
  expect(await give()).toMatchObject({ ok: true, body: { saveSuccessful: true, customer: { id: other.id } } });
});

const step = fc.record({
  kind: fc.constantFrom('pay', 'use', 'use', 'void', 'cancel'),
  at: fc.nat(3),
  cents: fc.integer({ min: 1, max: 20_000 }),
});

test('whatever is paid, moved and voided, no cent is made or lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const customer = await makeCustomer(db, seller);
      const all = [];
      for (const total of ['100.00', '80.00', '35.50', '9.99']) all.push(await anOrder(customer, total));
      for (const { kind, at, cents } of steps) {
        const id = all[at]?.id ?? 0;
        const amount = (cents / 100).toFixed(2);
        if (kind === 'pay')
          await owner.call(recordPayment, {
            params: { id },
            body: { amount, paymentType: 'CASH', paymentDate: '2026-03-02', confirmed: true },
          });
        if (kind === 'use') await use(id, amount);
        if (kind === 'cancel' && cents % 3 === 0)
          await owner.call(transition, { params: { id }, body: { status: 'REJECTED', reason: 'Closed' } });
        if (kind === 'void') {
          const standing = (await owner.expectOk(payments, { params: { id } })).filter(({ voidedAt }) => !voidedAt);
          const chosen = standing[cents % Math.max(1, standing.length)];
          if (chosen) {
            const named = { params: { id, paymentId: chosen.id } };
            const asked = await owner.call(voidPayment, { ...named, query: {} });
            if (!asked.ok) await owner.expectOk(voidPayment, { ...named, query: { alsoVoid: movedIn(asked.body) } });
          }
        }
      }
      const paid = await Promise.all(all.map(({ id }) => paidOf(id)));
      const ledger = (await Promise.all(all.map(({ id }) => owner.expectOk(payments, { params: { id } })))).map(
        (rows) => rows.filter(({ voidedAt }) => voidedAt === null),
      );
      for (const [at, rows] of ledger.entries())
        expect(compare(sum(rows.map(({ amount }) => amount)), paid[at] ?? '')).toBe(0);
      // What is paid with credit was paid for somewhere: no order is short below nothing.
      for (const one of paid) expect(compare(one, 0)).toBeGreaterThanOrEqual(0);
      const money = ledger.flat().filter(({ creditOrder }) => creditOrder === null);
      expect(compare(sum(paid), sum(money.map(({ amount }) => amount)))).toBe(0);
    }),
    { numRuns: 8 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, compare, sum } from '../../../../domain/money';
import {
  describeMoved,
  type LedgerOrder,
  type LedgerPayment,
  voidedTogether,
} from '../../../../domain/orders/payments/moved-credit';

const [A, B, C] = [1, 2, 3];
const order = (id: number, invoicedUsd: string, status: LedgerOrder['status'] = 'ACCEPTED'): LedgerOrder => ({
  id,
  invoicedUsd,
  status,
});
const paid = (id: number, orderId: number, amount: string): LedgerPayment => ({ id, orderId, amount, otherId: null });
const moved = (id: number, from: number, to: number, amount: string): LedgerPayment[] => [
  { id, orderId: from, amount: `-${amount}`, otherId: id + 1 },
  { id: id + 1, orderId: to, amount, otherId: id },
];

test.each<[string, number, LedgerOrder[], LedgerPayment[], number[]]>([
  [
    'a payment whose money moved on is voided with both halves of the move',
    10,
    [order(A, '100'), order(B, '30')],
    [paid(10, A, '130'), ...moved(20, A, B, '30')],
    [10, 20, 21],
  ],
  [
    'also when its order was rejected since',
    10,
    [order(A, '100', 'REJECTED'), order(B, '100')],
    [paid(10, A, '100'), ...moved(20, A, B, '100')],
    [10, 20, 21],
  ],
  [
    'one made after the move, or beside enough other money, is voided alone',
    30,
    [order(A, '150'), order(B, '30')],
    [paid(10, A, '130'), ...moved(20, A, B, '30'), paid(30, A, '50')],
    [30],
  ],
  [
    'only as much comes back as is missing, the newest move first',
    10,
    [order(A, '100'), order(B, '30'), order(C, '20')],
    [paid(10, A, '20'), paid(11, A, '130'), ...moved(20, A, B, '30'), ...moved(30, A, C, '20')],
    [10, 30, 31],
  ],
  [
    'what went on from there comes back as well',
    10,
    [order(A, '100'), order(B, '0', 'REJECTED'), order(C, '30')],
    [paid(10, A, '130'), ...moved(20, A, B, '30'), ...moved(30, B, C, '30')],
    [10, 20, 21, 30, 31],
  ],
  [
    'taking moved credit back leaves the payment it came from',
    21,
    [order(A, '100'), order(B, '30')],
    [paid(10, A, '130'), ...moved(20, A, B, '30')],
    [20, 21],
  ],
])('%s', (_, id, orders, payments, expected) => {
  const voided = voidedTogether(id, orders, payments).map((payment) => payment.id);
  expect(voided.sort((a, b) => a - b)).toEqual(expected);
});

const step = fc.record({
  from: fc.nat(2),
  to: fc.nat(2),
  cents: fc.integer({ min: 1, max: 5000 }),
  pays: fc.boolean(),
});

test('whatever moved and is voided, halves stay together and no order owes what it gave away', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), fc.nat(), (steps, chosen) => {
      const orders = [order(0, '20.00'), order(1, '35.50', 'REJECTED'), order(2, '9.99')];
      const payments: LedgerPayment[] = [];
      const held = (id: number) => sum(payments.filter((one) => one.orderId === id).map(({ amount }) => amount));
      const needed = ({ status, invoicedUsd }: LedgerOrder) => (status === 'REJECTED' ? '0' : invoicedUsd);
      for (const { from, to, cents, pays } of steps) {
        const amount = (cents / 100).toFixed(2);
        const source = orders[from];
        const id = payments.length + 1;
        if (pays) payments.push(paid(id, from, amount));
        else if (source && from !== to && compare(held(from), add(needed(source), amount)) >= 0)
          payments.push(...moved(id, from, to, amount));
      }
      const start = payments[chosen % Math.max(1, payments.length)];
      if (start === undefined) return;
      const gone = new Set(voidedTogether(start.id, orders, payments).map(({ id }) => id));
      const left = payments.filter(({ id }) => !gone.has(id));
      for (const { id, otherId } of left) expect(otherId === null || !gone.has(otherId), `half ${id}`).toBe(true);
      for (const one of orders) {
        const own = left.filter(({ orderId }) => orderId === one.id);
        const given = own.some(({ id, amount }) => compare(amount, 0) < 0 && id > start.id);
        if (given) expect(compare(sum(own.map(({ amount }) => amount)), needed(one))).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 300 },
  );
});

test('the refusal names each amount and order', () => {
  const to = (orderNumber: string, amount: string) => ({ paymentId: 1, orderId: 1, orderNumber, amount });
  expect(describeMoved('130.00', [to('100124', '30.00'), to('100125', '5.50')])).toBe(
    'Part of this $130.00 was moved on as credit: $30.00 to order 100124 and $5.50 to order 100125. Void that with it.',
  );
});

import { add, multiply, roundCents, subtract } from '../../../domain/money';
import type { OrderStatus } from '../../../domain/orders/status';
import { type DiscountType, paymentState } from '../../../domain/orders/totals';
import type { Random } from '../random';
import { DAY_MS, HOUR_MS } from '../world';

export type Discount = { discountType: DiscountType; discount: string };

/** Most orders have no discount, some a percentage, some a fixed amount. */
export function orderDiscount(random: Random): Discount {
  return random.weigh<Discount>([
    [{ discountType: '$', discount: '0' }, 85],
    [{ discountType: '%', discount: '0.05' }, 5],
    [{ discountType: '%', discount: '0.1' }, 3],
    [{ discountType: '%', discount: '0.125' }, 1],
    [{ discountType: '$', discount: '25' }, 3],
    [{ discountType: '$', discount: '100' }, 2],
    [{ discountType: '$', discount: '249.99' }, 1],
  ]);
}

export type SeededPayment = {
  amount: string;
  paymentType: string;
  paidAt: number;
  note: string;
  voidedAt: number | null;
};

type Habit = 'in-full' | 'late' | 'two-parts' | 'part' | 'never' | 'bounced' | 'too-much';

const HABITS: readonly (readonly [Habit, number])[] = [
  ['in-full', 66],
  ['late', 12],
  ['two-parts', 9],
  ['part', 5],
  ['never', 4],
  ['bounced', 3],
  ['too-much', 1],
];
const BAD_HABITS: typeof HABITS = [
  ['never', 55],
  ['part', 25],
  ['late', 20],
];
const TYPES = [
  ['CHECK', 34],
  ['ACH', 26],
  ['CASH', 24],
  ['WIRE', 12],
  ['OTHER', 4],
] as const;
const OWED: readonly OrderStatus[] = ['ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'];

export type Owed = {
  status: OrderStatus;
  totalUsd: string;
  invoicedUsd: string;
  acceptedAt: number;
  dueDays: number;
  delinquent: boolean;
  now: number;
};

/** An order's payments so far: in full, in parts, late, none, too much, or a bounced check. */
export function paymentsOf(random: Random, owed: Owed): { payments: SeededPayment[]; paidUsd: string } {
  const none = { payments: [], paidUsd: '0.00' };
  if (!OWED.includes(owed.status) || owed.totalUsd === '0.00') return none;
  const planned = planPayments(random, owed);
  // Drawn all the same, so that the rest of the demo stays as it is.
  if (owed.invoicedUsd === '0.00') return none;
  const payments = planned
    .filter(({ paidAt }) => paidAt < owed.now)
    .map((payment) => asOf(payment, owed.now))
    .sort((a, b) => a.paidAt - b.paidAt);
  if (payments.length === 0) return none;
  return { payments, paidUsd: paymentState(owed.invoicedUsd, payments).paidUsd };
}

/** A check the bank returns only later is a payment like any other until then. */
const asOf = (payment: SeededPayment, now: number): SeededPayment =>
  payment.voidedAt === null || payment.voidedAt <= now ? payment : { ...payment, voidedAt: null, note: '' };

function planPayments(random: Random, { invoicedUsd, acceptedAt, dueDays, delinquent }: Owed): SeededPayment[] {
  const due = acceptedAt + (dueDays + 1) * DAY_MS;
  const onTime = Math.max(acceptedAt + HOUR_MS, due - random.int(0, 4) * DAY_MS);
  const late = due + random.int(3, 30) * DAY_MS;
  const pay = (amount: string, paidAt: number, note = ''): SeededPayment => ({
    amount,
    paymentType: random.weigh(TYPES),
    paidAt,
    note,
    voidedAt: null,
  });
  const part = roundCents(multiply(invoicedUsd, random.pick(['0.25', '0.4', '0.5', '0.6'])));
  switch (random.weigh(delinquent ? BAD_HABITS : HABITS)) {
    case 'in-full':
      return [pay(invoicedUsd, onTime)];
    case 'late':
      return [pay(invoicedUsd, late, 'Paid after reminder')];
    case 'two-parts': {
      const rest = roundCents(subtract(invoicedUsd, part));
      return [pay(part, onTime, 'First payment'), pay(rest, late, 'Balance')].filter(
        ({ amount }) => Number(amount) > 0,
      );
    }
    case 'part':
      return Number(part) > 0 ? [pay(part, onTime, 'On account')] : [];
    case 'never':
      return [];
    case 'bounced': {
      const check = { ...pay(invoicedUsd, onTime, 'Check returned by the bank'), paymentType: 'CHECK' };
      return [
        { ...check, voidedAt: onTime + 2 * DAY_MS },
        pay(invoicedUsd, onTime + 5 * DAY_MS, 'Replaces returned check'),
      ];
    }
    case 'too-much':
      return [pay(roundCents(add(invoicedUsd, 20)), onTime, 'Buyer rounded up')];
  }
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, isEqual, roundCents, sum } from '../../../domain/money';
import { discountUsd, orderTotals, paymentState } from '../../../domain/orders/totals';

describe('an order’s total', () => {
  test.each([
    ['ten percent', '200.00', '%', '0.1', '20.00'],
    ['a percent that needs rounding', '99.99', '%', '0.125', '12.50'],
    ['all of it', '200.00', '%', '1', '200.00'],
    ['more than all of it', '200.00', '%', '1.5', '200.00'],
    ['dollars', '200.00', '$', '15.5', '15.50'],
    ['more dollars than there are', '200.00', '$', '500', '200.00'],
    ['none', '200.00', '$', '0', '0.00'],
    ['below none', '200.00', '$', '-5', '0.00'],
    ['a percent below none', '200.00', '%', '-0.1', '0.00'],
    ['something of nothing', '0.00', '$', '5', '0.00'],
  ] as const)('a discount of %s', (_, subtotal, discountType, discount, off) => {
    expect(discountUsd(subtotal, { discountType, discount })).toBe(off);
  });

  test('has lines, subtotal, discount and total', () => {
    const lines = [
      { unitPrice: '108.00', quantity: '2' },
      { unitPrice: '108.00', quantity: '6', unitsPerCase: 12 },
    ];
    expect(orderTotals({ lines, discountType: '%', discount: '0.1' })).toEqual({
      lineTotals: ['216.00', '54.00'],
      subtotalUsd: '270.00',
      orderDiscountUsd: '27.00',
      totalUsd: '243.00',
    });
  });

  test('of an order without lines is zero', () => {
    expect(orderTotals({ lines: [], discountType: '$', discount: '10' }).totalUsd).toBe('0.00');
  });

  test('line totals add up to the subtotal, and nothing is negative', () => {
    const line = fc.record({
      unitPrice: fc.integer({ min: 0, max: 1e6 }).map((cents) => roundCents(cents / 100)),
      quantity: fc.integer({ min: 1, max: 1e5 }).map((hundredths) => String(hundredths / 100)),
    });
    const discount = fc.oneof(
      fc.record({
        discountType: fc.constant('%' as const),
        discount: fc.integer({ min: 0, max: 2000 }).map((n) => String(n / 1000)),
      }),
      fc.record({
        discountType: fc.constant('$' as const),
        discount: fc.integer({ min: 0, max: 1e8 }).map((n) => roundCents(n / 100)),
      }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), discount, (lines, off) => {
        const totals = orderTotals({ lines, ...off });
        expect(isEqual(sum(totals.lineTotals), totals.subtotalUsd)).toBe(true);
        expect(isEqual(add(totals.totalUsd, totals.orderDiscountUsd), totals.subtotalUsd)).toBe(true);
        expect(compare(totals.totalUsd, 0)).toBeGreaterThanOrEqual(0);
        expect(compare(totals.orderDiscountUsd, 0)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('how far an order is paid', () => {
  const paid = (...amounts: string[]) => amounts.map((amount) => ({ amount, voidedAt: null }));

  test.each([
    ['nothing paid', '100.00', paid(), 'UNPAID', '0.00', '100.00'],
    ['a part', '100.00', paid('40'), 'PARTIAL', '40.00', '60.00'],
    ['all but a cent', '100.00', paid('99.99'), 'PARTIAL', '99.99', '0.01'],
    ['all in tenths', '0.30', paid('0.10', '0.10', '0.10'), 'PAID', '0.30', '0.00'],
    ['too much', '100.00', paid('60', '60'), 'OVERPAID', '120.00', '-20.00'],
    ['an order of nothing', '0.00', paid(), 'PAID', '0.00', '0.00'],
    ['a void payment', '100.00', [{ amount: '100', voidedAt: '2026-01-01T00:00:00Z' }], 'UNPAID', '0.00', '100.00'],
    ['payments that cannot be void', '100.00', [{ amount: '100' }], 'PAID', '100.00', '0.00'],
  ])('%s', (_, total, payments, state, paidUsd, balanceUsd) => {
    expect(paymentState(total, payments)).toEqual({ state, paidUsd, balanceUsd });
  });
});

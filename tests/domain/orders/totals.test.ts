import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, isEqual, roundCents, sum } from '../../../domain/money';
import {
  backorderLabel,
  backorderText,
  backorderUsd,
  balanceUsd,
  discountUsd,
  orderTotals,
  paymentState,
  paymentStateIn,
  paymentStateOf,
  totalsOf,
} from '../../../domain/orders/totals';

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
      { unitPrice: '108.00', quantity: '2', isBackorder: false },
      { unitPrice: '108.00', quantity: '6', unitsPerCase: 12, isBackorder: true },
    ];
    expect(orderTotals({ lines, discountType: '%', discount: '0.1' })).toEqual({
      lineTotals: ['216.00', '54.00'],
      subtotalUsd: '270.00',
      orderDiscountUsd: '27.00',
      totalUsd: '243.00',
      invoicedUsd: '194.40',
    });
  });

  test('of an order without lines is zero', () => {
    expect(orderTotals({ lines: [], discountType: '$', discount: '10' }).totalUsd).toBe('0.00');
  });

  test('line totals add up to the subtotal, and nothing is negative', () => {
    const line = fc.record({
      unitPrice: fc.integer({ min: 0, max: 1e6 }).map((cents) => roundCents(cents / 100)),
      quantity: fc.integer({ min: 1, max: 1e5 }).map((hundredths) => String(hundredths / 100)),
      isBackorder: fc.boolean(),
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
        expect(compare(totals.invoicedUsd, 0)).toBeGreaterThanOrEqual(0);
        // Each line made an ordinary one owes more or the same, and all of them exactly what was ordered.
        let before = totals;
        const now = [...lines];
        for (const [at, one] of lines.entries()) {
          now[at] = { ...one, isBackorder: false };
          const after = orderTotals({ lines: now, ...off });
          expect(after.totalUsd).toBe(totals.totalUsd);
          expect(compare(after.invoicedUsd, before.invoicedUsd)).toBeGreaterThanOrEqual(0);
          before = after;
        }
        expect(before.invoicedUsd).toBe(totals.totalUsd);
      }),
    );
  });
});

describe('what of an order is invoiced', () => {
  const ordinary = (total: string) => ({ total, isBackorder: false });
  const later = (total: string) => ({ total, isBackorder: true });

  test.each([
    ['all of it without backorder lines', [ordinary('80.00'), ordinary('20.00')], '$', '10', '90.00'],
    ['its ordinary lines', [ordinary('80.00'), later('20.00')], '$', '0', '80.00'],
    ['less their share of dollars off', [ordinary('80.00'), later('20.00')], '$', '10', '72.00'],
    ['less their share of a percent off', [ordinary('80.00'), later('20.00')], '%', '0.1', '72.00'],
    ['to the cent', [ordinary('33.33'), later('66.67')], '$', '10', '30.00'],
    ['nothing where all waits', [later('80.00')], '$', '10', '0.00'],
    ['nothing where all is taken off', [ordinary('80.00'), later('20.00')], '$', '500', '0.00'],
    ['nothing of free lines', [ordinary('0.00'), later('20.00')], '$', '5', '0.00'],
    ['nothing without lines', [], '$', '5', '0.00'],
  ] as const)('is %s', (_, lines, discountType, discount, expected) => {
    const order = totalsOf(lines, { discountType, discount });
    expect(order.invoicedUsd).toBe(expected);
    expect(add(order.invoicedUsd, backorderUsd(order))).toBe(String(Number(order.totalUsd)));
  });

  test.each([
    ['part of it waits', '60.00', 'ACCEPTED', '$120.00 of the total waits as backorder'],
    ['part of it waits and some was sent', '60.00', 'SHIPPED', '$120.00 of the total waits as backorder'],
    ['part of it was never sent', '60.00', 'COMPLETE', '$120.00 of the total wasn’t sent or invoiced'],
    ['nothing waits', '180.00', 'ACCEPTED', null],
    ['all was sent', '180.00', 'COMPLETE', null],
  ] as const)('is said beside the total: %s', (_, invoicedUsd, status, text) => {
    expect(backorderText({ totalUsd: '180.00', invoicedUsd, status })).toBe(text);
  });

  test.each([
    ['ACCEPTED', 'On backorder, not invoiced yet'],
    ['DELIVERED', 'On backorder, not invoiced yet'],
    ['COMPLETE', 'Not sent, not invoiced'],
    ['REJECTED', 'Not sent, not invoiced'],
  ] as const)('is called as it is: %s', (status, label) => {
    expect(backorderLabel(status)).toBe(label);
  });

  test.each([
    ['the ordinary lines are paid', '60.00', '60.00', 'PAID', '0.00'],
    ['the whole was paid ahead', '60.00', '180.00', 'OVERPAID', '-120.00'],
    ['a part is paid', '60.00', '20.00', 'PARTIAL', '40.00'],
    ['nothing is paid', '60.00', '0.00', 'UNPAID', '60.00'],
    ['nothing is due yet', '0.00', '0.00', null, '0.00'],
    ['what isn’t due yet was paid', '0.00', '180.00', 'OVERPAID', '-180.00'],
  ] as const)('says how far it is paid: %s', (_, invoicedUsd, paidUsd, state, balance) => {
    const order = { totalUsd: '180.00', invoicedUsd, paidUsd };
    expect(paymentStateOf(order)).toBe(state);
    expect(balanceUsd(order)).toBe(balance);
    expect(paymentStateIn('ACCEPTED', order)).toBe(state);
    expect(paymentStateIn('CANCELLED', order)).toBeNull();
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

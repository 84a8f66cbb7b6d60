import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, subtract, sum } from '../../../../domain/money';
import { firstOfDay, joinPortions, portionsOf } from '../../../../domain/orders/merge/portions';

const PLACED = new Date('2026-01-20T10:00:00Z');
const LATER = new Date('2026-02-03T10:00:00Z');
const line = (totalUsd: string, orderedAt: Date | null = null) => ({ totalUsd, orderedAt });

test('a merged order counts each line on the day it was first ordered, less its share of the discount', () => {
  expect(portionsOf([line('60.00'), line('40.00', LATER)], PLACED, '10.00')).toEqual([
    { orderedAt: PLACED, totalUsd: '54.00', orderDiscountUsd: '6.00' },
    { orderedAt: LATER, totalUsd: '36.00', orderDiscountUsd: '4.00' },
  ]);
});

test('portions add up to the order to the cent, whatever its lines and discount', () => {
  const cents = fc.integer({ min: 0, max: 999_999 }).map((amount) => (amount / 100).toFixed(2));
  const lines = fc.array(fc.record({ totalUsd: cents, at: fc.nat(3) }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, fc.nat(100), (drawn, percent) => {
      const own = drawn.map(({ totalUsd, at }) => line(totalUsd, at === 0 ? null : new Date(PLACED.getTime() + at)));
      const whole = sum(own.map(({ totalUsd }) => totalUsd));
      const discount = ((Number(whole) * percent) / 100).toFixed(2);
      const portions = portionsOf(own, PLACED, discount);
      expect(
        compare(sum(portions.map(({ orderDiscountUsd }) => orderDiscountUsd)), Number(whole) === 0 ? '0' : discount),
      ).toBe(0);
      expect(
        compare(sum(portions.map(({ totalUsd }) => totalUsd)), subtract(whole, Number(whole) === 0 ? '0' : discount)),
      ).toBe(0);
    }),
  );
});

test('orders of one day become one portion, at the earliest of their times', () => {
  const [morning, evening] = [new Date('2026-01-20T08:00:00Z'), new Date('2026-01-20T20:00:00Z')];
  const firstOf = firstOfDay([LATER, evening, morning], (time) => time.toISOString().slice(0, 10));
  expect([evening, LATER].map(firstOf)).toEqual([morning, LATER]);
  const portion = (orderedAt: Date, totalUsd: string) => ({ orderedAt, totalUsd, orderDiscountUsd: '1.00' });
  expect(joinPortions([portion(LATER, '5.00'), portion(evening, '3.00'), portion(morning, '2.00')], firstOf)).toEqual([
    { orderedAt: morning, totalUsd: '5.00', orderDiscountUsd: '2.00' },
    { orderedAt: LATER, totalUsd: '5.00', orderDiscountUsd: '1.00' },
  ]);
});

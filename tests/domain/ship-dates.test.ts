import { expect, test } from 'vitest';
import { dueWhenShipped } from '../../domain/orders/ship-dates';

const before = { shipDate: '2026-12-01', paymentDueDate: '2026-12-31' };

test.each([
  ['later', before, '2026-12-04', '2027-01-03'],
  ['earlier', before, '2026-11-28', '2026-12-28'],
  ['never', before, null, '2026-12-31'],
  ['for the first time', { ...before, shipDate: null }, '2026-12-04', '2026-12-31'],
  ['without a due date', { ...before, paymentDueDate: null }, '2026-12-04', null],
])('an order that ships %s', (_when, dates, shipDate, due) => {
  expect(dueWhenShipped(dates, shipDate)).toBe(due);
});

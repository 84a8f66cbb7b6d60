import { expect, test } from 'vitest';
import { dueOnAcceptance, dueWhenShipped } from '../../../domain/orders/ship-dates';

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

test.each([
  [30, '2026-12-31'],
  [0, '2026-12-01'],
  [null, null],
  [undefined, null],
])('an order accepted on December 1 with terms of %s days is due %s', (days, due) => {
  expect(dueOnAcceptance('2026-12-01', days)).toBe(due);
});

import { describe, expect, test } from 'vitest';
import { countsDueDateOnBilling, dueOnAcceptance, dueWhenShipped } from '../../../domain/orders/ship-dates';

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

describe('an order whose lines change', () => {
  const waiting = {
    status: 'ACCEPTED',
    invoicedUsd: '0.00',
    paymentDueDate: '2027-01-31',
    countedDueDate: '2027-01-31',
  };
  const billed = { invoicedUsd: '100.00', paymentDueDate: '2027-01-31' };
  test.each([
    ['the first of it is billed', {}, {}, true],
    ['the first of it is billed after it was sent', { status: 'SHIPPED' }, {}, true],
    ['more of it is billed', { invoicedUsd: '40.00' }, {}, false],
    ['nothing of it is billed yet', {}, { invoicedUsd: '0.00' }, false],
    ['it isn’t accepted yet', { status: 'BACKORDER' }, {}, false],
    ['people had agreed on a day', { countedDueDate: '2027-01-30' }, {}, false],
    ['a day is chosen with it', {}, { paymentDueDate: '2027-02-15' }, false],
    ['its day is taken away with it', {}, { paymentDueDate: null }, false],
  ] as const)('is due as if it was accepted then only if nobody chose a day: %s', (_when, was, is, counts) => {
    expect(countsDueDateOnBilling({ ...waiting, ...was } as never, { ...billed, ...is })).toBe(counts);
  });
});

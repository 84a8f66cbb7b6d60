import { expect, it } from 'vitest';
import { isOverdue } from '../../../../domain/orders/payments/overdue';

const owed = { status: 'ACCEPTED', paymentDueDate: '2026-03-01', invoicedUsd: '100.00', paidUsd: '40.00' } as const;

it.each([
  ['the day after it was due', {}, '2026-03-02', true],
  ['on the day itself', {}, '2026-03-01', false],
  ['without a date', { paymentDueDate: null }, '2026-03-02', false],
  ['paid in full', { paidUsd: '100.00' }, '2026-03-02', false],
  ['a draft', { status: 'DRAFT' }, '2026-03-02', false],
  ['not accepted yet', { status: 'SUBMITTED' }, '2026-03-02', false],
  ['waiting for stock', { status: 'BACKORDER' }, '2026-03-02', false],
  ['cancelled', { status: 'CANCELLED' }, '2026-03-02', false],
  ['complete, and still unpaid', { status: 'COMPLETE', paidUsd: '0' }, '2026-03-02', true],
] as const)('says whether payment is late: %s', (_, order, today, late) => {
  expect(isOverdue({ ...owed, ...order }, today)).toBe(late);
});

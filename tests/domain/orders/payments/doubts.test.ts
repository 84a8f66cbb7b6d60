import { expect, test } from 'vitest';
import { paymentDoubts } from '../../../../domain/orders/payments/doubts';

const TODAY = '2026-11-26';

test.each([
  ['the balance', '60.00', '100.00', '40.00', TODAY, {}],
  ['a check rounded up', '70.00', '100.00', '40.00', TODAY, {}],
  ['a cent above what is usual', '70.01', '100.00', '40.00', TODAY, ['amount']],
  ['a dollar above a small order', '3.00', '2.00', '0.00', TODAY, {}],
  ['the same check twice', '100.00', '100.00', '100.00', TODAY, ['amount']],
  ['any money for a free order', '5.00', '0.00', '0.00', TODAY, ['amount']],
  ['yesterday', '60.00', '100.00', '40.00', '2026-11-25', {}],
  ['tomorrow', '60.00', '100.00', '40.00', '2026-11-27', ['paymentDate']],
  ['both', '600.00', '100.00', '40.00', '2027-01-01', ['amount', 'paymentDate']],
])('%s is asked about where it should be', (_, amount, totalUsd, paidUsd, paymentDate, asked) => {
  expect(
    Object.keys(paymentDoubts({ amount, paymentDate }, { totalUsd, invoicedUsd: totalUsd, paidUsd }, TODAY)),
  ).toEqual(Array.isArray(asked) ? asked : []);
});

test('the question names the amounts and the day', () => {
  const entered = { amount: '29092.50', paymentDate: '2027-03-02' };
  expect(paymentDoubts(entered, { totalUsd: '3000.00', invoicedUsd: '3000.00', paidUsd: '90.75' }, TODAY)).toEqual({
    amount: '$29,092.50 is $26,183.25 more than the order’s balance of $2,909.25.',
    paymentDate: '03/02/2027 is in the future.',
  });
});

test('a payment of what waits as backorder too is asked about, and why its balance is less is said', () => {
  const order = { totalUsd: '180.00', invoicedUsd: '60.00', paidUsd: '0.00' };
  const paid = (amount: string) => paymentDoubts({ amount, paymentDate: TODAY }, order, TODAY);
  expect(paid('60.00')).toEqual({});
  expect(paid('180.00')).toEqual({
    amount: '$180.00 is $120.00 more than the order’s balance of $60.00. $120.00 of the total waits as backorder.',
  });
});

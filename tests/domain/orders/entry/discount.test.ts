import { expect, test } from 'vitest';
import { discountShown, readDiscount } from '../../../../domain/orders/entry/discount';

test.each(['0.33333', '0.333333', '0.000001', '0.125', '0.1', '1', '0'])(
  'a discount kept as the fraction %s is read from its form as it was',
  (discount) => {
    const shown = discountShown({ discountType: '%', discount });
    expect(readDiscount({ discountType: '%', discount: shown })).toBe(discount);
  },
);

test.each([
  ['%', '33.333', '0.33333'],
  ['%', '7.5%', '0.075'],
  ['%', '', '0'],
  ['$', '$14.50', '14.5'],
  ['$', '', '0'],
  ['%', '0.33333', null],
  ['%', '10 percent', null],
  ['$', '14.999', null],
] as const)('a discount in %s typed as %o is %o', (discountType, discount, read) => {
  expect(readDiscount({ discountType, discount })).toBe(read);
});

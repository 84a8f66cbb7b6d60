import { expect, test } from 'vitest';
import { filledSkus } from '../../../domain/carts/filled';

const LINES = [
  { sku: 'BD-8', productId: 1, problem: null },
  { sku: 'GONE', productId: 2, problem: 'Not sold anymore' },
  { sku: 'NOPE', productId: null, problem: 'Product not found' },
];

test.each([
  ['what was ordered', [], [], ['BD-8']],
  ['nothing that was refused', [], [1], []],
  ['what has a substitute', [[2, 9]], [], ['BD-8', 'GONE']],
  ['nothing whose substitute was refused', [[2, 9]], [9], ['BD-8']],
  ['what has a substitute while another is refused', [[2, 9]], [1], ['GONE']],
] as const)('in the cart is %s', (_, instead, refused, skus) => {
  expect(filledSkus(LINES, new Map(instead), new Set<number>(refused))).toEqual(skus);
});

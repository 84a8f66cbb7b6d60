import { expect, test } from 'vitest';
import { type Sellable, whyNotSent, whyNotSold } from '../../../domain/orders/sendable';
import type { OrderStatus } from '../../../domain/orders/status';

const sold: Sellable = { isParent: false, listingState: 'AVAILABLE' };
const known = new Map<number, Sellable>([
  [1, sold],
  [2, { ...sold, listingState: 'ARCHIVED' }],
  [3, { ...sold, listingState: 'UNAVAILABLE' }],
  [4, { ...sold, isParent: true }],
  [5, { ...sold, listingState: 'INTERNAL' }],
]);
const why = (status: OrderStatus, to: OrderStatus, ids: readonly number[]) =>
  whyNotSent(
    { orderNumber: '1001', status },
    to,
    ids.map((productId) => ({ productId, productName: `P${productId}` })),
    (id) => known.get(id),
  );

test.each([
  [1, null],
  [2, 'Archived'],
  [3, 'Unavailable'],
  [4, 'Product not found'],
  [5, null],
  [9, 'Product not found'],
])('product %s can’t be sold because: %s', (id, expected) => {
  expect(whyNotSold(known.get(id))).toBe(expected);
});

test.each<[OrderStatus, OrderStatus, number[], string | null]>([
  ['DRAFT', 'SUBMITTED', [], 'Order 1001 has no lines. Add one first.'],
  ['ACCEPTED', 'FULFILLED', [], 'Order 1001 has no lines. Add one first.'],
  ['DRAFT', 'CANCELLED', [], null],
  ['ACCEPTED', 'BACKORDER', [], null],
  ['DRAFT', 'SUBMITTED', [1, 5], null],
  [
    'DRAFT',
    'ACCEPTED',
    [1, 2, 2, 3],
    'Order 1001 has products that aren’t sold now: P2 (archived) and P3 (unavailable). Remove them first.',
  ],
  [
    'DRAFT',
    'SUBMITTED',
    [2, 3, 4, 6, 7],
    'Order 1001 has products that aren’t sold now: P2 (archived), P3 (unavailable), P4 (product not found), and 2 more. Remove them first.',
  ],
  ['SUBMITTED', 'ACCEPTED', [2], null],
])('from %s to %s with lines of %o: %s', (status, to, ids, expected) => {
  expect(why(status, to, ids)).toBe(expected);
});

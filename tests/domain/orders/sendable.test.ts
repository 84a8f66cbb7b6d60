import { expect, test } from 'vitest';
import type { QuantityProduct } from '../../../domain/catalogue/units/quantity';
import { type Sellable, whyNotSent, whyNotSold } from '../../../domain/orders/sendable';
import type { OrderStatus } from '../../../domain/orders/status';

const sold: Sellable & QuantityProduct = {
  isParent: false,
  listingState: 'AVAILABLE',
  inventoryManagement: 'MANUAL',
  totalEffectiveInventory: '1',
  sellInUnitOfMeasure: 'Unit',
  sellInBulk: false,
  unitMultiplier: '1',
  minimumOrder: '10',
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
};
const known = new Map<number, Sellable & QuantityProduct>([
  [1, sold],
  [2, { ...sold, listingState: 'ARCHIVED' }],
  [3, { ...sold, listingState: 'UNAVAILABLE' }],
  [4, { ...sold, isParent: true }],
  [5, { ...sold, listingState: 'INTERNAL' }],
]);
const why = (status: OrderStatus, to: OrderStatus, ids: readonly number[], quantity = '2') =>
  whyNotSent(
    { orderNumber: '1001', status },
    to,
    ids.map((productId) => ({ productId, productName: `P${productId}`, quantity, unitOfMeasure: 'Unit' })),
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

test.each<[OrderStatus, string, string | null]>([
  // Less than the minimum and more than there is: neither is about what a quantity may be.
  ['DRAFT', '5', null],
  ['DRAFT', '1.5', 'Order 1001 has quantities to correct: P1 (must be whole units). Edit them first.'],
  ['SUBMITTED', '1.5', null],
])('a %s order with a quantity of %s is sent on: %s', (status, quantity, expected) => {
  expect(why(status, 'ACCEPTED', [1], quantity)).toBe(expected);
});

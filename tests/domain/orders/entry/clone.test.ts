import { expect, test } from 'vitest';
import { cloneLines } from '../../../../domain/orders/entry/clone';
import type { LineProduct } from '../../../../domain/orders/entry/draft';

const product = (id: number, listingState: LineProduct['listingState']) =>
  ({
    id,
    listingState,
    isParent: false,
    sellInUnitOfMeasure: 'Case',
    unitOfMeasure: 'Unit',
    sellInBulk: true,
  }) as LineProduct;
const products = new Map(
  [product(1, 'AVAILABLE'), product(2, 'ARCHIVED'), product(3, 'UNAVAILABLE')].map((p) => [p.id, p]),
);
const line = (productId: number, orderedUnitPrice = '9.00', unitOfMeasure = 'Case') => ({
  productId,
  productName: `Product ${productId}`,
  sku: `P-${productId}`,
  quantity: '2',
  unitOfMeasure,
  orderedUnitPrice,
  isSample: false,
  isBackorder: false,
  notes: 'Keep cold',
});
const clone = (lines: ReturnType<typeof line>[], prices: 'copy' | 'current') =>
  cloneLines(lines, (id) => products.get(id), prices);

test('a clone keeps quantity, unit and note of each line, and its price if asked', () => {
  expect(clone([line(1)], 'copy').lineItems).toMatchObject([
    { id: null, productId: 1, quantity: '2', unitOfMeasure: 'Case', salePrice: '9.00', notes: 'Keep cold' },
  ]);
  expect(clone([line(1)], 'current').lineItems).toMatchObject([{ salePrice: null }]);
});

test('a price of 0 isn’t kept, nor a unit the product isn’t sold in any more', () => {
  expect(clone([line(1, '0.00', 'Pound')], 'copy').lineItems).toMatchObject([{ salePrice: null, unitOfMeasure: null }]);
});

test('archived, unavailable and vanished products are left out, each with its reason', () => {
  expect(clone([line(1), line(2), line(3), line(4)], 'copy').skipped.map(({ sku, reason }) => [sku, reason])).toEqual([
    ['P-2', 'Archived'],
    ['P-3', 'Unavailable'],
    ['P-4', 'Product not found'],
  ]);
});

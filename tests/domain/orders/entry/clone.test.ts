import { expect, test } from 'vitest';
import { clonedDiscount, cloneLines } from '../../../../domain/orders/entry/clone';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { lineAmount } from '../../../../domain/orders/line';
import { lineTotal } from '../../../../domain/pricing/price';

const product = (id: number, listingState: LineProduct['listingState'], packing: Partial<LineProduct> = {}) =>
  ({
    id,
    listingState,
    isParent: false,
    sellInUnitOfMeasure: 'Case',
    unitOfMeasure: 'Unit',
    sellInBulk: true,
    unitMultiplier: '12',
    ...packing,
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
  soldInBulk: true,
  unitMultiplier: '12',
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

test('a price of 0 isn’t kept', () => {
  expect(clone([line(1, '0.00')], 'copy').lineItems).toMatchObject([{ salePrice: null, unitOfMeasure: 'Case' }]);
});

const CASE = { unitOfMeasure: 'Case', soldInBulk: true, unitMultiplier: '12' };
const UNIT = { unitOfMeasure: 'Unit', soldInBulk: true, unitMultiplier: '12' };
const LOOSE = { unitOfMeasure: 'Unit', soldInBulk: false, unitMultiplier: '1' };
const BY_UNIT = { sellInUnitOfMeasure: 'Unit', sellInBulk: false, unitMultiplier: '1' } as const;

test.each<[string, typeof CASE, string, Partial<LineProduct>, object]>([
  ['a case of the same size', CASE, '2', {}, { quantity: '2', unitOfMeasure: 'Case', salePrice: '108.00' }],
  ['a larger case', CASE, '4', { unitMultiplier: '24' }, { quantity: '2', unitOfMeasure: 'Case', salePrice: '216.00' }],
  ['a smaller case', CASE, '2', { unitMultiplier: '6' }, { quantity: '4', unitOfMeasure: 'Case', salePrice: '54.00' }],
  ['cases, now sold by the unit', CASE, '2', BY_UNIT, { quantity: '24', unitOfMeasure: 'Unit', salePrice: '9.00' }],
  ['units, now sold by the case', LOOSE, '24', {}, { quantity: '24', unitOfMeasure: 'Unit', salePrice: '1296.00' }],
  ['units of a case', UNIT, '18', {}, { quantity: '18', unitOfMeasure: 'Unit', salePrice: '108.00' }],
  [
    'units of a larger case',
    UNIT,
    '18',
    { unitMultiplier: '24' },
    { quantity: '18', unitOfMeasure: 'Unit', salePrice: '216.00' },
  ],
])('%s is copied as the same goods at the same price', (_, units, quantity, packing, expected) => {
  const now = product(1, 'AVAILABLE', packing);
  const was = { ...line(1, '108.00'), ...units, quantity };
  const [copied] = cloneLines([was], () => now, 'copy').lineItems;
  expect(copied).toMatchObject(expected);
  const totals = [
    was,
    { ...was, ...copied, orderedUnitPrice: copied?.salePrice ?? '', soldInBulk: now.sellInBulk },
  ].map(({ orderedUnitPrice, ...one }, at) =>
    lineTotal(
      lineAmount({
        ...one,
        unitPrice: orderedUnitPrice,
        ...(at === 1 && { unitMultiplier: now.unitMultiplier }),
      } as never),
    ),
  );
  expect(totals[1]).toBe(totals[0]);
});

test('each line keeps its own price, also two of one product', () => {
  const { lineItems, from } = clone([line(1, '9.00'), line(2), line(1, '7.00')], 'copy');
  expect(lineItems.map(({ salePrice }) => salePrice)).toEqual(['9.00', '7.00']);
  expect(from.map(({ orderedUnitPrice }) => orderedUnitPrice)).toEqual(['9.00', '7.00']);
});

test('a product measured in another unit now is left out', () => {
  expect(clone([line(1, '9.00', 'Pound')], 'copy').skipped).toMatchObject([
    { reason: 'Sold by the unit now, not the pound' },
  ]);
});

test.each([
  ['$', '50.00', 1, '0'],
  ['$', '50.00', 0, '50.00'],
  ['%', '0.1', 1, '0.1'],
  ['$', '0', 1, '0'],
])('of a discount in %s of %s with %s lines left out, %s is kept', (discountType, discount, left, kept) => {
  expect(clonedDiscount({ discountType, discount }, Array(left).fill(null))).toEqual({ discountType, discount: kept });
});

test('archived, unavailable and vanished products are left out, each with its reason', () => {
  expect(clone([line(1), line(2), line(3), line(4)], 'copy').skipped.map(({ sku, reason }) => [sku, reason])).toEqual([
    ['P-2', 'Archived'],
    ['P-3', 'Unavailable'],
    ['P-4', 'Product not found'],
  ]);
});

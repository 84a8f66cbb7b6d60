import { expect, test } from 'vitest';
import { lineAmount, lineBaseUnits, markFirsts } from '../../../domain/orders/line';
import { lineTotal } from '../../../domain/pricing/price';

test.each([
  ['units priced each', { unitOfMeasure: 'Unit', soldInBulk: false, unitMultiplier: '1' }, '3', '3', '324.00'],
  ['cases priced by the case', { unitOfMeasure: 'Case', soldInBulk: true, unitMultiplier: '12' }, '3', '36', '324.00'],
  [
    'cases of a product not sold in bulk',
    { unitOfMeasure: 'Case', soldInBulk: false, unitMultiplier: '12' },
    '3',
    '36',
    '324.00',
  ],
  ['units priced by the case', { unitOfMeasure: 'Unit', soldInBulk: true, unitMultiplier: '12' }, '30', '30', '270.00'],
  [
    'pounds and parts of them',
    { unitOfMeasure: 'Pound', soldInBulk: false, unitMultiplier: '1' },
    '0.25',
    '0.25',
    '27.00',
  ],
])('%s take the right stock and total at $108.00', (_what, units, quantity, baseUnits, total) => {
  expect(lineBaseUnits({ ...units, quantity })).toBe(baseUnits);
  expect(lineTotal(lineAmount({ ...units, quantity, unitPrice: '108.00' }))).toBe(total);
});

test('a line is the first of its product and its brand only once in an order', () => {
  const lines = [
    { productId: 1, brandId: 7 },
    { productId: 2, brandId: 7 },
    { productId: 1, brandId: 7 },
    { productId: 3, brandId: 8 },
  ];
  const firsts = markFirsts(lines);
  expect(firsts.map(({ isFirstOfProduct }) => isFirstOfProduct)).toEqual([true, true, false, true]);
  expect(firsts.map(({ isFirstOfBrand }) => isFirstOfBrand)).toEqual([true, false, false, true]);
});

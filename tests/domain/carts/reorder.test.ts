import { describe, expect, test } from 'vitest';
import { type BoughtLine, wantedLines } from '../../../domain/carts/reorder';

const bought: BoughtLine = {
  productId: 1,
  productName: 'Blue Dream',
  sku: 'BD-1',
  unitOfMeasure: 'Case',
  soldInBulk: true,
  unitMultiplier: '12',
  quantity: '2',
  orderedUnitPrice: '60.00',
  isSample: false,
};
const quantities = (lines: BoughtLine[], sellInUnitOfMeasure: string, unitMultiplier = '12') =>
  wantedLines(lines, () => ({ sellInUnitOfMeasure, unitMultiplier })).map(({ quantity }) => quantity);

describe('buying an order again', () => {
  test.each([
    ['as many cases', 'Case', '12', '2'],
    ['as much in cases of another size', 'Case', '24', '1'],
    ['as much in units', 'Unit', '12', '24'],
  ])('takes %s', (_, unit, multiplier, quantity) => {
    expect(quantities([bought], unit, multiplier)).toEqual([quantity]);
  });

  test('takes cases of what was bought in units', () => {
    expect(quantities([{ ...bought, unitOfMeasure: 'Unit', quantity: '36' }], 'Case')).toEqual(['3']);
  });

  test('takes a product of several lines once, with what all of it came to then', () => {
    const lines = [
      bought,
      { ...bought, productId: 2, sku: 'G-1' },
      { ...bought, quantity: '1', orderedUnitPrice: '50.00' },
    ];
    expect(wantedLines(lines, () => ({ sellInUnitOfMeasure: 'Case', unitMultiplier: '12' }))).toEqual([
      { productId: 1, productName: 'Blue Dream', sku: 'BD-1', quantity: '3', before: '170.00' },
      { productId: 2, productName: 'Blue Dream', sku: 'G-1', quantity: '2', before: '120.00' },
    ]);
  });

  test('leaves samples to the seller', () => {
    expect(quantities([{ ...bought, isSample: true }], 'Case')).toEqual([]);
  });

  test('says what was bought of a product that is no longer shown', () => {
    expect(wantedLines([bought], () => undefined)).toMatchObject([{ quantity: '2', before: '120.00' }]);
  });
});

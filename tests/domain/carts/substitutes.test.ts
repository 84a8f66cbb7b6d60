import { describe, expect, test } from 'vitest';
import { type Alike, likenessOf, rankSubstitutes, substituteQuantity } from '../../../domain/carts/substitutes';
import type { QuantityProduct } from '../../../domain/catalogue/units/quantity';

const gone: Alike = {
  id: 1,
  category: 'Pre-Roll',
  subcategoryId: 4,
  brandId: 1,
  sellerCompanyId: 1,
  strain: { name: 'Blue Dream', strainClassification: 'SATIVA_HYBRID' },
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Case',
  sellInBulk: true,
  unitMultiplier: '50',
  unitPrice: '200.00',
};
const other = (id: number, values: Partial<Alike> = {}): Alike => ({
  ...gone,
  id,
  brandId: 2,
  sellerCompanyId: 2,
  ...values,
});
const NO_STRAIN = { strain: null };

describe('a substitute', () => {
  test.each([
    ['of another category', { category: 'Vape Cartridge (each)' }],
    ['measured otherwise', { unitOfMeasure: 'Pound' }],
  ])('is none %s', (_, values) => expect(likenessOf(gone, other(2, values), true)).toBeNull());

  test('is not the product itself', () => expect(likenessOf(gone, gone, true)).toBeNull());

  test('of the strain comes before one of its type, and that before another', () => {
    const found = rankSubstitutes(
      gone,
      [
        other(2, NO_STRAIN),
        other(3, { strain: { name: 'Jack Herer', strainClassification: 'SATIVA_HYBRID' } }),
        other(4, { strain: { name: 'blue dream', strainClassification: 'SATIVA_HYBRID' } }),
      ],
      new Set(),
    );
    expect(found.map(({ id }) => id)).toEqual([4, 3, 2]);
  });

  test('from a seller one buys from comes first where it is as alike', () => {
    const found = rankSubstitutes(gone, [other(2), other(3, { sellerCompanyId: 9 })], new Set([9]));
    expect(found.map(({ id }) => id)).toEqual([3, 2]);
  });

  test('of a like price per unit comes first, whatever its case holds', () => {
    const found = rankSubstitutes(
      gone,
      [
        other(2, { unitPrice: '420.00' }),
        other(3, { sellInUnitOfMeasure: 'Unit', sellInBulk: false, unitMultiplier: '1', unitPrice: '4.10' }),
      ],
      new Set(),
    );
    expect(found.map(({ id }) => id)).toEqual([3, 2]);
  });

  test('is the cheaper of two that are as alike', () => {
    const found = rankSubstitutes(
      gone,
      [other(2, { unitPrice: '205.00' }), other(3, { unitPrice: '195.00' })],
      new Set(),
    );
    expect(found.map(({ id }) => id)).toEqual([3, 2]);
  });
});

const product: QuantityProduct = {
  listingState: 'AVAILABLE',
  inventoryManagement: 'MANUAL',
  totalEffectiveInventory: '1000',
  sellInUnitOfMeasure: 'Case',
  sellInBulk: true,
  unitMultiplier: '24',
  minimumOrder: null,
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
};
const byUnit = { ...product, sellInUnitOfMeasure: 'Unit', sellInBulk: false };

describe('the same quantity of a substitute', () => {
  test.each<[string, string, QuantityProduct, string | null]>([
    ['is rounded up to whole cases', '100', product, '5'],
    ['is as many units', '100', byUnit, '100'],
    ['is a fraction where that is allowed', '1.25', { ...byUnit, allowFractionalQuantities: true }, '1.25'],
    ['is whole where it isn’t', '1.25', byUnit, '2'],
    ['is its minimum at least', '3', { ...byUnit, minimumOrder: '10' }, '10'],
    ['is its maximum at most', '100', { ...byUnit, maximumOrder: '40' }, '40'],
    ['is what there is at most', '100', { ...product, totalEffectiveInventory: '50' }, '2'],
    ['is none where less than a case is left', '100', { ...product, totalEffectiveInventory: '20' }, null],
    [
      'is none where there is less than its minimum',
      '5',
      { ...byUnit, totalEffectiveInventory: '5', minimumOrder: '10' },
      null,
    ],
    ['is none of what can’t run out but isn’t sold', '5', { ...byUnit, totalEffectiveInventory: '0' }, null],
    ['is all of it on backorder', '5', { ...byUnit, totalEffectiveInventory: '0', listingState: 'BACKORDER' }, '5'],
  ])('%s', (_, base, sold, expected) => expect(substituteQuantity(base, sold)).toBe(expected));

  test('leaves what the buyer’s other carts have', () => {
    expect(substituteQuantity('100', { ...byUnit, totalEffectiveInventory: '90' }, { inCart: '30' })).toBe('60');
  });
});

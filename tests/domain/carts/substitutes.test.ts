import { describe, expect, test } from 'vitest';
import { type Alike, isGone, likenessOf, rankSubstitutes, substituteQuantity } from '../../../domain/carts/substitutes';
import type { QuantityProduct } from '../../../domain/catalogue/units/quantity';
import { byCase, orderable } from '../../support/catalogue/orderable';

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

describe('a better substitute comes first, though it may cost more:', () => {
  const byUnit = { sellInUnitOfMeasure: 'Unit', sellInBulk: false, unitMultiplier: '1' };
  const typed = (strainClassification: 'NA' | 'INDICA', name = 'Jack') => ({ strain: { name, strainClassification } });
  test.each<[string, Partial<Alike>, Partial<Alike>, Partial<Alike>?]>([
    ['one of the same kind', {}, { subcategoryId: 5 }],
    [
      'one of the same kind before one in as large a case',
      { unitMultiplier: '25', unitPrice: '100.00' },
      { subcategoryId: 5 },
    ],
    ['one of the same kind before one of the brand', {}, { subcategoryId: 5, brandId: 1 }],
    ['one of a close price', { unitPrice: '170.00' }, { unitPrice: '169.00' }],
    ['one of a close price, the dearer', { unitPrice: '230.00' }, { unitPrice: '160.00' }],
    ['one of a near price', { unitPrice: '130.00' }, { unitPrice: '129.00' }],
    [
      'one of a near price and the brand before one of a close price',
      { unitPrice: '160.00', brandId: 1, subcategoryId: 4 },
      { unitPrice: '160.00' },
    ],
    ['one in as large a case', {}, { unitMultiplier: '25', unitPrice: '100.00' }],
    ['one in a case before single ones', {}, { ...byUnit, unitPrice: '4.00' }],
    ['one of the brand', { brandId: 1 }, {}],
    [
      'one that costs nothing where the other does',
      { unitPrice: '0.00' },
      { unitPrice: '1.00' },
      { unitPrice: '0.00' },
    ],
    [
      'one of the type before one from a known brand in another case',
      typed('INDICA'),
      { ...NO_STRAIN, brandId: 1 },
      typed('INDICA', 'Kush'),
    ],
  ])('%s', (_, better, worse, wanted = {}) => {
    const found = rankSubstitutes({ ...gone, ...wanted }, [other(2, worse), other(3, better)], new Set());
    expect(found.map(({ id }) => id)).toEqual([3, 2]);
  });

  test.each<[string, Partial<Alike>, Partial<Alike>, Partial<Alike>]>([
    ['no kind', { subcategoryId: null }, { subcategoryId: null }, { subcategoryId: 4 }],
    ['no strain', NO_STRAIN, NO_STRAIN, typed('INDICA')],
    ['no type', typed('NA', 'Kush'), typed('NA'), typed('INDICA')],
  ])('but %s is nothing to have in common', (_, wanted, one, another) => {
    const likeness = (values: Partial<Alike>) => likenessOf({ ...gone, ...wanted }, other(2, values), false);
    expect(likeness(one)).toBe(likeness(another));
  });

  test('in the order they came to the catalogue where nothing else tells them apart', () => {
    const found = rankSubstitutes(gone, [other(4), other(2), other(3), other(5, { category: 'Buds' })], new Set());
    expect(found.map(({ id }) => id)).toEqual([2, 3, 4]);
  });
});

test.each([
  [null, true],
  [{ listingState: 'AVAILABLE', inStock: true }, false],
  [{ listingState: 'AVAILABLE', inStock: false }, true],
  [{ listingState: 'BACKORDER', inStock: false }, false],
  [{ listingState: 'UNAVAILABLE', inStock: true }, true],
] as const)('something else is wanted for %o: %s', (product, gone) => {
  expect(isGone(product)).toBe(gone);
});

const product = orderable({ ...byCase('24'), totalEffectiveInventory: '1000' });
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
    [
      'is all there is where the seller hides how much',
      '60',
      { ...byUnit, totalEffectiveInventory: '60', showQuantity: false },
      '60',
    ],
    [
      'is none rather than tell how much there is',
      '61',
      { ...byUnit, totalEffectiveInventory: '60', showQuantity: false },
      null,
    ],
    [
      'is what is wanted of what never runs out',
      '61',
      { ...byUnit, inventoryManagement: 'UNLIMITED', showQuantity: false },
      '61',
    ],
    ['is all of it on backorder', '5', { ...byUnit, totalEffectiveInventory: '0', listingState: 'BACKORDER' }, '5'],
  ])('%s', (_, base, sold, expected) => expect(substituteQuantity(base, sold)).toBe(expected));

  test('leaves what the buyer’s other carts have', () => {
    expect(substituteQuantity('100', { ...byUnit, totalEffectiveInventory: '90' }, { inCart: '30' })).toBe('60');
  });
});

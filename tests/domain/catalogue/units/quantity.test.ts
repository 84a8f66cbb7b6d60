import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allowedDecimals,
  availableQuantity,
  caseInventory,
  checkQuantity,
  describeQuantity,
  isOutOfStock,
  maximumOrder,
  minimumOrder,
  type QuantityEntry,
  type QuantityProduct,
  quantityRules,
  toBaseUnits,
} from '../../../../domain/catalogue/units/quantity';
import { byCase, orderable } from '../../../support/catalogue/orderable';

const product = (over: Partial<QuantityProduct> = {}) => orderable({ totalEffectiveInventory: '100', ...over });

const cased = (over: Partial<QuantityProduct> = {}) =>
  orderable({ ...byCase('12'), totalEffectiveInventory: '680', ...over });

type Entry = Omit<QuantityEntry, 'product'>;
const q = (quantity: Entry['quantity'], over: Partial<Entry> = {}): Entry => ({ quantity, ...over });

const ERRORS: [string, QuantityProduct, Entry, string | undefined][] = [
  ['blank', product(), q(''), 'Quantity is required'],
  ['spaces only', product(), q('  '), 'Quantity is required'],
  ['nothing', product(), q(null), 'Quantity is required'],
  ['no number', product(), q('many'), 'Quantity is required'],
  ['NaN', product(), q(Number.NaN), 'Quantity is required'],
  ['an exponent', product(), q('1e3'), 'Quantity is required'],
  [
    'a comma between no thousands',
    product(),
    q('1,5'),
    'Use commas only between thousands, as in 1,500, and a point before decimals',
  ],
  ['zero', product(), q('0'), 'Must be greater than 0'],
  ['below zero', product(), q('-3'), 'Must be greater than 0'],
  ['a whole quantity in stock', product(), q('5'), undefined],
  ['a thousand written with a comma', product({ totalEffectiveInventory: '2000' }), q('1,000'), undefined],
  ['a fraction of whole units', product(), q('1.5'), 'Must be whole units'],
  ['a whole number with decimals', product(), q('2.00'), undefined],
  ['two decimals where fractions are allowed', product({ allowFractionalQuantities: true }), q('1.25'), undefined],
  [
    'three decimals where fractions are allowed',
    product({ allowFractionalQuantities: true }),
    q('1.125'),
    'Maximum 2 decimal places allowed',
  ],
  [
    'three decimals when stock shows three',
    product({ allowFractionalQuantities: true, totalEffectiveInventory: '10.125' }),
    q('1.125'),
    'Maximum 2 decimal places allowed',
  ],
  [
    'four decimals when stock shows four',
    product({ allowFractionalQuantities: true, totalEffectiveInventory: '10.1255' }),
    q('1.1255'),
    undefined,
  ],
  [
    'five decimals when stock shows four',
    product({ allowFractionalQuantities: true, totalEffectiveInventory: '10.1255' }),
    q('1.12555'),
    'Maximum 4 decimal places allowed',
  ],
  ['all there is', product(), q('100'), undefined],
  ['more than there is', product(), q('101'), 'Only 100 units available'],
  ['more than the one there is', product({ totalEffectiveInventory: '1' }), q('2'), 'Only 1 unit available'],
  ['more than there is, quantities hidden', product({ showQuantity: false }), q('101'), 'Qty too high'],
  ['something of nothing', product({ totalEffectiveInventory: '0' }), q('1'), '0 units available'],
  [
    'something of less than nothing',
    product({ totalEffectiveInventory: '-4', showQuantity: false }),
    q('1'),
    '0 units available',
  ],
  ['more than the cart leaves', product(), q('41', { inCart: '60' }), 'Only 40 units available'],
  ['what the cart leaves', product(), q('40', { inCart: '60' }), undefined],
  ['anything when the cart holds all', product(), q('1', { inCart: '100' }), '0 units available'],
  [
    'what the order holds already, stock gone',
    product({ totalEffectiveInventory: '0' }),
    q('7', { existingQuantity: '7' }),
    undefined,
  ],
  [
    'more than the order holds, stock gone',
    product({ totalEffectiveInventory: '0' }),
    q('8', { existingQuantity: '7' }),
    'Only 7 units available',
  ],
  [
    'any amount of unlimited stock',
    product({ inventoryManagement: 'UNLIMITED', totalEffectiveInventory: '0' }),
    q('99999'),
    undefined,
  ],
  ['beyond stock on backorder', product({ totalEffectiveInventory: '0' }), q('8', { isBackorder: true }), undefined],
  ['a quantity of unknown stock', product({ totalEffectiveInventory: null }), q('500'), undefined],
  ['an archived product', product({ listingState: 'ARCHIVED' }), q('2'), "Qty can't be edited on archived products"],
  [
    'an archived product left as it was',
    product({ listingState: 'ARCHIVED' }),
    q('2', { existingQuantity: '2.0' }),
    undefined,
  ],
  ['below the minimum', product({ minimumOrder: '10' }), q('9'), 'Minimum order is 10 units'],
  [
    'below a minimum of one',
    product({ minimumOrder: '1', allowFractionalQuantities: true }),
    q('0.5'),
    'Minimum order is 1 unit',
  ],
  ['the minimum', product({ minimumOrder: '10' }), q('10'), undefined],
  ['a minimum of zero', product({ minimumOrder: '0' }), q('1'), undefined],
  ['below the minimum, unit overridden', product({ minimumOrder: '10' }), q('9', { unitOverride: 'Unit' }), undefined],
  ['below the minimum on a saved order', product({ minimumOrder: '10' }), q('9', { editingExisting: true }), undefined],
  ['above the maximum', product({ maximumOrder: '20' }), q('21'), 'Maximum order is 20 units'],
  [
    'above the maximum on a saved order',
    product({ maximumOrder: '20' }),
    q('21', { editingExisting: true }),
    undefined,
  ],
  [
    'above the default maximum',
    product({ inventoryManagement: 'UNLIMITED' }),
    q('100001'),
    'Maximum order is 100,000 units',
  ],
  ['the default maximum', product({ inventoryManagement: 'UNLIMITED' }), q('100000'), undefined],
  [
    'an absurd quantity',
    product({ inventoryManagement: 'UNLIMITED' }),
    q('9'.repeat(40)),
    'Maximum order is 100,000 units',
  ],
  ['all full cases', cased(), q('56'), undefined],
  ['one case too many', cased(), q('57'), 'Only 56 cases available'],
  ['half a case', cased({ allowFractionalQuantities: true }), q('0.5'), 'Minimum order is 1 case'],
  ['cases above the maximum in units', cased({ maximumOrder: '100' }), q('9'), 'Maximum order is 8 cases'],
  ['a case when the maximum is less than one', cased({ maximumOrder: '5' }), q('1'), undefined],
  ['two cases when the maximum is less than one', cased({ maximumOrder: '5' }), q('2'), 'Maximum order is 1 case'],
  ['one case of a minimum in units', cased({ minimumOrder: '600' }), q('1'), undefined],
  ['units of a case-sold product', cased(), q('680', { unitOverride: 'Unit' }), undefined],
  ['too many units of a case-sold product', cased(), q('681', { unitOverride: 'Unit' }), 'Only 680 units available'],
];

describe('entering a quantity', () => {
  test.each(ERRORS)('%s', (_, known, entry, error) => {
    expect(checkQuantity({ product: known, ...entry }).error).toBe(error);
  });

  test('a missing product is reported', () => {
    expect(checkQuantity({ product: null, quantity: '1' })).toEqual({ error: 'Product not found', outOfStock: false });
    expect(checkQuantity({ product: null, quantity: '' }).error).toBe('Quantity is required');
    expect(checkQuantity({ product: null, quantity: '0' }).error).toBe('Must be greater than 0');
  });

  test.each([
    ['stock is shown', product(), q('1'), '100 units available', false],
    ['one is left', product({ totalEffectiveInventory: '1' }), q('1'), '1 unit available', false],
    ['cases are counted whole', cased(), q('1'), '56 cases available', false],
    ['stock is hidden', product({ showQuantity: false }), q('1'), undefined, false],
    ['hidden stock is exceeded', product({ showQuantity: false }), q('101'), 'Not enough available', false],
    ['less than the minimum is left', product({ minimumOrder: '200' }), q('1'), 'Not enough available', false],
    ['nothing is left', product({ totalEffectiveInventory: '0' }), q('1'), 'Out of stock!', true],
    ['less than a case is left', cased({ totalEffectiveInventory: '11' }), q('1'), 'Out of stock!', true],
    ['the cart holds the rest', product(), q('1', { inCart: '100' }), 'No more available (100 in your cart)', false],
    ['stock is unlimited', product({ inventoryManagement: 'UNLIMITED' }), q('1'), undefined, false],
    ['nothing is typed yet', product(), q(''), '100 units available', false],
  ] as const)('beside the field, when %s', (_, known, entry, hint, outOfStock) => {
    const check = checkQuantity({ product: known, ...entry });
    expect({ hint: check.hint, outOfStock: check.outOfStock }).toEqual({ hint, outOfStock });
  });

  test('an accepted quantity never exceeds what is available, for any stock, cart and order', () => {
    const amount = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        fc.constantFrom(1, 6, 12, 32),
        (stock, inCart, existing, quantity, size) => {
          const known = cased({ unitMultiplier: size, totalEffectiveInventory: String(stock) });
          const { error } = checkQuantity({ product: known, quantity, inCart, existingQuantity: existing });
          if (error !== undefined) return;
          expect(quantity).toBeGreaterThan(0);
          expect(quantity).toBeLessThanOrEqual(Math.max(Math.floor(stock / size) - inCart, existing));
        },
      ),
    );
  });
});

describe('units and cases', () => {
  test('680 units in cases of 12 are 56 cases', () => {
    expect(caseInventory('680', 12)).toBe('56');
    expect(availableQuantity({ product: cased() })).toBe('56');
    expect(toBaseUnits(cased(), '56')).toBe('672');
    expect(toBaseUnits(cased(), '56', 'Unit')).toBe('56');
    expect(toBaseUnits(product({ sellInUnitOfMeasure: 'Pound' }), '2.5')).toBe('2.5');
  });

  test('cases in stock, back in units, never exceed the stock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 500 }), (total, size) => {
        const units = Number(toBaseUnits(cased({ unitMultiplier: size }), caseInventory(total, size)));
        expect(units).toBeLessThanOrEqual(total);
        expect(total - units).toBeLessThan(size);
      }),
    );
  });

  test.each([
    ['nothing left', product({ totalEffectiveInventory: '0' }), true],
    ['below nothing', product({ totalEffectiveInventory: '-1' }), true],
    ['something left', product({ totalEffectiveInventory: '0.25' }), false],
    [
      'unlimited and nothing counted',
      product({ inventoryManagement: 'UNLIMITED', totalEffectiveInventory: '0' }),
      false,
    ],
    ['sold in bulk with less than a case', cased({ totalEffectiveInventory: '11.99' }), true],
    ['sold in bulk with one case', cased({ totalEffectiveInventory: '12' }), false],
    ['sold by the case without bulk', cased({ sellInBulk: false, totalEffectiveInventory: '11' }), true],
    ['stock kept to itself', product({ totalEffectiveInventory: null }), false],
  ])('%s: out of stock is %s', (_, known, expected) => {
    expect(isOutOfStock(known)).toBe(expected);
  });

  test.each([
    [product(), undefined, null, '100000'],
    [product({ minimumOrder: '5', maximumOrder: '50' }), undefined, '5', '50'],
    [cased({ minimumOrder: '5', maximumOrder: '50' }), undefined, '1', '4'],
    [cased(), undefined, '1', '8333'],
    [cased({ minimumOrder: '5', maximumOrder: '50' }), 'Unit', null, '50'],
  ])('limits of %#', (known, unit, least, most) => {
    expect(minimumOrder(known, unit)).toBe(least);
    expect(maximumOrder(known, unit)).toBe(most);
  });

  test.each([
    [null, 2],
    ['10', 2],
    ['10.5', 2],
    ['10.125', 2],
    ['10.1255', 4],
    ['10.123456', 6],
  ])('with %s available, %i decimals may be entered', (available, decimals) => {
    expect(allowedDecimals(available)).toBe(decimals);
  });
});

describe('words', () => {
  test.each([
    ['1', 'Case', '1 case'],
    ['2', 'Case', '2 cases'],
    ['0.5', 'Pound', '0.5 pound'],
    ['0', 'Unit', '0 units'],
    ['2.50', 'Pound', '2.5 pounds'],
  ])('%s %s reads %s', (quantity, unit, words) => {
    expect(describeQuantity(quantity, unit)).toBe(words);
  });
});

test('the rules given for a quantity are those it is judged by', () => {
  const amount = fc.oneof(
    fc.integer({ min: -1, max: 300 }).map(String),
    fc.integer({ min: 1, max: 9999 }).map((n) => String(n / 1000)),
  );
  const limit = fc.option(fc.integer({ min: 1, max: 200 }).map(String));
  const entries = fc.record({
    isCase: fc.boolean(),
    stock: amount,
    minimumOrder: limit,
    maximumOrder: limit,
    allowFractionalQuantities: fc.boolean(),
    inventoryManagement: fc.constantFrom('MANUAL' as const, 'UNLIMITED' as const),
    editingExisting: fc.boolean(),
    isBackorder: fc.boolean(),
    inCart: fc.integer({ min: 0, max: 20 }).map(String),
  });
  fc.assert(
    fc.property(entries, amount, ({ isCase, stock, editingExisting, isBackorder, inCart, ...rest }, quantity) => {
      const of = (isCase ? cased : product)({ ...rest, totalEffectiveInventory: stock });
      const entry = { product: of, editingExisting, isBackorder, inCart };
      const { minimum, maximum, available, decimals } = quantityRules(entry);
      const places = quantity.split('.')[1]?.replace(/0+$/, '').length ?? 0;
      const passes =
        Number(quantity) > 0 &&
        Number(quantity) >= Number(minimum ?? 0) &&
        Number(quantity) <= Number(maximum) &&
        (available === null || Number(quantity) <= Number(available)) &&
        places <= decimals;
      expect(checkQuantity({ ...entry, quantity }).error === undefined).toBe(passes);
    }),
  );
});

test('an archived product’s quantity is fixed', () => {
  expect(quantityRules({ product: product({ listingState: 'ARCHIVED' }) })).toMatchObject({ isFixed: true });
  expect(quantityRules({ product: product() })).toMatchObject({ isFixed: false, unitOfMeasure: 'Unit' });
});

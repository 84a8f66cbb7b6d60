import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modeChange } from '../../../domain/catalogue/stock-ledger';
import {
  convertUnits,
  mappedErrors,
  measureOf,
  sumInUnit,
  trackingUnitOf,
} from '../../../domain/catalogue/units/convert-units';
import { TRACKING_UNITS, type TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { mappedQuantity, mappingRefusal, shortBy, syncNote } from '../../../domain/inventory/mapping';
import { compare, floor, isEqual, subtract } from '../../../domain/money';
import { applyChange, available, type Stock } from '../../../domain/orders/stock';

const units = Object.keys(TRACKING_UNITS) as TrackingUnit[];
const anyUnit = fc.constantFrom(...units);
const anyQuantity = fc.integer({ min: 0, max: 10_000_000 }).map((tenThousandths) => String(tenThousandths / 10_000));

describe('a quantity in another unit', () => {
  test.each([
    ['1', 'lb', 'g', '453.59237'],
    ['1', 'lb', 'oz', '16'],
    ['8', 'oz', 'lb', '0.5'],
    ['2.5', 'kg', 'g', '2500'],
    ['250', 'mg', 'g', '0.25'],
    ['1', 'gal', 'qt', '4'],
    ['1', 'gal', 'fl oz', '128'],
    ['2', 'l', 'ml', '2000'],
    ['12', 'ea', 'ea', '12'],
  ] as const)('%s %s are %s %s', (quantity, from, to, expected) => {
    expect(floor(convertUnits(quantity, from, to) ?? '-1', 6)).toBe(expected);
  });

  test.each([
    ['g', 'ea'],
    ['ea', 'oz'],
    ['ml', 'g'],
  ] as const)('%s never become %s', (from, to) => {
    expect(convertUnits('1', from, to)).toBeNull();
  });

  test('comes back as it was', () => {
    fc.assert(
      fc.property(anyQuantity, anyUnit, anyUnit, (quantity, from, to) => {
        const there = convertUnits(quantity, from, to);
        if (there === null) return measureOf(from) !== measureOf(to);
        const back = convertUnits(there, to, from) ?? '-1';
        return compare(subtract(back, quantity).replace('-', ''), '0.0000000001') < 0;
      }),
    );
  });
});

describe('the sum of packages', () => {
  test('is exact, however they are split', () => {
    expect(
      sumInUnit(
        [
          { quantity: '100', unit: 'g' },
          { quantity: '353.59237', unit: 'g' },
        ],
        'lb',
      ),
    ).toBe('1');
    expect(
      sumInUnit(
        [
          { quantity: '1', unit: 'lb' },
          { quantity: '8', unit: 'oz' },
        ],
        'lb',
      ),
    ).toBe('1.5');
    expect(sumInUnit([], 'ea')).toBe('0');
  });

  test('is rounded down, and never more than there is', () => {
    expect(sumInUnit([{ quantity: '1', unit: 'g' }], 'lb')).toBe('0.0022');
    fc.assert(
      fc.property(fc.array(fc.record({ quantity: anyQuantity, unit: fc.constantFrom('g', 'oz', 'lb') })), (amounts) => {
        const pounds = sumInUnit(amounts as never, 'lb');
        const grams = sumInUnit(amounts as never, 'mg');
        return compare(convertUnits(pounds, 'lb', 'mg') ?? '-1', subtract(grams, '-0.0001')) <= 0;
      }),
    );
  });

  test('leaves out what is measured otherwise', () => {
    expect(
      mappedQuantity(
        [
          { quantity: '5', unit: 'ea' },
          { quantity: '9', unit: 'g' },
        ],
        'Unit',
      ),
    ).toBe('5');
    expect(trackingUnitOf('Pound')).toBe('lb');
  });
});

describe('mapping an item to a product', () => {
  const jar = { id: 1, unitOfMeasure: 'Unit', isParent: false };
  const bulk = { id: 2, unitOfMeasure: 'Pound', isParent: false };
  test.each([
    ['counted, to a counted product', jar, { unitOfMeasure: 'ea' }, null],
    ['weighed in ounces, to a product in pounds', bulk, { unitOfMeasure: 'oz' }, null],
    ['its own already', jar, { unitOfMeasure: 'ea', mappedTo: { id: 1, name: 'Jar' } }, null],
    [
      'weighed, to a counted product',
      jar,
      { unitOfMeasure: 'oz' },
      'Measured in oz, but this product is counted. Choose an item measured in ea.',
    ],
    [
      'counted, to a product by weight',
      bulk,
      { unitOfMeasure: 'ea' },
      'Measured in ea, but this product is sold by weight. Choose an item measured in g, oz or lb.',
    ],
    [
      'another product’s',
      jar,
      { unitOfMeasure: 'ea', mappedTo: { id: 9, name: 'Gelato Jar' } },
      'Mapped to Gelato Jar. Remove it there first.',
    ],
    [
      'to a parent',
      { ...jar, isParent: true },
      { unitOfMeasure: 'ea' },
      'A parent product isn’t sold itself. Map items to its child products.',
    ],
  ] as const)('%s', (_what, product, item, refusal) => {
    expect(mappingRefusal(product, item)).toBe(refusal);
  });

  test('keeps a product’s unit among those of the same measure', () => {
    const product = (unitOfMeasure: string) => ({ unitOfMeasure, isParent: false });
    expect(mappedErrors(product('Gram'), ['lb'])).toEqual({});
    expect(mappedErrors(product('Unit'), ['lb'])).toEqual({
      unitOfMeasure: 'Its mapped items are measured in lb. Remove them first.',
    });
  });

  test('keep a product from becoming a parent', () => {
    const parent = { unitOfMeasure: 'Gram', isParent: true };
    expect(mappedErrors(parent, [])).toEqual({});
    expect(mappedErrors(parent, ['lb'])).toEqual({ isParent: expect.stringContaining('Remove them first') });
  });
});

describe('the words of a synced figure', () => {
  const synced = { quantity: '340', reserved: '0', packages: 12, unitOfMeasure: 'Unit' };
  test('say why, how many packages, and what is missing', () => {
    expect(syncNote('Mapped Blue Dream', synced)).toBe('Mapped Blue Dream. Sum of 12 packages');
    expect(syncNote('Removed Blue Dream', { ...synced, quantity: '0', packages: 0, reserved: '20' })).toBe(
      'Removed Blue Dream. No active packages. 20 units short of what is reserved',
    );
    expect(shortBy({ quantity: '5', reserved: '5' })).toBeNull();
  });

  test('say what choosing the tracking system does, with and without mapped items', () => {
    expect(modeChange('MANUAL', 'METRC', '80 units', '340 units')).toContain('becomes 340 units');
    expect(modeChange('MANUAL', 'METRC', '80 units')).toContain('stays at 80 units until you map items');
    expect(modeChange('METRC', 'METRC', '80 units', '340 units')).toBeNull();
  });
});

test('what is available is what is on hand less what is reserved, after any movements', () => {
  const amount = fc.integer({ min: -50, max: 50 });
  const anyMovement = fc.record({ quantity: amount, reserved: amount, isSync: fc.boolean() });
  fc.assert(
    fc.property(fc.array(anyMovement, { maxLength: 40 }), (movements) => {
      let stock: Stock = { mode: 'METRC', quantity: '100', reserved: '0' };
      let [onHand, reserved] = [100, 0];
      for (const { isSync, ...move } of movements) {
        const change = { quantity: String(move.quantity), reserved: String(move.reserved) };
        const next = isSync ? { ...stock, quantity: String(Math.abs(move.quantity)) } : applyChange(stock, change);
        if (next === null) continue;
        stock = next;
        onHand = isSync ? Math.abs(move.quantity) : onHand + move.quantity;
        reserved += isSync ? 0 : move.reserved;
      }
      return isEqual(available(stock), onHand - reserved);
    }),
  );
});

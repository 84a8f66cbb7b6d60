import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitPrices } from '../../../../domain/catalogue/units/unit-prices';
import { compare, multiply } from '../../../../domain/money';

type Priced = Parameters<typeof unitPrices>[0];

const eighth: Priced = {
  wholesalePrice: '20.00',
  salePrice: null,
  unitOfMeasure: 'Unit',
  sellInBulk: false,
  unitMultiplier: '1',
};

describe('prices in each unit', () => {
  const cases: [string, Priced, [string, string, string | null][]][] = [
    ['by the unit', eighth, [['unit', '20.00', null]]],
    [
      'by the case',
      { ...eighth, wholesalePrice: '352.00', salePrice: '320.00', sellInBulk: true, unitMultiplier: '32' },
      [
        ['case of 32', '352.00', '320.00'],
        ['unit', '11.00', '10.00'],
      ],
    ],
    [
      'by the pound, in ounces and grams too',
      { ...eighth, wholesalePrice: '1200.00', unitOfMeasure: 'Pound' },
      [
        ['pound', '1200.00', null],
        ['ounce', '75.00', null],
        ['gram', '2.65', null],
      ],
    ],
    [
      'by the case of pounds',
      { ...eighth, wholesalePrice: '12000.00', unitOfMeasure: 'Pound', sellInBulk: true, unitMultiplier: '10' },
      [
        ['case of 10', '12000.00', null],
        ['pound', '1200.00', null],
        ['ounce', '75.00', null],
        ['gram', '2.65', null],
      ],
    ],
    [
      'with a sale that doesn’t apply',
      { ...eighth, wholesalePrice: '0.00', salePrice: '0.00' },
      [['unit', '0.00', null]],
    ],
  ];
  test.each(cases)('%s', (_, product, expected) => {
    expect(unitPrices(product).map((one) => [one.per, one.wholesalePrice, one.salePrice])).toEqual(expected);
  });

  test('a case costs what its units do, to the cent for each', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map((amount) => (amount / 100).toFixed(2));
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 500 }), (wholesalePrice, units) => {
        const unitMultiplier = String(units);
        const [perCase, perUnit] = unitPrices({ ...eighth, wholesalePrice, sellInBulk: true, unitMultiplier });
        const difference = Number(multiply(perUnit?.wholesalePrice ?? '', units)) - Number(perCase?.wholesalePrice);
        expect(compare(Math.abs(difference).toFixed(4), multiply('0.0051', units))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

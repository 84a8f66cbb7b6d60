import { describe, expect, test } from 'vitest';
import { checkUnits, enteredQuantity, hasUnits, shownPrice, shownQuantity } from '../../../domain/carts/shown-units';
import { isEqual } from '../../../domain/money';
import { lineAmount } from '../../../domain/orders/line';
import { lineTotal } from '../../../domain/pricing/price';

const jar = {
  listingState: 'AVAILABLE',
  inventoryManagement: 'MANUAL',
  totalEffectiveInventory: '100',
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Case',
  sellInBulk: true,
  unitMultiplier: '12',
  minimumOrder: null,
  maximumOrder: '60',
  allowFractionalQuantities: false,
  showQuantity: true,
} as const;
const check = (quantity: string | null, values = {}) => checkUnits({ product: { ...jar, ...values }, quantity });

describe('a product sold by the case', () => {
  test('is read in units and back, exactly', () => {
    for (const multiplier of ['12', '32', '50', '7', '24'])
      for (const cases of ['1', '3', '2.5', '1000', '0.25']) {
        const product = { ...jar, unitMultiplier: multiplier };
        expect(enteredQuantity(product, shownQuantity(product, cases, true), true)).toBe(cases);
      }
    expect(shownQuantity(jar, '2', true)).toBe('24');
    expect(shownQuantity(jar, '2', false)).toBe('2');
    expect(enteredQuantity(jar, '24', false)).toBe('24');
  });

  test('costs the same to the cent in units', () => {
    for (const unitPrice of ['9.99', '100.00', '0.07', '213.45'])
      for (const multiplier of ['7', '12', '50']) {
        const of = { soldInBulk: true, unitMultiplier: multiplier, unitPrice };
        const cases = lineTotal(lineAmount({ ...of, unitOfMeasure: 'Case', quantity: '3' }));
        const units = shownQuantity({ ...jar, unitMultiplier: multiplier }, '3', true);
        expect(lineTotal(lineAmount({ ...of, unitOfMeasure: 'Unit', quantity: units }))).toBe(cases);
      }
    expect(shownPrice(jar, '100.00', true)).toBe('8.33');
    expect(shownPrice(jar, '100.00', false)).toBe('100.00');
    expect(shownPrice({ ...jar, sellInUnitOfMeasure: 'Unit' }, '100.00', true)).toBe('100.00');
  });

  test.each<[string, string | null, string | undefined, object?]>([
    ['whole cases', '24', undefined],
    ['part of a case', '30', 'Must be a multiple of 12, the units per case'],
    ['less than a case', '6', 'Minimum order is 12 units'],
    ['more than whole cases there are', '108', 'Only 96 units available'],
    ['more than the most', '72', 'Maximum order is 60 units'],
    ['nothing', '0', 'Must be greater than 0'],
    ['a blank', null, 'Quantity is required'],
    ['as many as are wanted of what never runs out', '60', undefined, { inventoryManagement: 'UNLIMITED' }],
    ['half a unit', '12.5', 'Must be whole units'],
    ['half a case where that is allowed', '18', undefined, { allowFractionalQuantities: true }],
    [
      'what is no amount of cases in two decimals',
      '13',
      'Must be a multiple of 12, the units per case',
      { allowFractionalQuantities: true },
    ],
  ])('in units takes or refuses %s', (_, quantity, error, values) => expect(check(quantity, values).error).toBe(error));

  test('on backorder takes whole cases of what there is none of, and nothing less', () => {
    const product = { ...jar, totalEffectiveInventory: '0' };
    const onBackorder = (quantity: string) => checkUnits({ product, quantity, isBackorder: true }).error;
    expect(onBackorder('24')).toBeUndefined();
    expect(onBackorder('30')).toBe('Must be a multiple of 12, the units per case');
  });

  test('says what is available in the units of whole cases', () => {
    expect(check('12').hint).toBe('96 units available');
    expect(check('12', { totalEffectiveInventory: '5' })).toMatchObject({ hint: 'Out of stock!', outOfStock: true });
  });
});

test('what isn’t sold by the case has no units to be read in', () => {
  expect(hasUnits({ ...jar, sellInUnitOfMeasure: 'Unit' })).toBe(false);
  expect(hasUnits({ ...jar, unitMultiplier: '1' })).toBe(false);
  expect(isEqual(shownQuantity({ ...jar, sellInUnitOfMeasure: 'Pound' }, '2.5', true), '2.5')).toBe(true);
});

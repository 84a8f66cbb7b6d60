import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeChanges,
  describeField,
  describeValues,
  type LoggedValues,
  valuesBefore,
} from '../../../domain/catalogue/product-log';

describe('a change in words', () => {
  const cases: [string, LoggedValues, LoggedValues, ReturnType<typeof describeChanges>][] = [
    [
      'prices are dollars, and a missing one is None',
      { wholesalePrice: '1204.50', salePrice: null },
      { wholesalePrice: '1100.00', salePrice: '990.00' },
      [
        { label: 'Wholesale price', from: '$1,204.50', to: '$1,100.00' },
        { label: 'Sale price', from: 'None', to: '$990.00' },
      ],
    ],
    [
      'amounts are grouped',
      { quantity: '144', unitMultiplier: '32' },
      { quantity: '4321.5', unitMultiplier: '32' },
      [{ label: 'On hand', from: '144', to: '4,321.5' }],
    ],
    [
      'statuses and sources have their labels',
      { listingState: 'INTERNAL', inventoryManagement: 'METRC' },
      { listingState: 'AVAILABLE', inventoryManagement: 'MANUAL' },
      [
        { label: 'Stock from', from: 'Tracking system', to: 'Managed' },
        { label: 'Status', from: 'Internal', to: 'Available' },
      ],
    ],
    [
      'records have their names, pictures a number, and yes or no is said',
      { productLine: null, images: [], isParent: false, subcategoryId: null },
      { productLine: { id: 4, name: 'Eighths' }, images: [{ id: 1 }, { id: 2 }], isParent: true, subcategoryId: 1 },
      [
        { label: 'Product line', from: 'None', to: 'Eighths' },
        { label: 'Subcategory', from: 'None', to: 'Indoor flower' },
        { label: 'Parent product', from: 'No', to: 'Yes' },
        { label: 'Pictures', from: '0', to: '2' },
      ],
    ],
    ['what stays the same, or has no words, is left out', { name: 'A', version: 1 }, { name: 'A', version: 2 }, []],
    ['a new product has no differences', null, { name: 'A' }, []],
    ['nor has a removed one', { name: 'A' }, null, []],
  ];
  test.each(cases)('%s', (_, before, after, expected) => {
    expect(describeChanges(before, after)).toEqual(expected);
  });
});

test('values in words leave out what there is none of', () => {
  expect(describeValues({ name: 'Gelato', salePrice: null, description: '', showQuantity: false })).toEqual([
    { label: 'Name', value: 'Gelato' },
    { label: 'Quantity shown to buyers', value: 'No' },
  ]);
});

describe('a product as it was', () => {
  test('before it was added there is nothing', () => {
    expect(valuesBefore(null, [{ before: { name: 'A' } }])).toBeNull();
    expect(valuesBefore({ name: 'B' }, [{ before: { name: 'A' } }, { before: null }])).toBeNull();
  });

  test('after any changes, taking back the later ones gives each state in turn', () => {
    const state = fc.record({ name: fc.string(), wholesalePrice: fc.nat().map(String), isParent: fc.boolean() });
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 8 }), (states) => {
        const current = states.at(-1) as LoggedValues;
        states.forEach((then, at) => {
          // Each change logs what it replaced, as an audit entry does: only the fields that differ.
          const later = states.slice(at, -1).map((before, step) => {
            const after = states[at + step + 1] as Record<string, unknown>;
            return {
              before: Object.fromEntries(Object.entries(before).filter(([field, value]) => value !== after[field])),
            };
          });
          expect(valuesBefore(current, later.reverse())).toEqual(then);
        });
      }),
    );
  });
});

test.each([
  ['name', 'Gelato', 'Name: Gelato'],
  ['sku', 'G-1', 'SKU: G-1'],
  ['brand', { id: 1, name: 'Fernhollow' }, 'Brand: Fernhollow'],
  ['brand', { id: 1 }, 'Brand: None'],
  ['category', 'Pre-Roll', 'Category: Pre-Roll'],
  ['subcategoryId', 999, 'Subcategory: None'],
  ['strain', { name: 'Blue Dream' }, 'Strain: Blue Dream'],
  ['parent', { name: 'Gelato' }, 'Parent: Gelato'],
  ['description', 'Fresh', 'Description: Fresh'],
  ['unitOfMeasure', 'Gram', 'Unit: Gram'],
  ['sellInUnitOfMeasure', 'Case', 'Sold by: Case'],
  ['sellInBulk', true, 'Priced by the case: Yes'],
  ['unitMultiplier', '1000', 'Per case: 1,000'],
  ['minimumOrder', '1000', 'Minimum order: 1,000'],
  ['maximumOrder', '1000', 'Maximum order: 1,000'],
  ['allowFractionalQuantities', false, 'Fractions: No'],
  ['listingState', 'GONE', 'Status: GONE'],
  ['mappedItems', ['A', 'B'], 'Mapped items: A, B'],
  ['mappedItems', [], 'Mapped items: None'],
  ['harvest', 5, 'harvest: 5'],
])('the log says of %s as %o “%s”', (field, value, words) => {
  const { label, text } = describeField(field, value);
  expect(`${label}: ${text}`).toBe(words);
});

import { describe, expect, test } from 'vitest';
import { judgeProducts } from '../../../../domain/catalogue/import/judge-products';
import type { ProductImportRow } from '../../../../domain/catalogue/import/product-import';
import { fresh, judge, known } from './catalogue';

describe('a row is skipped, with the reason at its column', () => {
  const { name: _, ...nameless } = fresh;
  const { brand: __, ...brandless } = fresh;
  const cases: [string, ProductImportRow, string][] = [
    ['without a SKU', { name: 'X' }, 'SKU is required'],
    [
      'with a SKU that isn’t the caller’s to change',
      { sku: 'THEIRS', name: 'X' },
      'SKU: a product you can’t change already has it',
    ],
    [
      'with another brand than its product',
      { sku: 'BD-1', brand: 'Tidemark' },
      'Brand: this SKU is a product of Fernhollow',
    ],
    ['with a brand nobody has', { ...fresh, brand: 'Nope' }, 'Brand: you have no brand called “Nope”'],
    ['new, without a name', nameless, 'Name is required'],
    ['new, without a brand', brandless, 'Brand is required'],
    ['new, by weight without a unit', { ...fresh, category: 'Buds' }, 'Unit is required'],
    ['new and archived', { ...fresh, listingState: 'Archived' }, 'Status: a new product can’t be archived'],
    [
      'new, with stock nobody enters',
      { ...fresh, inventoryManagement: 'Unlimited', quantity: '5' },
      'On hand: only managed stock is entered by hand',
    ],
    [
      'with a line of another brand',
      { sku: 'BD-1', productLine: 'Gummies' },
      'Product line: no product line called “Gummies”. Add it first.',
    ],
    ['with an unknown strain', { sku: 'BD-1', strain: 'Nope' }, 'Strain: no strain called “Nope”. Add it first.'],
    [
      'with a parent there are two of',
      { sku: 'BD-1', parent: 'Blue Dream' },
      'Parent: there are several parent products called “Blue Dream”',
    ],
    [
      'with a price that isn’t one',
      { sku: 'BD-1', wholesalePrice: 'free' },
      'Wholesale: enter an amount such as 352.00, not “free”',
    ],
    ['with parts of a cent', { sku: 'BD-1', wholesalePrice: '20.005' }, 'Wholesale: maximum 2 decimal places allowed'],
    [
      'with a sale above its price',
      { sku: 'BD-1', salePrice: '20.01' },
      'Sale: must be less than or equal to the wholesale price',
    ],
    [
      'with a subcategory of another category',
      { sku: 'BD-1', subcategory: 'Gummies' },
      'Subcategory: choose a subcategory of Buds (prepackaged)',
    ],
    ['with stock counted in cases', { sku: 'BD-1', unitOfMeasure: 'Case' }, 'Unit: no unit of stock called “Case”'],
    ['with tracked stock', { sku: 'BD-2', quantity: '13' }, 'On hand: stock is tracking system, not entered by hand'],
    [
      'with the stock of an archived product',
      { sku: 'BD-3', quantity: '5' },
      'On hand: the stock of an archived product can’t be changed',
    ],
    ['with stock in an exponent', { sku: 'BD-1', quantity: '1e3' }, 'On hand: enter a number, not “1e3”'],
    [
      'with stock after a comma',
      { sku: 'BD-1', quantity: '1,5' },
      'On hand: use commas only between thousands, as in 1,500, and a point before decimals',
    ],
    ['with stock below zero', { sku: 'BD-1', quantity: '-5' }, 'On hand: enter a number, not “-5”'],
    [
      'with a word for yes or no',
      { sku: 'BD-1', showQuantity: 'maybe' },
      'Quantity shown to buyers: enter yes or no, not “maybe”',
    ],
    ...['yesterday', 'so yes', 'nobody', 'oh no'].map((said): [string, ProductImportRow, string] => [
      `with “${said}” for yes or no`,
      { sku: 'BD-1', sellInBulk: said },
      `Priced by the case: enter yes or no, not “${said}”`,
    ]),
    [
      'with a price in the middle of a sign',
      { sku: 'BD-1', salePrice: '2$4' },
      'Sale: enter an amount such as 352.00, not “2$4”',
    ],
    ['with an unknown category', { sku: 'BD-1', category: 'Soap' }, 'Category: no category called “Soap”'],
    ['with an unknown subcategory', { sku: 'BD-1', subcategory: 'Soap' }, 'Subcategory: no subcategory called “Soap”'],
    ['sold by an unknown unit', { sku: 'BD-1', sellInUnitOfMeasure: 'Bushel' }, 'Sold by: no unit called “Bushel”'],
    [
      'with stock from nowhere',
      { sku: 'BD-1', inventoryManagement: 'Mars' },
      'Stock from: no source of stock called “Mars”',
    ],
    [
      'with an unknown parent',
      { sku: 'BD-1', parent: 'Nope' },
      'Parent: no parent product called “Nope”. Add it first.',
    ],
    ['with too long a name', { sku: 'BD-1', name: 'x'.repeat(201) }, 'Name: must be 200 characters or fewer'],
    ['new, with too long a SKU', { ...fresh, sku: 'x'.repeat(61) }, 'SKU: must be 60 characters or fewer'],
    [
      'with a brand nobody has for a product',
      { sku: 'BD-1', brand: 'Nope' },
      'Brand: this SKU is a product of Fernhollow',
    ],
    [
      'with another brand than its own',
      { sku: 'TM-1', brand: 'Fernhollow' },
      'Brand: this SKU is a product of Tidemark',
    ],
    [
      'with another brand than one that isn’t told',
      { sku: 'XX-1', brand: 'Fernhollow' },
      'Brand: this SKU is a product of another brand',
    ],
    ['with a parent of a parent', { sku: 'BD-P', parent: 'BD-P2' }, 'Parent: a parent product can’t have a parent'],
    [
      'new, by weight with a unit there isn’t',
      { ...fresh, category: 'Buds', unitOfMeasure: 'Bushel' },
      'Unit: no unit of stock called “Bushel”',
    ],
    ['with a status there isn’t', { sku: 'BD-1', listingState: 'Sold out' }, 'Status: no status called “Sold out”'],
  ];
  test.each(cases)('%s', (___, row, reason) => {
    expect(judge(row)).toMatchObject({ verdict: 'refused', reasons: [reason], changes: [], patch: {} });
  });

  test('when a row before it has its SKU', () => {
    const verdicts = judgeProducts([{ sku: 'BD-1', wholesalePrice: '1' }, { sku: ' BD-1 ' }], known);
    expect(verdicts[1]?.reasons).toEqual(['SKU: same as row 1']);
  });

  test('when a row before it has its SKU, the first of them; rows without one are each for themselves', () => {
    const rows = [{ sku: 'A' }, { sku: ' ' }, { sku: 'A' }, {}, { sku: 'A' }];
    expect(judgeProducts(rows, known).map(({ reasons }) => reasons[0])).toEqual([
      'Brand is required',
      'SKU is required',
      'SKU: same as row 1',
      'SKU is required',
      'SKU: same as row 1',
    ]);
  });

  test('new, where there is no brand yet or there are two of its name', () => {
    const { brand: _, ...row } = fresh;
    expect(judge(row, { ...known, brands: [] })?.reasons).toEqual(['Brand: add one first']);
    const brands = [1, 2].map((id) => ({ id, name: 'Fernhollow' }));
    expect(judge(fresh, { ...known, brands })?.reasons).toEqual(['Brand: several are called “fernhollow”']);
  });

  test('with every reason at once', () => {
    expect(judge({ sku: 'BD-1', wholesalePrice: 'x', quantity: 'y', strain: 'z' })?.reasons).toHaveLength(3);
  });
});

import { describe, expect, test } from 'vitest';
import { PRODUCT_IMPORT_FIELDS, type ProductImportRow } from '../../../../domain/catalogue/import/product-import';
import { guessMapping } from '../../../../domain/import-rows';
import { fresh, judge, known } from './catalogue';

describe('a row of a SKU there is', () => {
  const cases: [string, ProductImportRow, object, string[]][] = [
    [
      'changes what differs',
      { sku: 'BD-1', wholesalePrice: '21', name: 'Blue Dream Eighth' },
      { wholesalePrice: '21.00' },
      ['Wholesale price: $20.00 → $21.00'],
    ],
    [
      'finds a line and a strain by name',
      { sku: 'BD-1', productLine: 'eighths', strain: 'blue dream' },
      { productLineId: 10, strainId: 30 },
      ['Product line: None → Eighths', 'Strain: None → Blue Dream'],
    ],
    [
      'takes a value away with “none”',
      { sku: 'BD-1', salePrice: 'None' },
      { salePrice: null },
      ['Sale price: $18.00 → None'],
    ],
    ['counts managed stock', { sku: 'BD-1', quantity: '1,200' }, { quantity: '1200' }, ['On hand: 100 → 1,200']],
    [
      'is priced by the case once sold by it',
      { sku: 'BD-1', sellInUnitOfMeasure: 'case', unitMultiplier: '32' },
      { sellInUnitOfMeasure: 'Case', sellInBulk: true, unitMultiplier: '32' },
      ['Sold by: Unit → Case', 'Per case: 1 → 32', 'Priced by the case: No → Yes'],
    ],
    [
      'comes back from the archive',
      { sku: 'BD-3', listingState: 'Internal' },
      { listingState: 'INTERNAL' },
      ['Status: Archived → Internal'],
    ],
  ];
  test.each(cases)('%s', (_, row, patch, differences) => {
    const judged = judge(row);
    expect(judged).toMatchObject({ verdict: 'update', reasons: [], patch });
    expect(judged?.changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`)).toEqual(differences);
  });

  test.each<[string, ProductImportRow]>([
    [
      'the same values, however they are written',
      { sku: 'BD-1', wholesalePrice: '$20', quantity: '100.0', brand: 'FERNHOLLOW' },
    ],
    [
      'a tracked figure nobody enters, and a parent that has a namesake',
      { sku: 'BD-2', quantity: '12.123456', parent: 'Blue Dream' },
    ],
    ['an archived product as it is', { sku: 'BD-3', listingState: 'Archived', quantity: '100' }],
    ['nothing but the SKU', { sku: 'BD-1' }],
  ])('is unchanged with %s', (_, row) => {
    expect(judge(row)).toMatchObject({ verdict: 'unchanged', changes: [], patch: {} });
  });
});

describe('a new row', () => {
  test.each<[string, string, object]>([
    [
      'may be one whose zeros are lost, and says so',
      '4012',
      { verdict: 'create', reasons: [expect.stringMatching(/there is a product 0004012/)] },
    ],
    ['is new with its own zeros', '04012', { verdict: 'create', reasons: [] }],
    [
      'is refused when a spreadsheet shortened its SKU',
      '8.5E+11',
      {
        verdict: 'refused',
        reasons: [expect.stringMatching(/^SKU: a spreadsheet shortened this number to 8.5E\+11\./)],
      },
    ],
    ['may have a SKU that only looks like a power', '8E11', { verdict: 'create', reasons: [] }],
  ])('%s: %s', (_, sku, verdict) => {
    expect(judge({ ...fresh, sku, row: 7 })).toMatchObject({ row: 7, sku, ...verdict });
  });

  test('takes what it leaves out from its category', () => {
    expect(judge(fresh)).toMatchObject({
      verdict: 'create',
      productId: null,
      draft: {
        brandId: 1,
        name: 'Gelato Eighth',
        wholesalePrice: '24.00',
        unitOfMeasure: 'Unit',
        sellInUnitOfMeasure: 'Unit',
        sellInBulk: false,
        listingState: 'INTERNAL',
        inventoryManagement: 'MANUAL',
        quantity: '0',
      },
    });
  });

  test('is read in full', () => {
    const row = {
      ...fresh,
      subcategory: 'Whole flower',
      productLine: 'Eighths',
      strain: 'Blue Dream',
      parent: 'BD-P',
      salePrice: '22.50',
      unitOfMeasure: 'each',
      sellInUnitOfMeasure: 'Cases',
      unitMultiplier: '32',
      minimumOrder: '32',
      maximumOrder: '320',
      allowFractionalQuantities: 'no',
      showQuantity: 'N',
      listingState: 'Backorder',
      quantity: '640',
      description: "'=Not a formula",
    };
    expect(judge(row)?.draft).toMatchObject({
      subcategoryId: 5,
      productLineId: 10,
      strainId: 30,
      parentId: 90,
      salePrice: '22.50',
      sellInUnitOfMeasure: 'Case',
      sellInBulk: true,
      unitMultiplier: '32',
      minimumOrder: '32',
      maximumOrder: '320',
      showQuantity: false,
      listingState: 'BACKORDER',
      quantity: '640',
      description: '=Not a formula',
    });
  });

  test('is of the only brand when the file names none', () => {
    const { brand: _, ...row } = fresh;
    expect(judge(row, { ...known, brands: [{ id: 2, name: 'Tidemark' }] })?.draft?.brandId).toBe(2);
  });
});

describe('what is told of a row', () => {
  test.each<[string, ProductImportRow, object]>([
    [
      'of a product there is',
      { sku: 'BD-1', quantity: '5' },
      { row: 1, sku: 'BD-1', name: 'Blue Dream Eighth', productId: 7 },
    ],
    ['that renames it', { sku: 'BD-1', name: 'Gelato' }, { sku: 'BD-1', name: 'Gelato', productId: 7 }],
    ['of a product that isn’t the caller’s', { sku: 'THEIRS' }, { sku: 'THEIRS', name: '', productId: null }],
    ['of a new product', fresh, { verdict: 'create', sku: 'NEW-1', name: 'Gelato Eighth', productId: null }],
  ])('%s', (_, row, told) => {
    expect(judge(row)).toMatchObject(told);
  });

  test('of a new product is its brand, category and price', () => {
    expect(judge({ ...fresh, brand: ' Tidemark ' })?.changes).toEqual([
      { label: 'Brand', from: '', to: 'Tidemark' },
      { label: 'Category', from: '', to: 'Buds (prepackaged)' },
      { label: 'Wholesale price', from: '', to: '$24.00' },
    ]);
  });
});

describe('a cell is read as people write it', () => {
  test.each<[ProductImportRow, object]>([
    [{ wholesalePrice: ' $ 24 ' }, { wholesalePrice: '24.00' }],
    [{ description: 'none' }, {}],
    [{ description: "'Tis fresh" }, { description: "'Tis fresh" }],
    [{ description: '=1+1' }, { description: '=1+1' }],
    [{ description: "'=1+1" }, { description: '=1+1' }],
    [{ sellInBulk: ' Yes ' }, { sellInBulk: true }],
    [{ sellInBulk: 'x' }, { sellInBulk: true }],
    [{ allowFractionalQuantities: 'TRUE' }, { allowFractionalQuantities: true }],
    [{ showQuantity: ' No ' }, { showQuantity: false }],
    [{ showQuantity: '0' }, { showQuantity: false }],
  ])('%o', (row, patch) => {
    expect(judge({ sku: 'BD-1', ...row })).toMatchObject({
      reasons: [],
      verdict: Object.keys(patch).length > 0 ? 'update' : 'unchanged',
    });
    expect(judge({ sku: 'BD-1', ...row })?.patch).toEqual(patch);
  });
});

describe('how a product is priced', () => {
  test.each<[string, ProductImportRow, object]>([
    [
      'follows the unit it is sold by: no longer by the case',
      { sku: 'BD-5', sellInUnitOfMeasure: 'each' },
      { sellInUnitOfMeasure: 'Unit', sellInBulk: false },
    ],
    ['stays where that unit does', { sku: 'BD-4', sellInUnitOfMeasure: 'Unit' }, {}],
    ['stays where the row says nothing of it', { sku: 'BD-4', name: 'New' }, { name: 'New' }],
    [
      'is as the row says',
      { sku: 'BD-5', sellInUnitOfMeasure: 'Unit', sellInBulk: 'yes' },
      { sellInUnitOfMeasure: 'Unit' },
    ],
  ])('%s', (_, row, patch) => {
    expect(judge(row)).toMatchObject({ reasons: [] });
    expect(judge(row)?.patch).toEqual(patch);
  });
});

test('a tracked figure that the file only repeats changes nothing', () => {
  expect(judge({ sku: 'BD-6', quantity: '12' })?.verdict).toBe('unchanged');
  expect(judge({ sku: 'BD-6', quantity: '12.0' })?.verdict).toBe('unchanged');
});

test('the columns of products.csv are found by themselves; those nobody enters are left out', () => {
  const headers = [
    'Name',
    'SKU',
    'Product line',
    'Strain type',
    'Wholesale',
    'On hand',
    'Reserved',
    'Available',
    'Created',
  ];
  expect(guessMapping(PRODUCT_IMPORT_FIELDS, headers)).toEqual({
    name: 0,
    sku: 1,
    productLine: 2,
    wholesalePrice: 4,
    quantity: 5,
  });
});

test('the columns of files from elsewhere are found by any name they may have, each of one field alone', () => {
  for (const [field, { label, aliases }] of Object.entries(PRODUCT_IMPORT_FIELDS)) {
    expect(aliases.length).toBeGreaterThan(0);
    for (const name of [label, ...aliases]) expect(guessMapping(PRODUCT_IMPORT_FIELDS, [name])).toEqual({ [field]: 0 });
  }
});

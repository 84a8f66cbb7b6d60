import { describe, expect, test } from 'vitest';
import {
  judgeProducts,
  type KnownCatalogue,
  type KnownProduct,
} from '../../../../domain/catalogue/import/judge-products';
import { PRODUCT_IMPORT_FIELDS, type ProductImportRow } from '../../../../domain/catalogue/import/product-import';
import { guessMapping } from '../../../../domain/import';

const eighth: KnownProduct = {
  id: 7,
  isOpen: true,
  brandId: 1,
  name: 'Blue Dream Eighth',
  sku: 'BD-1',
  description: '',
  category: 'Buds (prepackaged)',
  subcategoryId: null,
  productLineId: null,
  strainId: null,
  parentId: null,
  isParent: false,
  wholesalePrice: '20.00',
  salePrice: '18.00',
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  sellInBulk: false,
  unitMultiplier: '1',
  minimumOrder: null,
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
  inventoryManagement: 'MANUAL',
  listingState: 'AVAILABLE',
  quantity: '100',
};
const tracked: KnownProduct = {
  ...eighth,
  id: 8,
  sku: 'BD-2',
  inventoryManagement: 'METRC',
  quantity: '12.123456',
  parentId: 90,
};
const archived: KnownProduct = { ...eighth, id: 9, sku: 'BD-3', listingState: 'ARCHIVED', salePrice: null };
const theirs: KnownProduct = { ...eighth, id: 11, sku: 'TM-1', brandId: 2 };
const unknown: KnownProduct = { ...eighth, id: 12, sku: 'XX-1', brandId: 3 };
const group: KnownProduct = { ...eighth, id: 90, sku: 'BD-P', isParent: true, listingState: 'INTERNAL' };
const bulk: KnownProduct = { ...eighth, id: 13, sku: 'BD-4', sellInBulk: true };
const cased: KnownProduct = { ...bulk, id: 14, sku: 'BD-5', sellInUnitOfMeasure: 'Case', unitMultiplier: '32' };
const counted: KnownProduct = { ...tracked, id: 15, sku: 'BD-6', quantity: '12' };
const closed = { ...eighth, id: 10, sku: 'THEIRS', isOpen: false };

const known: KnownCatalogue = {
  brands: [
    { id: 1, name: 'Fernhollow' },
    { id: 2, name: 'Tidemark' },
  ],
  products: new Map(
    [eighth, tracked, archived, closed, theirs, unknown, group, bulk, cased, counted].map((product) => [
      product.sku,
      product,
    ]),
  ),
  lines: new Map([
    [10, { name: 'Eighths', brandId: 1 }],
    [20, { name: 'Gummies', brandId: 2 }],
  ]),
  strains: [{ id: 30, name: 'Blue Dream' }],
  parents: [
    { id: 90, name: 'Blue Dream', sku: 'BD-P', brandId: 1 },
    { id: 91, name: 'Blue Dream', sku: 'BD-P2', brandId: 1 },
  ],
};
const judge = (row: ProductImportRow, among = known) => judgeProducts([row], among)[0];
const fresh = {
  sku: 'NEW-1',
  name: 'Gelato Eighth',
  brand: 'fernhollow',
  category: 'buds (prepackaged)',
  wholesalePrice: '$24',
};

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

describe('a row is skipped, with the reason at its column', () => {
  const { name: _, ...nameless } = fresh;
  const { brand: __, ...brandless } = fresh;
  const cases: [string, ProductImportRow, string][] = [
    ['without a SKU', { name: 'X' }, 'SKU is required'],
    [
      'with a SKU that isn’t the caller’s to change',
      { sku: 'THEIRS', name: 'X' },
      'SKU: a product you can’t change has it',
    ],
    [
      'with another brand than its product',
      { sku: 'BD-1', brand: 'Tidemark' },
      'Brand: this SKU is a product of Fernhollow',
    ],
    ['with a brand nobody has', { ...fresh, brand: 'Nope' }, 'Brand: no brand called “Nope” is yours'],
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

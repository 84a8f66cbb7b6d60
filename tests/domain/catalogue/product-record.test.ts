import { describe, expect, test } from 'vitest';
import { newProductErrors, ProductDraft, ProductEdit, productErrors } from '../../../domain/catalogue/product-record';

const least = {
  brandId: 1,
  name: 'Blue Dream Eighth',
  sku: 'BD-1',
  category: 'Buds (prepackaged)',
  wholesalePrice: '20.00',
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
} as const;
const problems = (change: object) => {
  const read = ProductEdit.safeParse({ version: 0, ...least, ...change });
  return (read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a product', () => {
  test('is internal, counted by hand and sold by the piece unless it says otherwise', () => {
    expect(ProductDraft.parse({ orgId: 1, companyId: 2, ...least })).toEqual({
      orgId: 1,
      companyId: 2,
      ...least,
      description: '',
      subcategoryId: null,
      productLineId: null,
      strainId: null,
      parentId: null,
      isParent: false,
      salePrice: null,
      sellInBulk: false,
      unitMultiplier: '1',
      minimumOrder: null,
      maximumOrder: null,
      allowFractionalQuantities: false,
      showQuantity: true,
      inventoryManagement: 'MANUAL',
      listingState: 'INTERNAL',
      quantity: '0',
    });
  });

  test.each<[string, object, string[]]>([
    ['has a name', { name: ' ' }, ['name: Name is required']],
    ['has a name that fits', { name: 'x'.repeat(201) }, ['name: Must be 200 characters or fewer']],
    ['has a SKU', { sku: ' ' }, ['sku: SKU is required']],
    ['has a SKU that fits', { sku: 'x'.repeat(61) }, ['sku: Must be 60 characters or fewer']],
    [
      'has a description that fits',
      { description: 'x'.repeat(4001) },
      ['description: Must be 4,000 characters or fewer'],
    ],
    ['has something in a case', { unitMultiplier: '0' }, ['unitMultiplier: Must be greater than 0']],
    ['has four decimals at most', { minimumOrder: '1.23456' }, ['minimumOrder: Maximum 4 decimal places allowed']],
    [
      'is put on sale for no more',
      { salePrice: '20.01' },
      ['salePrice: Must be less than or equal to the wholesale price'],
    ],
    [
      'is sold between its limits',
      { minimumOrder: '10', maximumOrder: '9' },
      ['maximumOrder: Must be greater than or equal to 10'],
    ],
    [
      'is priced by the case if sold so',
      { sellInUnitOfMeasure: 'Case' },
      ['sellInBulk: A product sold in cases is priced by the case'],
    ],
    ['is sold in its own unit or cases', { sellInUnitOfMeasure: 'Gram' }, ['sellInUnitOfMeasure: Choose Unit or Case']],
    [
      'is of its category’s kinds',
      { subcategoryId: 16 },
      ['subcategoryId: Choose a subcategory of Buds (prepackaged)'],
    ],
    ['is of a kind there is', { subcategoryId: 999 }, ['subcategoryId: Choose a subcategory of Buds (prepackaged)']],
    ['has no parent as a parent', { isParent: true, parentId: 5 }, ['parentId: A parent product can’t have a parent']],
    [
      'isn’t sold as a parent',
      { isParent: true, listingState: 'AVAILABLE' },
      ['listingState: A parent product isn’t sold itself. Choose Internal.'],
    ],
  ])('%s', (_, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  test('isn’t counted in cases', () => {
    expect(problems({ unitOfMeasure: 'Case', sellInUnitOfMeasure: 'Case', sellInBulk: true })).toHaveLength(1);
  });

  test.each([
    [{ name: 'x'.repeat(200), sku: 'x'.repeat(60), description: 'x'.repeat(4000) }],
    [{ salePrice: '20.00', minimumOrder: '10', maximumOrder: '10.0', unitMultiplier: '1.2345' }],
    [{ sellInUnitOfMeasure: 'Case', sellInBulk: true, unitMultiplier: '32', subcategoryId: 5 }],
    [{ sellInBulk: true }],
    [{ isParent: true, listingState: 'ARCHIVED' }],
    [{ parentId: 5, listingState: 'AVAILABLE' }],
    [{ minimumOrder: '10' }],
    [{ maximumOrder: '10' }],
  ])('can be so: %o', (change) => {
    expect(problems(change)).toEqual([]);
  });

  test('says all that is wrong at once', () => {
    const wrong = { ...ProductEdit.parse({ version: 0, ...least }), isParent: true, parentId: 5, salePrice: '21.00' };
    expect(Object.keys(productErrors(wrong))).toEqual(['salePrice', 'parentId']);
  });
});

describe('a new product', () => {
  test.each([
    ['has stock entered by hand where it is managed', 'INTERNAL', 'MANUAL', '5', {}],
    ['has none where it comes from elsewhere', 'INTERNAL', 'METRC', '0.0', {}],
    ['has none by hand there', 'INTERNAL', 'METRC', '5', { quantity: 'Only managed stock is entered by hand' }],
    ['isn’t archived', 'ARCHIVED', 'MANUAL', '0', { listingState: 'A new product can’t be archived' }],
  ] as const)('%s', (_, listingState, inventoryManagement, quantity, errors) => {
    expect(newProductErrors({ listingState, inventoryManagement, quantity })).toEqual(errors);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChangedProduct,
  judgeChange,
  type ProductAction,
  patchOf,
  summaryOf,
} from '../../../domain/catalogue/product-change';
import { productErrors } from '../../../domain/catalogue/product-record';
import { compare } from '../../../domain/money';

const eighth: ChangedProduct = {
  brandId: 1,
  name: 'Blue Dream Eighth',
  sku: 'BD-1',
  description: '',
  strainId: null,
  allowFractionalQuantities: false,
  showQuantity: true,
  category: 'Buds (prepackaged)',
  subcategoryId: null,
  parentId: null,
  isParent: false,
  wholesalePrice: '20.00',
  salePrice: null,
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  sellInBulk: false,
  unitMultiplier: '1',
  minimumOrder: null,
  maximumOrder: null,
  inventoryManagement: 'MANUAL',
  listingState: 'AVAILABLE',
  productLineId: null,
  quantity: '100',
};
const onSale = { ...eighth, salePrice: '18.00' };
const names = {
  lines: new Map([
    [10, { name: 'Eighths', brandId: 1 }],
    [20, { name: 'Gummies', brandId: 2 }],
  ]),
};

describe('what an act makes of a product', () => {
  const cases: [ProductAction, ChangedProduct, object][] = [
    [{ name: 'changePrice', step: 'PERCENT', value: '5' }, eighth, { wholesalePrice: '21.00' }],
    [{ name: 'changePrice', step: 'PERCENT', value: '-12.5' }, eighth, { wholesalePrice: '17.50' }],
    [{ name: 'changePrice', step: 'AMOUNT', value: '-1.25' }, eighth, { wholesalePrice: '18.75' }],
    [{ name: 'changePrice', step: 'SET', value: '19' }, eighth, { wholesalePrice: '19.00' }],
    [{ name: 'putOnSale', step: 'PERCENT', value: '15' }, eighth, { salePrice: '17.00' }],
    [{ name: 'putOnSale', step: 'AMOUNT', value: '3' }, eighth, { salePrice: '17.00' }],
    [{ name: 'putOnSale', step: 'SET', value: '16.50' }, onSale, { salePrice: '16.50' }],
    [{ name: 'endSale' }, onSale, { salePrice: null }],
    [{ name: 'setListingState', listingState: 'SAMPLE' }, eighth, { listingState: 'SAMPLE' }],
    [{ name: 'setProductLine', productLineId: 10 }, eighth, { productLineId: 10 }],
  ];
  test.each(cases)('%j', (act, product, patch) => {
    expect(patchOf(act, product)).toEqual(patch);
  });

  test('a percentage is rounded to the cent', () => {
    expect(patchOf({ name: 'changePrice', step: 'PERCENT', value: '3.33' }, { wholesalePrice: '9.99' })).toEqual({
      wholesalePrice: '10.32',
    });
  });
});

describe('what can’t be changed, and why', () => {
  const cases: [string, ChangedProduct, Parameters<typeof judgeChange>[1], RegExp | null][] = [
    ['a price below zero', eighth, { wholesalePrice: '-0.01' }, /below \$0\.00/],
    ['a sale above the wholesale price', eighth, { salePrice: '20.01' }, /less than or equal/],
    ['a wholesale price below the sale', onSale, { wholesalePrice: '17.99' }, /less than or equal/],
    ['the stock of an archived product', { ...eighth, listingState: 'ARCHIVED' }, { quantity: '5' }, /archived/],
    ['tracked stock by hand', { ...eighth, inventoryManagement: 'METRC' }, { quantity: '5' }, /not entered by hand/],
    ['unlimited stock by hand', { ...eighth, inventoryManagement: 'UNLIMITED' }, { quantity: '5' }, /not entered by/],
    ['another brand’s line', eighth, { productLineId: 20 }, /another brand/],
    [
      'selling a parent',
      { ...eighth, isParent: true, listingState: 'INTERNAL' },
      { listingState: 'AVAILABLE' },
      /parent/,
    ],
    ['nothing wrong', eighth, { quantity: '5', productLineId: 10, listingState: 'BACKORDER', salePrice: '20' }, null],
  ];
  test.each(cases)('%s', (_, product, patch, reason) => {
    const { reasons } = judgeChange(product, patch, names);
    if (reason === null) expect(reasons).toEqual([]);
    else expect(reasons.join()).toMatch(reason);
  });

  test('only what differs is changed, however it is written', () => {
    const judged = judgeChange(eighth, { wholesalePrice: '20', salePrice: null, quantity: '100.0' }, names);
    expect(judged).toEqual({ patch: {}, changes: [], errors: {}, reasons: [] });
  });

  test('differences are in words', () => {
    const { changes } = judgeChange(onSale, { salePrice: null, listingState: 'ARCHIVED', productLineId: 10 }, names);
    expect(changes).toEqual([
      { label: 'Sale price', from: '$18.00', to: 'None' },
      { label: 'Status', from: 'Available', to: 'Archived' },
      { label: 'Product line', from: 'None', to: 'Eighths' },
    ]);
  });
});

test('a change that isn’t refused leaves a product whose fields agree', () => {
  const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => (amount / 100).toFixed(2));
  const act = fc.oneof(
    fc.record({
      name: fc.constant('changePrice' as const),
      step: fc.constantFrom('SET', 'AMOUNT', 'PERCENT'),
      value: cents,
    }),
    fc.record({
      name: fc.constant('putOnSale' as const),
      step: fc.constantFrom('SET', 'AMOUNT', 'PERCENT'),
      value: cents,
    }),
    fc.constant({ name: 'endSale' as const }),
  ) as fc.Arbitrary<ProductAction>;
  fc.assert(
    fc.property(cents, fc.option(cents), act, (wholesalePrice, sale, asked) => {
      const salePrice = sale !== null && compare(sale, wholesalePrice) <= 0 ? sale : null;
      const product = { ...eighth, wholesalePrice, salePrice };
      const { patch, reasons } = judgeChange(product, patchOf(asked, product), names);
      if (reasons.length > 0) return;
      const after = { ...product, ...patch } as ChangedProduct;
      expect(productErrors(after)).toEqual({});
      expect(compare(after.wholesalePrice, 0)).toBeGreaterThanOrEqual(0);
      expect(after.salePrice === null || compare(after.salePrice, 0) >= 0).toBe(true);
    }),
  );
});

test('a change says what it does to how many', () => {
  const selection = { ids: [1] };
  expect(summaryOf({ selection, act: { name: 'putOnSale', step: 'SET', value: '1' } }, 1204)).toBe(
    'Put 1,204 products on sale',
  );
  expect(summaryOf({ selection, act: { name: 'setListingState', listingState: 'ARCHIVED' } }, 1)).toBe(
    'Set 1 product to Archived',
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChangedProduct,
  judgeChange,
  loggedValues,
  ProductAction,
  ProductChanging,
  patchOf,
  stillHas,
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
    ['a price of nothing', eighth, { wholesalePrice: '0.00' }, null],
    ['a sale for nothing', eighth, { salePrice: '0.00' }, null],
    ['another brand’s line that there is no more', eighth, { productLineId: 99 }, /another brand/],
    [
      'what isn’t of its stock, however that is counted',
      { ...eighth, inventoryManagement: 'METRC' },
      { name: 'New' },
      null,
    ],
    [
      'nothing, where nothing differs, whatever was wrong before',
      { ...eighth, salePrice: '99.00' },
      { name: eighth.name },
      null,
    ],
    ['nothing wrong', eighth, { quantity: '5', productLineId: 10, listingState: 'BACKORDER', salePrice: '20' }, null],
  ];
  test.each(cases)('%s', (_, product, patch, reason) => {
    const { reasons } = judgeChange(product, patch, names);
    if (reason === null) expect(reasons).toEqual([]);
    else expect(reasons.join()).toMatch(reason);
  });

  test('amounts are the same however they are written', () => {
    const amounts = { unitMultiplier: '32', minimumOrder: '64', maximumOrder: '320' };
    const written = { unitMultiplier: '32.0', minimumOrder: '64.00', maximumOrder: '320.0' };
    expect(judgeChange({ ...eighth, ...amounts }, written, names).patch).toEqual({});
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

test.each<[string, Parameters<typeof summaryOf>[0]]>([
  ['Changed 1,204 products', { patches: [] }],
  ['Put 1,204 products on sale', of({ name: 'putOnSale', step: 'SET', value: '1' })],
  ['Ended the sale of 1,204 products', of({ name: 'endSale' })],
  ['Changed the price of 1,204 products', of({ name: 'changePrice', step: 'SET', value: '1' })],
  ['Set 1,204 products to Archived', of({ name: 'setListingState', listingState: 'ARCHIVED' })],
  ['Moved 1,204 products to a product line', of({ name: 'setProductLine', productLineId: 10 })],
  ['Moved 1,204 products to no product line', of({ name: 'setProductLine', productLineId: null })],
])('a change says what it does to how many: %s', (summary, change) => {
  expect(summaryOf(change, 1204)).toBe(summary);
  expect(summaryOf(change, 1)).toContain('1 product');
});

function of(act: ProductAction) {
  return { selection: { ids: [1] }, act };
}

describe('a change of many products', () => {
  const changed = (change: object) => {
    const read = ProductChanging.safeParse({ orgId: 1, change });
    return read.success;
  };
  const patches = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, patch: {} }));

  test('is of one product to 10,000', () => {
    expect([1, 10_000].map((count) => changed({ patches: patches(count) }))).toEqual([true, true]);
    expect([0, 10_001].map((count) => changed({ patches: patches(count) }))).toEqual([false, false]);
  });

  test.each([
    ['changePrice', '5', true],
    ['changePrice', '123456789.50', true],
    ['putOnSale', '5', true],
    ['putOnSale', '123456789', true],
    ['changePrice', '-5.25', true],
    ['changePrice', ' 5 ', true],
    ['changePrice', '5.255', false],
    ['changePrice', '5%', false],
    ['changePrice', '$5', false],
    ['changePrice', '1234567890', false],
    ['putOnSale', '5.25', true],
    ['putOnSale', '-5', false],
    ['putOnSale', '5.255', false],
    ['putOnSale', '$5', false],
  ])('by %s takes “%s”: %s', (name, value, isTaken) => {
    const read = ProductAction.safeParse({ name, step: 'AMOUNT', value });
    expect(read.success).toBe(isTaken);
    const example = name === 'changePrice' ? '-5 or 2.50' : '5 or 2.50';
    const told = `Enter a number with at most 2 decimals, such as ${example}`;
    expect(read.error?.issues.map(({ message }) => message) ?? [told]).toEqual([told]);
  });

  test.each<ProductAction>([
    { name: 'setListingState', listingState: 'SAMPLE' },
    { name: 'setProductLine', productLineId: null },
    { name: 'changePrice', step: 'SET', value: '5' },
    { name: 'putOnSale', step: 'PERCENT', value: '5' },
    { name: 'endSale' },
  ])('can be %o of all that are selected', (act) => {
    expect(changed({ selection: { ids: [1] }, act })).toBe(true);
    expect(changed({ act })).toBe(false);
  });

  test('asks for the number where there is none', () => {
    const { error } = ProductAction.safeParse({ name: 'changePrice', step: 'AMOUNT' });
    expect(error?.issues[0]?.message).toBe('Enter a number with at most 2 decimals, such as -5 or 2.50');
  });
});

describe('undoing a change takes nobody’s work back: a product still has what it gave it', () => {
  test.each<[string, Partial<ChangedProduct>, Parameters<typeof stillHas>[1], boolean]>([
    ['while it does', { salePrice: '18.00' }, { salePrice: '18.00' }, true],
    ['while it is only written otherwise', { salePrice: '18.00' }, { salePrice: '18' }, true],
    [
      'but not once one value is another',
      { salePrice: '18.00', name: 'New' },
      { salePrice: '18.00', name: 'Old' },
      false,
    ],
    ['but not once it is taken away', { salePrice: null }, { salePrice: '18.00' }, false],
    ['while its stock is counted by hand', { quantity: '5' }, { quantity: '5.0' }, true],
    [
      'but not once its stock comes from elsewhere',
      { quantity: '5', inventoryManagement: 'METRC' },
      { quantity: '5' },
      false,
    ],
    [
      'while its stock comes from where the change said',
      { quantity: '5', inventoryManagement: 'METRC' },
      { quantity: '5', inventoryManagement: 'METRC' },
      true,
    ],
    [
      'wherever its stock comes from, where the change was of something else',
      { inventoryManagement: 'METRC' },
      { name: eighth.name },
      true,
    ],
  ])('%s', (_, now, after, still) => {
    expect(stillHas({ ...eighth, ...now }, after)).toBe(still);
  });
});

describe('a change as the log keeps it', () => {
  const parents = new Map([[90, { name: 'Gelato' }]]);
  const known = { ...names, parents, strains: new Map([[30, { name: 'Blue Dream' }]]) };
  test('names what is referred to by id', () => {
    const patch = { name: 'New', productLineId: 10, strainId: 30, parentId: 90 };
    expect(loggedValues(patch, known)).toEqual({
      name: 'New',
      productLine: { id: 10, name: 'Eighths' },
      strain: { id: 30, name: 'Blue Dream' },
      parent: { id: 90, name: 'Gelato' },
    });
    expect(loggedValues({ productLineId: null }, known)).toEqual({ productLine: null });
    expect(loggedValues({ strainId: 31 }, known)).toEqual({ strain: { id: 31, name: '' } });
  });

  test('shows the beginning of long text', () => {
    const { changes } = judgeChange(
      { ...eighth, description: 'x'.repeat(200) },
      { description: 'y'.repeat(201) },
      known,
    );
    expect(changes).toEqual([{ label: 'Description', from: 'x'.repeat(200), to: `${'y'.repeat(200)}…` }]);
  });
});

describe('a product with mapped items', () => {
  test('can change otherwise even if they don’t agree with it', () => {
    const { errors } = judgeChange({ ...eighth, itemUnits: ['g'] }, { name: 'New' }, names);
    expect(errors).toEqual({});
  });

  const mapped = { ...eighth, itemUnits: ['ea' as const], listingState: 'INTERNAL' as const };
  test.each<[string, Parameters<typeof judgeChange>[1], object]>([
    [
      'isn’t measured otherwise',
      { unitOfMeasure: 'Gram', sellInUnitOfMeasure: 'Gram' },
      { unitOfMeasure: expect.stringContaining('mapped items') },
    ],
    ['doesn’t become a parent', { isParent: true }, { isParent: expect.stringContaining('mapped items') }],
    ['changes otherwise', { name: 'New' }, {}],
  ])('%s', (_, patch, errors) => {
    expect(judgeChange(mapped, patch, names).errors).toEqual(errors);
  });
});

import { describe, expect, test } from 'vitest';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { judgeLines, lineJudge, lineRules, type OrderBasis } from '../../../../domain/orders/entry/judge';
import { lineMessages } from '../../../../domain/orders/entry/judged';
import { withHeld } from '../../../../domain/orders/entry/needs';

const product = (id: number, changes: Partial<LineProduct> = {}): LineProduct => ({
  id,
  name: `Product ${id}`,
  sku: `SKU-${id}`,
  brand: { id: 1, name: 'Brand' },
  imageUri: null,
  isParent: false,
  listingState: 'AVAILABLE',
  inventoryManagement: 'MANUAL',
  totalEffectiveInventory: '10',
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  sellInBulk: false,
  unitMultiplier: '1',
  minimumOrder: null,
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
  price: {
    unitPrice: '5.00',
    wholesalePrice: '5.00',
    salePrice: null,
    isOnSale: false,
    why: { kind: 'wholesale' },
  },
  rules: {
    unitOfMeasure: 'Unit',
    minimum: null,
    maximum: '100000',
    available: '10',
    decimals: 0,
    isFixed: false,
  },
  ...changes,
});
const line = (productId: number, quantity: string) => ({
  id: null,
  productId,
  quantity,
  unitOfMeasure: null,
  salePrice: null,
  isSample: false,
  isBackorder: false,
  notes: '',
});
const basis = (products: LineProduct[]): OrderBasis => {
  const byId = new Map(products.map((one) => [one.id, one]));
  return { productOf: (id) => byId.get(id), standing: new Map(), status: 'ACCEPTED' };
};

test('an order judged with every change comes to what it does when judged at once', () => {
  const judge = lineJudge();
  const [one, two] = [product(1), product(2)];
  const steps = [
    [line(1, '2'), line(2, '3'), line(1, '4')],
    [line(1, '8'), line(2, '3'), line(1, '4')],
    [line(2, '3'), line(1, '4'), line(1, '8')],
    [line(1, '4')],
  ];
  for (const drafts of steps) expect(judge(drafts, basis([one, two]))).toEqual(judgeLines(drafts, basis([one, two])));
});

test('a change to one line keeps the results of lines it doesn’t touch', () => {
  const judge = lineJudge();
  const of = basis([product(1), product(2)]);
  const before = judge([line(1, '2'), line(2, '3'), line(1, '4')], of);
  const after = judge([line(1, '7'), line(2, '3'), line(1, '4')], of);
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  // It takes from what the first leaves.
  expect(after[2]?.error).toBe('Only 3 units available');
});

test('a line is judged anew when its product’s stock changes', () => {
  const judge = lineJudge();
  const [before] = judge([line(1, '4')], basis([product(1)]));
  const [after] = judge([line(1, '4')], basis([product(1, { totalEffectiveInventory: '3' })]));
  expect(before?.error).toBeUndefined();
  expect(after?.error).toBe('Only 3 units available');
});

const pounds = { unitOfMeasure: 'Pound', sellInUnitOfMeasure: 'Pound', allowFractionalQuantities: true } as const;

test.each([
  ['ACCEPTED', '9.9999', undefined],
  ['DRAFT', '9.9999', undefined],
  ['ACCEPTED', '9.99999', 'Maximum 4 decimal places allowed'],
  ['DRAFT', '9.99999', 'Maximum 4 decimal places allowed'],
  ['ACCEPTED', '10', 'Only 9.9999 pounds available'],
  ['DRAFT', '10', undefined],
] as const)('pounds of packages in grams are sold out to the last decimal: %s, %s', (status, quantity, error) => {
  const left = product(1, { ...pounds, totalEffectiveInventory: '9.9999' });
  const [judged] = judgeLines([line(1, quantity)], { ...basis([left]), status });
  expect(judged?.error).toBe(error);
});

const keptLine = {
  id: 7,
  productId: 1,
  unitOfMeasure: 'Unit',
  soldInBulk: false,
  unitMultiplier: '24',
  quantity: '1',
  orderedUnitPrice: '5.00',
  wholesalePrice: '5.00',
  salePrice: null,
  isBackorder: false,
  priceWhy: { kind: 'wholesale' as const },
};

test.each([
  ['its own unit', {}, 'Unit', undefined],
  ['its own unit, which the product isn’t sold in any more', { sellInUnitOfMeasure: 'Gram' }, 'Unit', undefined],
  ['cases of a product sold by the unit', {}, 'Case', 'Choose Unit'],
  ['cases of a product sold by the case', { sellInBulk: true, totalEffectiveInventory: '24' }, 'Case', undefined],
] as const)('a kept line has a unit its product is sold in: %s', (_what, changes, unitOfMeasure, error) => {
  const sold = product(1, { unitMultiplier: '24', ...changes });
  const of = { ...basis([sold]), standing: new Map([[7, keptLine]]), status: 'DRAFT' as const };
  const [judged] = judgeLines([{ ...line(1, '1'), id: 7 as never, unitOfMeasure }], of);
  expect(judged?.error).toBe(error);
});

test.each([
  ['Unit', '100000000', undefined],
  ['Unit', '100000001', 'Maximum quantity is 100,000,000 units'],
  ['Unit', '999999999999', 'Maximum quantity is 100,000,000 units'],
  ['Case', '4166667', 'Maximum quantity is 4,166,666 cases'],
])('a quantity is no larger than amounts can hold: %s, %s', (unitOfMeasure, quantity, error) => {
  const endless = product(1, { inventoryManagement: 'UNLIMITED', sellInBulk: true, unitMultiplier: '24' });
  const drafted = { ...line(1, quantity), isSample: true, unitOfMeasure: unitOfMeasure as never };
  const [judged] = judgeLines([drafted], basis([endless]));
  expect(judged?.error).toBe(error);
});

test('a total is no larger than amounts can hold', () => {
  const endless = product(1, { inventoryManagement: 'UNLIMITED' });
  const dear = { ...line(1, '100000'), isSample: true, salePrice: '99999999.00' };
  expect(judgeLines([dear], basis([endless]))[0]?.error).toBe(
    'The total is too large. Enter a smaller quantity or price.',
  );
});

const standing = (id: number, quantity: string, isBackorder = false) => ({
  id,
  productId: 1,
  unitOfMeasure: 'Unit',
  unitMultiplier: '1',
  soldInBulk: false,
  quantity,
  isSample: false,
  isBackorder,
});

test.each([
  ['an accepted order’s lines share what is left with what they hold', 'ACCEPTED' as const, ['8', '9'], false],
  ['a draft may have more than there is', 'DRAFT' as const, [null, null], false],
  ['what is on backorder too', 'ACCEPTED' as const, [null, null], true],
])('rules of an order: %s', (_, status, available, isBackorder) => {
  const lines = [standing(1, '4', isBackorder), standing(2, '5', isBackorder)];
  const known = withHeld([product(1, { totalEffectiveInventory: '4', minimumOrder: '20' })], status, lines);
  const rules = lineRules(lines, { productOf: (id) => known.get(id), status });
  expect(rules.map((rule) => rule.available)).toEqual(available);
  // Minimum and maximum are for new lines.
  expect(rules).toMatchObject([
    { lineItemId: 1, productId: 1, minimum: null, decimals: 0, unitOfMeasure: 'Unit' },
    { lineItemId: 2 },
  ]);
});

describe('an accepted order with kept lines of 4 and 5, and free stock of its product', () => {
  const kept = (id: number, quantity: string) => ({ ...keptLine, id, quantity, unitMultiplier: '1' });
  const lines = [kept(1, '4'), kept(2, '5')];
  test.each([
    ['one line takes what the other leaves', '4', ['8', '5'], [undefined, undefined]],
    ['the first takes more', '4', ['13', '5'], ['Only 8 units available', undefined]],
    ['the second takes more', '4', ['4', '10'], [undefined, 'Only 9 units available']],
    ['the second takes what the first gives up', '0', ['3', '6'], [undefined, undefined]],
    ['the first takes what the second gives up', '0', ['5', '4'], [undefined, undefined]],
    ['the same where more is promised than there is', '-7', ['5', '4'], [undefined, undefined]],
    ['nothing changes where more is promised than there is', '-7', ['4', '5'], [undefined, undefined]],
    ['more is taken where more is promised than there is', '-7', ['5', '5'], ['Only 4 units available', undefined]],
    ['a new line takes what is free', '4', ['4', '5', '4'], [undefined, undefined, undefined]],
    ['a new line takes more than is free', '4', ['4', '5', '5'], [undefined, undefined, 'Only 4 units available']],
    ['the line that gives it up is left out', '0', ['9'], [undefined]],
  ])('is refused at the line that takes too much: %s', (_what, free, quantities, errors) => {
    const known = withHeld([product(1, { totalEffectiveInventory: free })], 'ACCEPTED', lines);
    const of = { ...basis([...known.values()]), standing: new Map(lines.map((one) => [one.id, one])) };
    const drafts = quantities.map((quantity, at) => ({ ...line(1, quantity), id: (lines[at]?.id ?? null) as never }));
    expect(judgeLines(drafts, of).map(({ error }) => error)).toEqual(errors);
    expect(lineJudge()(drafts, of).map(({ error }) => error)).toEqual(errors);
  });
});

test.each([
  ['DRAFT', '5', undefined, false, 'Minimum order is 10 units'],
  ['DRAFT', '60', undefined, false, 'Maximum order is 50 units'],
  ['ACCEPTED', '5', undefined, false, 'Minimum order is 10 units'],
  ['DRAFT', '12', undefined, false, 'Only 11 units available'],
  ['ACCEPTED', '12', 'Only 11 units available', false, undefined],
  ['DRAFT', '10.5', 'Must be whole units', true, undefined],
  ['ACCEPTED', '10.5', 'Must be whole units', false, undefined],
  ['DRAFT', '0', 'Must be greater than 0', false, undefined],
  ['DRAFT', '', 'Quantity is required', false, undefined],
] as const)('what a new line of %s and %s units is told', (status, quantity, error, mayWait, warning) => {
  const limited = product(1, { minimumOrder: '10', maximumOrder: '50', totalEffectiveInventory: '11' });
  const [judged] = judgeLines([line(1, quantity)], { ...basis([limited]), status });
  expect({ error: judged?.error, warning: judged?.warning, mayWait: judged?.mayWait }).toEqual({
    error,
    warning,
    mayWait,
  });
  expect(lineMessages(judged ? [judged] : [])).toHaveLength(error === undefined || mayWait ? 0 : 1);
});

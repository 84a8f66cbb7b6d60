import { expect, test } from 'vitest';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { judgeLines, lineJudge, type OrderBasis } from '../../../../domain/orders/entry/judge';

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

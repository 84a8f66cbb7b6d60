import { expect, test } from 'vitest';
import { invoiced, packedText, pickRows, totalsText } from '../../../../domain/orders/documents/documents';
import { stockNeeds } from '../../../../domain/orders/entry/needs';
import type { OrderStatus } from '../../../../domain/orders/status';

const line = (id: number, total: string, isBackorder = false) => ({
  id,
  productId: id,
  productName: `Product ${id}`,
  brandName: 'Brand',
  sku: `SKU-${id}`,
  unitOfMeasure: 'Unit',
  unitMultiplier: '1',
  soldInBulk: false,
  baseUnit: 'Unit',
  quantity: '2',
  baseQuantity: '2',
  total,
  isSample: false,
  isBackorder,
  notes: '',
});
const order = (status: OrderStatus, values: object = {}) =>
  ({
    status,
    orderNumber: '100',
    customer: { name: 'Corner' },
    lineItems: [line(1, '80.00'), line(2, '20.00', true)],
    discountType: '%',
    discount: '0.1',
    subtotalUsd: '100.00',
    orderDiscountUsd: '10.00',
    totalUsd: '90.00',
    invoicedUsd: '72.00',
    paidUsd: '0',
    ...values,
  }) as never;

test.each<[OrderStatus, number[], string]>([
  ['SUBMITTED', [1, 2], '90.00'],
  ['ACCEPTED', [1], '72.00'],
  ['FULFILLED', [1], '72.00'],
  ['COMPLETE', [1], '72.00'],
])('a backorder line is on the paper until the order is accepted, and not invoiced: %s', (status, ids, totalUsd) => {
  const { lines, later, totals } = invoiced(order(status));
  expect(lines.map(({ id }) => id)).toEqual(ids);
  expect(later).toHaveLength(2 - ids.length);
  expect(totals).toMatchObject({ totalUsd });
});

test.each([
  ['a percent', {}],
  ['dollars', { discountType: '$', discount: '10' }],
])('an invoice takes off the ordinary lines’ share of %s', (_what, discount) => {
  const { totals } = invoiced(order('ACCEPTED', discount));
  expect(totals).toMatchObject({ subtotalUsd: '80.00', orderDiscountUsd: '8.00', totalUsd: '72.00' });
});

test.each<[OrderStatus, string[]]>([
  [
    'SUBMITTED',
    [
      'Subtotal $100.00',
      'Discount -$10.00',
      'Total $90.00',
      'On backorder, not invoiced yet -$18.00',
      'Paid $20.00',
      'Balance $52.00',
    ],
  ],
  ['ACCEPTED', ['Subtotal $80.00', 'Discount -$8.00', 'Total $72.00', 'Paid $20.00', 'Balance $52.00']],
])('the sums of an order that is %s add up to its balance', (status, expected) => {
  const { totals } = invoiced(order(status, { discountType: '$', discount: '10', paidUsd: '20.00' }));
  expect(totalsText(totals).map(([label, amount]) => `${label} ${amount}`)).toEqual(expected);
});

test.each<[OrderStatus, boolean, string]>([
  ['ACCEPTED', false, '______'],
  ['ACCEPTED', true, 'Later'],
  ['SHIPPED', true, 'Later'],
  ['COMPLETE', true, 'Not sent'],
  ['CANCELLED', true, 'Not sent'],
])('a packing slip of an order that is %s says of a line on backorder or not (%s): %s', (status, isBackorder, text) => {
  expect(packedText(status, { isBackorder })).toBe(text);
});

test('a backorder line is neither picked nor needed of stock until it is an ordinary one', () => {
  const found = order('ACCEPTED') as Parameters<typeof pickRows>[0][number];
  expect(pickRows([found]).map(({ productId }) => productId)).toEqual([1]);
  const lines = found.lineItems as unknown as Parameters<typeof stockNeeds>[1];
  const needs = stockNeeds('ACCEPTED', lines, () => ({ mode: 'MANUAL', quantity: '2', reserved: '2' }));
  expect(needs).toMatchObject([{ productId: 1, needed: '2', available: '2', short: '0' }]);
});

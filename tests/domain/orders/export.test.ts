import { describe, expect, test } from 'vitest';
import { FORMULA, undefused } from '../../../domain/csv';
import {
  backorderOf,
  balanceOf,
  exportName,
  LINE_COLUMNS,
  ORDER_COLUMNS,
  sumOpen,
} from '../../../domain/orders/export';
import type { OrderRow } from '../../../domain/orders/order';
import { paymentText } from '../../../domain/orders/totals';

const order: OrderRow = {
  id: 1,
  orderNumber: '100001',
  status: 'SHIPPED',
  customer: { id: 2, name: 'Cascade Collective' },
  sellerCompany: { companyId: 3, name: 'Fernhollow' },
  orderSource: 'MANUAL',
  created: '2026-03-08T05:30:00.000Z',
  shipDate: '2026-03-10',
  paymentDueDate: null,
  totalUsd: '1234.50',
  invoicedUsd: '1234.50',
  paidUsd: '1235.00',
  paymentState: 'OVERPAID',
  salesReps: [
    { id: 4, displayName: 'Priya Raman' },
    { id: 5, displayName: 'Caleb Winters' },
  ],
  lineItemCount: 3,
  availableTransitions: [],
  version: 0,
};

test.each([
  '=1+1',
  '+1 555 0100',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '-',
  '-1-1',
  '=-5',
  '|calc',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '=cmd|x',
])('%j would be run by a spreadsheet, and is itself again once read back', (text) => {
  expect(FORMULA.test(text)).toBe(true);
  expect(undefused(`'${text}`)).toBe(text);
});

test.each(["'", "'90s", "'-5"])('%j was not defused', (text) => {
  expect(undefused(text)).toBe(text);
});

test.each(['', 'Cascade', '1+1', '-5', '-5.00', '100001', "'=1+1", 'a=b', 'a|b', '-0.5', '3.5 g'])(
  '%j would not',
  (text) => {
    expect(FORMULA.test(text)).toBe(false);
  },
);

describe('an order’s cells', () => {
  test('are plain text: money with two decimals, dates in the reader’s zone, blanks for unknown values', () => {
    const texts = Object.fromEntries(
      Object.entries(ORDER_COLUMNS).map(([id, { text }]) => [id, text(order, 'America/Denver')]),
    );
    expect(texts).toEqual({
      orderNumber: '100001',
      status: 'Shipped',
      totalUsd: '1234.50',
      paymentState: 'Overpaid',
      backorder: '',
      balance: '-0.50',
      created: '03/07/2026',
      shipDate: '03/10/2026',
      paymentDueDate: '',
      lineItemCount: '3',
      orderSource: 'Entered by sales',
      customer: 'Cascade Collective',
      salesReps: 'Priya Raman, Caleb Winters',
      company: 'Fernhollow',
    });
  });

  test('balance is what is unpaid, to the cent', () => {
    expect(balanceOf({ ...order, paidUsd: '0.00' })).toBe('1234.50');
    expect(balanceOf({ ...order, paidUsd: '1234.50' })).toBe('0.00');
  });

  test('total, backorder, paid and balance add up, and a closed order has none of the latter', () => {
    const mixed = { ...order, invoicedUsd: '1000.00', paidUsd: '100.00' };
    expect([backorderOf(mixed), balanceOf(mixed)]).toEqual(['234.50', '900.00']);
    for (const status of ['CANCELLED', 'COMPLETE'] as const) expect(backorderOf({ ...mixed, status })).toBeNull();
    expect(sumOpen([order, mixed], balanceOf)).toBe('899.50');
  });

  test.each([
    ['SHIPPED', 'PAID', 'Paid'],
    ['SHIPPED', null, 'On backorder'],
    ['COMPLETE', null, 'Not sent, not invoiced'],
    ['REJECTED', null, ''],
  ] as const)('of an order that is %s, with a payment state of %s: %s', (status, paymentState, text) => {
    expect(paymentText({ status, paymentState })).toBe(text);
  });

  test('orders that are closed have no balance and are left out of a sum', () => {
    const closed = (['CANCELLED', 'REJECTED', 'COMBINED'] as const).map((status) => ({ ...order, status }));
    expect(closed.map(balanceOf)).toEqual([null, null, null]);
    expect(sumOpen([order, ...closed, order], ({ totalUsd }) => totalUsd)).toBe('2469.00');
    expect(sumOpen([order, ...closed], balanceOf)).toBe('-0.50');
    expect(sumOpen(closed, balanceOf)).toBe('0.00');
  });
});

test('a line item’s quantity has no trailing zeros, its flags are words', () => {
  const line = {
    orderNumber: '100001',
    customerName: 'Cascade Collective',
    status: 'SHIPPED' as const,
    created: order.created,
    brandName: 'Fernhollow',
    productName: 'Blue Dream',
    sku: 'FE-BD-8',
    licenseNumber: '402R-00123',
    salesReps: order.salesReps,
    soldInBulk: true,
    unitMultiplier: '24.000',
    quantity: '1.500',
    unitOfMeasure: 'Case',
    orderedUnitPrice: '10.00',
    total: '15.00',
    isSample: false,
    isBackorder: true,
    notes: 'Cold',
  };
  const cells = LINE_COLUMNS.map(({ header, text }) => [header, text(line, 'America/Denver')]);
  expect(cells).toEqual([
    ['Order', '100001'],
    ['Customer', 'Cascade Collective'],
    ['License', '402R-00123'],
    ['Sales reps', 'Priya Raman, Caleb Winters'],
    ['Status', 'Shipped'],
    ['Created', '03/07/2026'],
    ['Brand', 'Fernhollow'],
    ['Product', 'Blue Dream'],
    ['SKU', 'FE-BD-8'],
    ['Quantity', '1.5'],
    ['Unit', 'Case'],
    ['Units per case', '24'],
    ['Unit price', '10.00'],
    ['Total', '15.00'],
    ['Sample', 'No'],
    ['Backorder', 'Yes'],
    ['Notes', 'Cold'],
  ]);
});

test('files are named by date', () => {
  expect(exportName('2026-11-20', 'orders')).toBe('261120_orders.csv');
  expect(exportName('2027-01-05', 'line_items')).toBe('270105_line_items.csv');
});

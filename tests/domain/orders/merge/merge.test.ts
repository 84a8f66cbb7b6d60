import { expect, test } from 'vitest';
import {
  canUnmerge,
  joinTexts,
  type Merging,
  mergedLimitRefusal,
  mergedShipDates,
  mergeOrderLines,
  mergeRefusal,
  owedByMerge,
  owedText,
} from '../../../../domain/orders/merge/merge';
import type { OrderStatus } from '../../../../domain/orders/status';

const order = (values: Partial<Merging> = {}): Merging => ({
  orderNumber: '1001',
  companyId: 1,
  customerId: 2,
  buyerOrgId: 3,
  buyerLicenseId: 4,
  status: 'SUBMITTED',
  paidUsd: '0.00',
  externalId: null,
  productIds: [1, 2],
  ...values,
});
const products = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

test.each([
  ['one order', [order()], 'At least 2 orders must be selected for merging'],
  [
    'over 300 products',
    [order({ productIds: products(0, 200) }), order({ productIds: products(150, 151) })],
    'Too many products in orders for merge.',
  ],
  ['two customers', [order(), order({ customerId: 3 })], 'Only orders of one customer can be merged'],
  [
    'two buyers of one customer',
    [order(), order({ orderNumber: '1002', buyerOrgId: 9, buyerLicenseId: 8 })],
    'Orders 1001 and 1002 have different buyers or licenses. Merge them separately',
  ],
  [
    'two licenses of a buyer',
    [order(), order({ orderNumber: '1002', buyerLicenseId: 5 })],
    'Orders 1001 and 1002 have different buyers or licenses. Merge them separately',
  ],
  [
    'an order a buyer sees and one that none does',
    [order({ buyerOrgId: null, buyerLicenseId: null }), order({ orderNumber: '1002' })],
    'Orders 1001 and 1002 have different buyers or licenses. Merge them separately',
  ],
  ['a fulfilled order', [order(), order({ status: 'FULFILLED' })], 'Order 1001 is fulfilled and can’t be merged'],
  ['a paid order', [order(), order({ paidUsd: '5.00' })], 'Order 1001 has payments. Void them first, or leave it out'],
  [
    'a marketplace order',
    [order(), order({ externalId: 'L-1' })],
    'Order 1001 is kept in the wholesale marketplace. Leave it out',
  ],
])('%s can’t be merged', (_what, orders, reason) => {
  expect(mergeRefusal(orders)).toBe(reason);
});

test('exactly 300 products can be merged', () => {
  expect(mergeRefusal([order({ productIds: products(0, 200) }), order({ productIds: products(150, 150) })])).toBeNull();
});

const line = (quantity: string, values: object = {}) => ({
  productId: 1,
  unitOfMeasure: 'Unit',
  soldInBulk: false,
  unitMultiplier: '1',
  quantity,
  orderedUnitPrice: '9.99',
  isSample: false,
  isBackorder: false,
  notes: '',
  ...values,
});

test('lines alike become one, others stay', () => {
  const merged = mergeOrderLines([
    line('2'),
    line('1', { orderedUnitPrice: '8.00' }),
    line('3.0'),
    line('1', { notes: 'x' }),
  ]);
  expect(merged.map(({ quantity }) => quantity)).toEqual(['5', '1', '1']);
});

test('lines whose rounded totals wouldn’t add up stay apart', () => {
  const third = { orderedUnitPrice: '1.00', soldInBulk: true, unitMultiplier: '3' };
  expect(mergeOrderLines([line('1', third), line('1', third)]).map(({ quantity }) => quantity)).toEqual(['1', '1']);
});

test('notes are joined by lines, each once', () => {
  expect(joinTexts(['Call first', '', ' Call first', 'Dock 4'])).toBe('Call first\nDock 4');
});

test('a merged order is taken apart until something is done with it', () => {
  const merged = { originalOrderIds: [1, 2], status: 'SUBMITTED' as const, version: 0, hasPayments: false };
  expect(canUnmerge(merged)).toBe(true);
  expect(canUnmerge({ ...merged, version: 1 })).toBe(false);
  expect(canUnmerge({ ...merged, hasPayments: true })).toBe(false);
  expect(canUnmerge({ ...merged, originalOrderIds: [] })).toBe(false);
  expect(canUnmerge({ ...merged, status: 'FULFILLED' })).toBe(false);
});

const most = { lines: 1000, notes: 'n'.repeat(4000), shippingDetails: 's'.repeat(2000), salesReps: 20 };
test.each<[string, Partial<typeof most>, string | null]>([
  ['as much as an order takes', {}, null],
  ['a line more', { lines: 1001 }, 'Together these orders have 1,001 lines. One order takes 1,000'],
  [
    'longer notes',
    { notes: 'n'.repeat(4001) },
    'Together these orders have 4,001 characters of notes. One order takes 4,000',
  ],
  [
    'longer shipping details',
    { shippingDetails: 's'.repeat(2001) },
    'Together these orders have 2,001 characters of shipping details. One order takes 2,000',
  ],
  ['another sales rep', { salesReps: 21 }, 'Together these orders have 21 sales reps. One order takes 20'],
])('orders with %s together: %o', (_, more, expected) => {
  expect(mergedLimitRefusal({ ...most, ...more })).toBe(expected);
});

test.each([
  [[null, null], []],
  [[null, '2026-12-02', null], ['2026-12-02']],
  [
    ['2026-12-05', null, '2026-12-02', '2026-12-05'],
    ['2026-12-02', '2026-12-05'],
  ],
])('of ship dates %o there are %o to choose from', (days, expected) => {
  expect(mergedShipDates(days.map((shipDate) => ({ shipDate })))).toEqual(expected);
});

type Owing = [status: OrderStatus, invoicedUsd: string];
const owing = (orders: readonly Owing[]) => orders.map(([status, invoicedUsd]) => ({ status, invoicedUsd }));

test.each<[string, Owing[], Owing[], string | null]>([
  [
    'accepted orders that owe the same',
    [
      ['ACCEPTED', '60'],
      ['ACCEPTED', '20'],
    ],
    [['ACCEPTED', '80']],
    null,
  ],
  [
    'accepted ones that owe less',
    [
      ['ACCEPTED', '60'],
      ['ACCEPTED', '20'],
    ],
    [['ACCEPTED', '79']],
    null,
  ],
  [
    'accepted ones that owe more',
    [
      ['ACCEPTED', '60'],
      ['ACCEPTED', '20'],
    ],
    [['ACCEPTED', '81']],
    '1.00',
  ],
  [
    'a submitted one into an accepted one',
    [
      ['ACCEPTED', '60'],
      ['SUBMITTED', '20'],
    ],
    [['ACCEPTED', '80']],
    '20.00',
  ],
  [
    'one that waits into an accepted one',
    [
      ['ACCEPTED', '60'],
      ['SUBMITTED', '0'],
    ],
    [['ACCEPTED', '60']],
    '0.00',
  ],
  [
    'an accepted one into a submitted one',
    [
      ['SUBMITTED', '20'],
      ['ACCEPTED', '60'],
    ],
    [['SUBMITTED', '80']],
    null,
  ],
  [
    'submitted ones',
    [
      ['SUBMITTED', '20'],
      ['SUBMITTED', '60'],
    ],
    [['SUBMITTED', '90']],
    null,
  ],
  [
    'one that is taken apart',
    [['ACCEPTED', '80']],
    [
      ['ACCEPTED', '60'],
      ['SUBMITTED', '20'],
    ],
    null,
  ],
  [
    'one that is taken apart and owes more',
    [['ACCEPTED', '79']],
    [
      ['ACCEPTED', '60'],
      ['ACCEPTED', '20'],
    ],
    '1.00',
  ],
  [
    'a submitted one taken apart',
    [['SUBMITTED', '80']],
    [
      ['ACCEPTED', '60'],
      ['SUBMITTED', '20'],
    ],
    '60.00',
  ],
])('merging or undoing takes a credit check where more is owed or accepted: %s', (_what, before, after, moreUsd) => {
  expect(owedByMerge(owing(before), owing(after))).toBe(moreUsd);
});

test.each([
  [
    'less',
    [
      ['ACCEPTED', '100.00'],
      ['ACCEPTED', '0.00'],
    ],
    '75.00',
    'ACCEPTED',
    'owes $100.00 on these orders, and will owe $75.00 on the new one. Their discounts are shared by all its lines, also those on backorder.',
  ],
  [
    'more',
    [
      ['ACCEPTED', '50.00'],
      ['ACCEPTED', '20.00'],
    ],
    '80.00',
    'ACCEPTED',
    'owes $70.00 on these orders, and will owe $80.00 on the new one. Their discounts are shared by all its lines, also those on backorder.',
  ],
  [
    'more by accepting one',
    [
      ['ACCEPTED', '50.00'],
      ['SUBMITTED', '20.00'],
    ],
    '70.00',
    'ACCEPTED',
    'owes $50.00 on these orders, and will owe $70.00 on the new one.',
  ],
  [
    'nothing until it is accepted again',
    [
      ['SUBMITTED', '50.00'],
      ['ACCEPTED', '20.00'],
    ],
    '70.00',
    'SUBMITTED',
    'owes $20.00 on these orders, and will owe $0.00 on the new one.',
  ],
  [
    'as much',
    [
      ['ACCEPTED', '50.00'],
      ['ACCEPTED', '20.00'],
    ],
    '70.00',
    'ACCEPTED',
    null,
  ],
  [
    'nothing either way',
    [
      ['SUBMITTED', '50.00'],
      ['SUBMITTED', '20.00'],
    ],
    '65.00',
    'SUBMITTED',
    null,
  ],
] as const)('a merge says what is owed where that changes: %s', (_what, before, invoicedUsd, status, text) => {
  const said = owedText(
    'Harbor',
    before.map(([status, invoicedUsd]) => ({ status, invoicedUsd })),
    { status, invoicedUsd },
  );
  expect(said).toBe(text === null ? '' : `Harbor ${text}`);
});

import { describe, expect, test } from 'vitest';
import {
  acceptsPayments,
  availableTransitions,
  canEditLines,
  findTransition,
  isClosed,
  isFrozen,
  ORDER_STATUS_IDS,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
  transitionsFor,
} from '../../../domain/orders/status';

const STATUSES: [OrderStatus, number, boolean][] = [
  ['DRAFT', 1, false],
  ['SUBMITTED', 2, true],
  ['ACCEPTED', 3, true],
  ['FULFILLED', 4, true],
  ['SHIPPED', 5, true],
  ['DELIVERED', 6, true],
  ['COMPLETE', 7, true],
  ['CANCELLED', 8, false],
  ['REJECTED', 9, false],
  ['COMBINED', 10, false],
  ['BACKORDER', 11, false],
];

const SELLER: Record<OrderStatus, OrderStatus[]> = {
  DRAFT: ['SUBMITTED', 'ACCEPTED', 'CANCELLED'],
  SUBMITTED: ['ACCEPTED', 'REJECTED', 'BACKORDER'],
  BACKORDER: ['ACCEPTED', 'REJECTED'],
  ACCEPTED: ['FULFILLED', 'REJECTED', 'BACKORDER'],
  FULFILLED: ['SHIPPED', 'REJECTED'],
  SHIPPED: ['DELIVERED', 'COMPLETE', 'REJECTED'],
  DELIVERED: ['COMPLETE'],
  COMPLETE: [],
  CANCELLED: [],
  REJECTED: [],
  COMBINED: [],
};
const BUYER: Partial<Record<OrderStatus, OrderStatus[]>> = { SUBMITTED: ['CANCELLED'], BACKORDER: ['CANCELLED'] };

const seller = { side: 'seller', canEdit: true, canEditFrozen: false } as const;
const trusted = { side: 'seller', canEdit: true, canEditFrozen: true } as const;
const buyer = { side: 'buyer', canEdit: true, canEditFrozen: true } as const;

test.each(STATUSES)('%s is kept as %i and is active: %s', (status, id, isActive) => {
  expect(ORDER_STATUSES[status]).toMatchObject({ id, isActive });
});

test('there are no other statuses', () => {
  expect([...ORDER_STATUS_IDS].sort()).toEqual(STATUSES.map(([status]) => status).sort());
});

describe.each(ORDER_STATUS_IDS)('from %s', (status) => {
  test('a seller can move the order exactly there', () => {
    expect(availableTransitions({ status, ...seller })).toEqual(SELLER[status]);
  });

  test('with write on frozen orders, only a fulfilled order has one more step: back', () => {
    const back = status === 'FULFILLED' ? ['ACCEPTED'] : [];
    expect(availableTransitions({ status, ...trusted })).toEqual([...SELLER[status], ...back]);
  });

  test('a buyer can only cancel', () => {
    expect(availableTransitions({ status, ...buyer })).toEqual(BUYER[status] ?? []);
  });

  test('someone with read only can’t move it', () => {
    expect(availableTransitions({ status, ...trusted, canEdit: false })).toEqual([]);
    expect(availableTransitions({ status, ...buyer, canEdit: false })).toEqual([]);
  });

  test('merging has no button', () => {
    expect(
      [...transitionsFor({ status, ...trusted }), ...transitionsFor({ status, ...buyer })].map(({ to }) => to),
    ).not.toContain('COMBINED');
  });
});

test('only submitted and accepted orders can be merged away', () => {
  expect(TRANSITIONS.filter(({ to }) => to === 'COMBINED').map(({ from, by }) => [from, by])).toEqual([
    ['SUBMITTED', 'merge'],
    ['ACCEPTED', 'merge'],
  ]);
});

test('every status change is in the table once', () => {
  const pairs = TRANSITIONS.map(({ from, to }) => `${from}-${to}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

test('an unknown status change isn’t found', () => {
  expect(findTransition('SUBMITTED', 'ACCEPTED')).toMatchObject({ by: 'seller', verb: 'Accept' });
  expect(findTransition('ACCEPTED', 'SUBMITTED')).toBeUndefined();
  expect(findTransition('COMPLETE', 'COMPLETE')).toBeUndefined();
});

test('what can’t be undone or releases stock asks first, the rest doesn’t', () => {
  const asking = new Set(
    TRANSITIONS.filter(({ question }) => question !== null).map(({ from, to }) => `${from}-${to}`),
  );
  const expected = TRANSITIONS.filter(
    ({ from, to }) =>
      to === 'REJECTED' || to === 'CANCELLED' || to === 'BACKORDER' || (from === 'FULFILLED' && to === 'ACCEPTED'),
  ).map(({ from, to }) => `${from}-${to}`);
  expect([...asking].sort()).toEqual(expected.sort());
});

test.each([
  ['ACCEPTED', 'Accept'],
  ['REJECTED', 'Reject'],
  ['BACKORDER', 'Backorder'],
  ['CANCELLED', 'Cancel'],
] as const)('the button to %s says %s', (to, verb) => {
  expect(findTransition('SUBMITTED', to)?.verb).toBe(verb);
});

test('every button says what it does', () => {
  const verbs = Object.fromEntries(TRANSITIONS.map(({ from, to, verb }) => [`${from} ${to}`, verb]));
  expect(verbs).toMatchObject({
    'DRAFT SUBMITTED': 'Submit',
    'DRAFT ACCEPTED': 'Accept',
    'ACCEPTED FULFILLED': 'Fulfill',
    'FULFILLED SHIPPED': 'Ship',
    'SHIPPED DELIVERED': 'Mark delivered',
    'SHIPPED COMPLETE': 'Complete',
    'SUBMITTED COMBINED': 'Merge',
  });
});

test.each([
  ['SUBMITTED', 'REJECTED', 'Reject this order? Its stock is released. You can’t undo this.'],
  ['SUBMITTED', 'CANCELLED', 'Cancel this order? Its stock is released. You can’t undo this.'],
  ['ACCEPTED', 'BACKORDER', 'Move this order to backorder? Its stock is released.'],
  ['FULFILLED', 'ACCEPTED', 'Reopen this order? Its stock is reserved again.'],
] as const)('from %s to %s the question is: %s', (from, to, question) => {
  expect(findTransition(from, to)?.question).toBe(question);
});

test('payments are recorded on placed orders that aren’t closed', () => {
  const without = ['DRAFT', 'CANCELLED', 'REJECTED', 'COMBINED'];
  expect(ORDER_STATUS_IDS.filter((status) => !acceptsPayments(status))).toEqual(without);
});

test('accepting an order and reopening a fulfilled one have different buttons', () => {
  expect(findTransition('FULFILLED', 'ACCEPTED')?.verb).toBe('Reopen');
});

test.each([
  ['DRAFT', 'open', true, true],
  ['SUBMITTED', 'open', true, true],
  ['BACKORDER', 'open', true, true],
  ['ACCEPTED', 'open', true, true],
  ['FULFILLED', 'frozen', false, true],
  ['SHIPPED', 'frozen', false, true],
  ['DELIVERED', 'frozen', false, true],
  ['COMPLETE', 'frozen', false, true],
  ['CANCELLED', 'closed', false, false],
  ['REJECTED', 'closed', false, false],
  ['COMBINED', 'closed', false, false],
] as const)('%s is %s: lines editable %s, with write on frozen orders %s', (status, kind, plain, frozenToo) => {
  expect(isFrozen(status)).toBe(kind === 'frozen');
  expect(isClosed(status)).toBe(kind === 'closed');
  expect(canEditLines({ status, ...seller })).toBe(plain);
  expect(canEditLines({ status, ...trusted })).toBe(frozenToo);
  expect(canEditLines({ status, ...trusted, canEdit: false })).toBe(false);
  expect(canEditLines({ status, ...buyer })).toBe(false);
});

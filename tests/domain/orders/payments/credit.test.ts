import { describe, expect, test } from 'vitest';
import { holdNotice } from '../../../../domain/customers/credit';
import {
  explainCreditStop,
  findCreditStop,
  findEditStop,
  orderCreditUsd,
  owingUsd,
  unpaidUsd,
  usesCredit,
} from '../../../../domain/orders/payments/credit';
import { ORDER_STATUS_IDS, type OrderStatus } from '../../../../domain/orders/status';

const free = { onHold: false, holdReason: '', creditLimitUsd: null };
const move = (from: OrderStatus, to: OrderStatus, orderUsd = '100.00') => ({ from, to, orderUsd });

test('orders use credit from acceptance until closed', () => {
  expect(ORDER_STATUS_IDS.filter(usesCredit)).toEqual(['ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE']);
});

describe('a hold', () => {
  const held = { ...free, onHold: true, holdReason: 'Two invoices past due' };

  test.each([
    move('DRAFT', 'SUBMITTED'),
    move('DRAFT', 'ACCEPTED'),
    move('SUBMITTED', 'ACCEPTED'),
    move('BACKORDER', 'ACCEPTED'),
  ])('stops $from to $to', (asked) => {
    expect(findCreditStop(held, '0.00', asked)).toEqual({ kind: 'hold', reason: 'Two invoices past due' });
    expect(findCreditStop(free, '999999.00', asked)).toBeNull();
  });

  test.each([
    move('SUBMITTED', 'REJECTED'),
    move('SUBMITTED', 'CANCELLED'),
    move('ACCEPTED', 'FULFILLED'),
    move('FULFILLED', 'ACCEPTED'),
    move('SHIPPED', 'COMPLETE'),
  ])('does not stop $from to $to', (asked) => {
    expect(findCreditStop(held, '0.00', asked)).toBeNull();
  });
});

describe('a credit limit', () => {
  const limited = { ...free, creditLimitUsd: '1000.00' };

  test('may be reached exactly, but not exceeded by a cent', () => {
    expect(findCreditStop(limited, '900.00', move('SUBMITTED', 'ACCEPTED', '100.00'))).toBeNull();
    expect(findCreditStop(limited, '900.00', move('SUBMITTED', 'ACCEPTED', '100.01'))).toEqual({
      kind: 'limit',
      limitUsd: '1000.00',
      exposureUsd: '900.00',
      orderUsd: '100.01',
      overUsd: '0.01',
    });
  });

  test('of zero only accepts what is already paid', () => {
    const none = { ...free, creditLimitUsd: '0.00' };
    expect(findCreditStop(none, '0.00', move('SUBMITTED', 'ACCEPTED', '0.00'))).toBeNull();
    expect(findCreditStop(none, '0.00', move('SUBMITTED', 'ACCEPTED', '0.01'))?.kind).toBe('limit');
  });

  test('lets a draft be submitted, since nobody has agreed to it yet', () => {
    expect(findCreditStop(limited, '5000.00', move('DRAFT', 'SUBMITTED', '100.00'))).toBeNull();
  });
});

test('the seller’s message has the amounts, the buyer’s has none', () => {
  const stop = findCreditStop({ ...free, creditLimitUsd: '1000.00' }, '900.00', move('SUBMITTED', 'ACCEPTED', '350.5'));
  expect(stop && explainCreditStop(stop, 'Cedar Collective')).toBe(
    'Cedar Collective owes $900.00. This order of $350.50 puts them $250.50 over their credit limit of $1,000.00.',
  );
  expect(explainCreditStop({ kind: 'hold', reason: '' }, 'Cedar Collective')).toBe('Cedar Collective is on hold.');
  expect(explainCreditStop({ kind: 'hold', reason: 'Past due' }, 'Cedar Collective')).toBe(
    'Cedar Collective is on hold (Past due).',
  );
  expect(holdNotice('Fernhollow')).not.toMatch(/\d|limit|hold/);
});

const owed = (status: OrderStatus, invoicedUsd: string, paidUsd = '0.00') => ({ status, invoicedUsd, paidUsd });

test.each<[OrderStatus, string, string, string]>([
  ['ACCEPTED', '100.00', '30.00', '70.00'],
  ['DELIVERED', '100.00', '130.00', '-30.00'],
  ['SUBMITTED', '100.00', '30.00', '0.00'],
  ['SUBMITTED', '100.00', '130.00', '-30.00'],
  ['BACKORDER', '100.00', '100.00', '0.00'],
  ['REJECTED', '100.00', '30.00', '-30.00'],
  ['CANCELLED', '100.00', '0.00', '0.00'],
  ['COMBINED', '100.00', '0.00', '0.00'],
  ['DRAFT', '100.00', '0.00', '0.00'],
])('an order that is %s, costs $%s and has $%s adds $%s to what is owed', (status, invoicedUsd, paidUsd, expected) => {
  const order = { status, invoicedUsd, paidUsd };
  expect(owingUsd(order)).toBe(expected);
  expect(owingUsd({ ...order, status: 'ACCEPTED' })).toBe(
    (Number(unpaidUsd(order)) - Number(orderCreditUsd({ ...order, status: 'ACCEPTED' }))).toFixed(2),
  );
});

describe('changing an order that is accepted', () => {
  const limited = { ...free, creditLimitUsd: '1000.00' };
  const held = { ...free, onHold: true, holdReason: 'Past due' };
  const before = owed('ACCEPTED', '50.00');
  const to = (invoicedUsd: string, isNewCustomer = false) => ({
    before,
    after: { ...before, invoicedUsd },
    isNewCustomer,
  });

  test('may cost up to what its customer has left, the order itself counted once', () => {
    expect(findEditStop(limited, '900.00', to('150.00'))).toBeNull();
    expect(findEditStop(limited, '900.00', to('150.01'))).toMatchObject({
      exposureUsd: '850.00',
      orderUsd: '150.01',
      overUsd: '0.01',
    });
  });

  test('is stopped by a hold only where it costs more', () => {
    expect(findEditStop(held, '50.00', to('50.01'))).toEqual({ kind: 'hold', reason: 'Past due' });
    expect(findEditStop(held, '50.00', to('50.00'))).toBeNull();
    expect(findEditStop(held, '50.00', to('10.00'))).toBeNull();
    expect(findEditStop(limited, '5000.00', to('10.00'))).toBeNull();
  });

  test('is judged whole for another customer', () => {
    expect(findEditStop(held, '0.00', to('50.00', true))?.kind).toBe('hold');
    expect(findEditStop(limited, '950.00', to('50.00', true))).toBeNull();
    expect(findEditStop(limited, '950.01', to('50.00', true))).toMatchObject({ overUsd: '0.01' });
  });

  test('isn’t judged before it is accepted', () => {
    const draft = owed('SUBMITTED', '50.00');
    const edit = { before: draft, after: { ...draft, invoicedUsd: '5000.00' }, isNewCustomer: true };
    expect(findEditStop(held, '0.00', edit)).toBeNull();
  });

  test('uses what was paid too much on it before it owes', () => {
    const paid = owed('ACCEPTED', '50.00', '120.00');
    const cost = (invoicedUsd: string) => ({ before: paid, after: { ...paid, invoicedUsd }, isNewCustomer: false });
    const none = { ...free, creditLimitUsd: '0.00' };
    expect(findEditStop(none, '-70.00', cost('120.00'))).toBeNull();
    expect(findEditStop(none, '-70.00', cost('120.01'))).toMatchObject({ exposureUsd: '0.00', overUsd: '0.01' });
  });
});

test('credit is named where a customer has more of it than debt', () => {
  const stop = findCreditStop({ ...free, creditLimitUsd: '100.00' }, '-50.00', move('SUBMITTED', 'ACCEPTED', '150.01'));
  expect(stop && explainCreditStop(stop, 'Harbor')).toBe(
    'Harbor has $50.00 of credit. This order of $150.01 puts them $0.01 over their credit limit of $100.00.',
  );
});

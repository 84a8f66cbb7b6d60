import { describe, expect, test } from 'vitest';
import { holdNotice } from '../../../../domain/customers/credit';
import { explainCreditStop, findCreditStop, usesCredit } from '../../../../domain/orders/payments/credit';
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

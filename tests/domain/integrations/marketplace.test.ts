import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { assertMayMove, isFromMarketplace, marketplaceMove } from '../../../domain/integrations/marketplace';
import { ORDER_STATUS_IDS, type OrderStatus } from '../../../domain/orders/status';
import { refusalOf } from './refusal';

test.each<[OrderStatus, ReturnType<typeof marketplaceMove>]>([
  ['DRAFT', null],
  ['SUBMITTED', { action: 'submit', leaves: 'SUBMITTED' }],
  ['ACCEPTED', { action: 'accept', leaves: 'ACCEPTED' }],
  ['FULFILLED', { action: 'fulfill', leaves: 'FULFILLED' }],
  ['SHIPPED', { action: 'ship', leaves: 'SHIPPED' }],
  // It has no delivery.
  ['DELIVERED', { action: 'ship', leaves: 'SHIPPED' }],
  ['COMPLETE', { action: 'complete', leaves: 'COMPLETE' }],
  // Only buyers cancel there.
  ['CANCELLED', { action: 'reject', leaves: 'REJECTED' }],
  ['REJECTED', { action: 'reject', leaves: 'REJECTED' }],
  ['COMBINED', null],
  ['BACKORDER', null],
])('%s is sent as %j', (status, move) => {
  expect(marketplaceMove(status)).toEqual(move);
});

test('every status is sent, or deliberately isn’t', () => {
  const told = ORDER_STATUS_IDS.filter((status) => marketplaceMove(status) !== null);
  expect(told).toHaveLength(ORDER_STATUS_IDS.length - 3);
});

describe('who is blocked by a read-only connection', () => {
  const reads = { stateAbbv: 'CA', access: 'READ' } as const;

  test('the seller, who learns which connection and why', () => {
    const refusal = refusalOf(() => assertMayMove('seller', reads));
    expect(refusal.toBody()).toMatchObject({
      internalCode: ERROR_CODES.WRITE_ACCESS_REQUIRED,
      userFriendlyMessage:
        'Please enable wholesale marketplace write access to complete that action. The key for California can only read orders.',
      errorObject: { stateAbbv: 'CA' },
    });
  });

  test.each([
    ['the buyer', 'buyer', reads],
    ['a seller whose link may write', 'seller', { ...reads, access: 'WRITE' }],
    ['a seller without a link', 'seller', null],
  ] as const)('not %s', (_who, side, link) => {
    expect(() => assertMayMove(side, link)).not.toThrow();
  });
});

test.each([
  ['WHOLESALE_MARKETPLACE', 'WM-1', true],
  ['WHOLESALE_MARKETPLACE', null, false],
  ['MARKETPLACE', 'WM-1', false],
  ['MANUAL', null, false],
])('an order from %s with the number %s there: %s', (orderSource, externalId, expected) => {
  expect(isFromMarketplace({ orderSource, externalId })).toBe(expected);
});

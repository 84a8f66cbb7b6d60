import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { refusalsOf } from '../../../domain/contract/refusals';

describe('a call’s refusals', () => {
  test('follow from who may make it, what it names and what it changes', () => {
    expect(refusalsOf(contract.reference.version)).toEqual([
      'BAD_INPUT',
      'SIGNED_OUT',
      'TOKEN_EXPIRED',
      'TOO_MANY',
      'UNAVAILABLE',
      'INTERNAL',
    ]);
    const update = refusalsOf(contract.customers.update);
    for (const code of ['FORBIDDEN', 'NOT_FOUND', 'STALE', 'CONFLICT', 'TOO_MANY', 'TOO_LARGE'] as const)
      expect(update).toContain(code);
    expect(update).not.toContain('KEY_REUSED');
    expect(refusalsOf(contract.carts.checkout)).toContain('KEY_REUSED');
  });

  test('include the upgrade only if a plan is required', () => {
    expect(refusalsOf(contract.orderExports.orders)).toContain('UPGRADE_REQUIRED');
    expect(refusalsOf(contract.orders.search)).not.toContain('UPGRADE_REQUIRED');
  });

  test('include the verb’s own', () => {
    const own = ['ILLEGAL_TRANSITION', 'CREDIT_STOP', 'SHORT_OF_STOCK'];
    expect(refusalsOf(contract.orders.transition)).toEqual(expect.arrayContaining(own));
    expect(refusalsOf(contract.orders.get)).not.toEqual(expect.arrayContaining(own));
  });
});

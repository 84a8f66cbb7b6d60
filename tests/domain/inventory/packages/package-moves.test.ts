import { describe, expect, test } from 'vitest';
import { whyNotFinish, whyNotMove, whyNotReopen } from '../../../../domain/inventory/packages/package-moves';

const held = { status: 'ACTIVE', transferState: null, quantity: '0', unitOfMeasureAbbreviation: 'ea' } as const;

describe('a package', () => {
  test('can be moved while it is here', () => {
    expect(whyNotMove(held)).toBeNull();
    expect(whyNotMove({ ...held, status: 'ON_HOLD' })).toBeNull();
    expect(whyNotMove({ ...held, status: 'INACTIVE' })).toBe('It is inactive.');
    expect(whyNotMove({ ...held, status: 'INACTIVE', transferState: 'SHIPPED' })).toBe('It left: shipped.');
  });

  test('can be finished once it is empty', () => {
    expect(whyNotFinish(held)).toBeNull();
    expect(whyNotFinish({ ...held, quantity: '0.25' })).toContain('0.25 ea');
    expect(whyNotFinish({ ...held, status: 'ON_HOLD' })).toBe('It is on hold.');
    expect(whyNotFinish({ ...held, status: 'INACTIVE' })).toBe('It is inactive.');
  });

  test('can be reopened once it is finished, unless it left', () => {
    expect(whyNotReopen({ ...held, status: 'INACTIVE' })).toBeNull();
    expect(whyNotReopen(held)).toBe('It isn’t finished.');
    expect(whyNotReopen({ ...held, status: 'INACTIVE', transferState: 'ACCEPTED' })).toContain('It left');
  });
});

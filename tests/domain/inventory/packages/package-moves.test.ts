import { describe, expect, test } from 'vitest';
import { TAG_USED_AGAIN, voidedLabel } from '../../../../domain/inventory/packages/package';
import { whyNotFinish, whyNotMove, whyNotReopen } from '../../../../domain/inventory/packages/package-moves';

const TAG = '1A4060300002199000003445';
const held = {
  label: TAG,
  status: 'ACTIVE',
  transferState: null,
  quantity: '0',
  unitOfMeasureAbbreviation: 'ea',
} as const;

describe('a package', () => {
  test('can be moved while it is here', () => {
    expect(whyNotMove(held)).toBeNull();
    expect(whyNotMove({ ...held, status: 'ON_HOLD' })).toBeNull();
    expect(whyNotMove({ ...held, status: 'INACTIVE' })).toBe('It’s inactive.');
    expect(whyNotMove({ ...held, status: 'INACTIVE', transferState: 'SHIPPED' })).toBe('It left: shipped.');
  });

  test('can be finished once it is empty', () => {
    expect(whyNotFinish(held)).toBeNull();
    expect(whyNotFinish({ ...held, quantity: '0.25' })).toContain('0.25 ea');
    expect(whyNotFinish({ ...held, status: 'ON_HOLD' })).toBe('It is on hold.');
    expect(whyNotFinish({ ...held, status: 'INACTIVE' })).toBe('It’s inactive.');
  });

  test('can be reopened once it is finished, unless it left or its tag is another’s', () => {
    expect(whyNotReopen({ ...held, status: 'INACTIVE' })).toBeNull();
    expect(whyNotReopen(held)).toBe('It isn’t finished.');
    expect(whyNotReopen({ ...held, status: 'INACTIVE', transferState: 'ACCEPTED' })).toContain('It left');
    expect(whyNotReopen({ ...held, label: voidedLabel(TAG, 7), status: 'INACTIVE' })).toBe(TAG_USED_AGAIN);
  });
});

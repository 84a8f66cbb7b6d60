import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRACKING_UNIT_NAMES } from '../../../../domain/inventory/items/tracking-item';
import { type CompositeKey, compositeKey, parseCompositeKey } from '../../../../domain/inventory/packages/composite';
import { PACKAGE_STATUSES, type PackageStatus } from '../../../../domain/inventory/packages/package';

const id = fc.integer({ min: 1, max: 2 ** 40 });
const key: fc.Arbitrary<CompositeKey> = fc.record({
  itemId: id,
  status: fc.constantFrom(...(Object.keys(PACKAGE_STATUSES) as PackageStatus[])),
  licenseId: id,
  unit: fc.constantFrom(...TRACKING_UNIT_NAMES),
});

test('a composite key says which packages it is of, and nothing else does', () => {
  fc.assert(
    fc.property(key, (one) => {
      expect(parseCompositeKey(compositeKey(one))).toEqual(one);
    }),
  );
  fc.assert(
    fc.property(key, key, (one, other) => {
      expect(compositeKey(one) === compositeKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test.each(['', '1-1-1', '1-4-1-ea', '0-1-1-ea', '1-1-1-bushel', '-1-1-1-ea', '1-1-1-ea-2', 'one-1-1-ea'])(
  '%s is no composite key',
  (text) => expect(parseCompositeKey(text)).toBeNull(),
);

import { expect, test } from 'vitest';
import { PACKAGE_STATUSES, TRANSFER_STATES } from '../../../../domain/inventory/packages/package';

const wordsOf = (all: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(all).map(([id, { label }]) => [id, label]));

test('a package’s status, and where it is in a transfer, have the words the trade knows', () => {
  expect(wordsOf(PACKAGE_STATUSES)).toEqual({ ACTIVE: 'Active', ON_HOLD: 'On hold', INACTIVE: 'Inactive' });
  expect(wordsOf(TRANSFER_STATES)).toEqual({
    SHIPPED: 'Shipped',
    ACCEPTED: 'Accepted (Offline)',
    REJECTED: 'Rejected',
    RETURNED: 'Returned',
  });
});

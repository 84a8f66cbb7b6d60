import { expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { creditStateOf, holdNotice, mayChangeCredit, termsText } from '../../../domain/customers/credit';

const TODAY = '2026-11-27';

test.each([
  [{ onHold: true, creditLimitUsd: null, exposureUsd: '0.00' }, 'HOLD'],
  [{ onHold: false, creditLimitUsd: null, exposureUsd: '9000.00' }, 'OK'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '1000.01' }, 'OVER'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '1000.00' }, 'NEAR'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '900.00' }, 'NEAR'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '899.99' }, 'OK'],
  [{ onHold: false, creditLimitUsd: '0.00', exposureUsd: '0.00' }, 'OK'],
  [{ onHold: false, creditLimitUsd: null, exposureUsd: '9000.00', dueSince: TODAY }, 'OK'],
  [{ onHold: false, creditLimitUsd: null, exposureUsd: '9000.00', dueSince: '2026-08-29' }, 'LATE'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '950.00', dueSince: '2026-11-26' }, 'LATE'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '1000.01', dueSince: '2026-11-26' }, 'OVER'],
  [{ onHold: true, creditLimitUsd: null, exposureUsd: '5.00', dueSince: '2026-11-26' }, 'HOLD'],
] as const)('%o reads %s', (customer, state) => {
  expect(creditStateOf({ dueSince: null, ...customer }, TODAY)).toBe(state);
});

test.each<[string, FeatureMap, boolean]>([
  ['who records payments of orders', { ORDER_PAYMENTS: { read: true, write: true } }, true],
  ['who only reads them', { ORDER_PAYMENTS: { read: true, write: false } }, false],
  ['who only changes customers', { CUSTOMERS: { read: true, write: true } }, false],
])('credit can be decided by %s: %#', (_, features, may) => {
  const role = { id: 1, name: 'Role', features, isDefault: false, defaultRoleId: null, isOwner: false };
  const place = { orgUserId: 1, userId: 'u', orgId: 1, enabledFeatures: [], plan: 'STARTER' } as const;
  const assigned = { licenseIds: [], brandIds: [], companyIds: [], states: [] };
  expect(mayChangeCredit({ ...place, ...assigned, role, enabledFeatures: [] })).toBe(may);
});

test.each([
  [null, ''],
  [0, 'On acceptance'],
  [30, 'Net 30'],
])('terms of %s days read “%s”', (paymentTermsDays, words) => {
  expect(termsText({ paymentTermsDays })).toBe(words);
});

test('a buyer on hold is told whom to ask, and nothing of why', () => {
  expect(holdNotice('Fernhollow')).toBe(
    'Fernhollow isn’t taking orders from you right now. Contact them to sort it out.',
  );
});

import { expect, test } from 'vitest';
import { accessText, hasLostAccess } from '../../../domain/access/kept-access';

const role = (defaultRoleId: 'ADMIN' | 'USER' | null, features: object = {}) => ({
  id: 1,
  name: '',
  features,
  isDefault: defaultRoleId !== null,
  defaultRoleId,
  isOwner: false,
});
const both = { read: true, write: true };
const read = { read: true, write: false };
const member = (values: object = {}) => ({
  orgUserId: 7,
  role: role(null, { PRODUCTS: both }),
  licenseIds: [1],
  brandIds: [2, 12],
  companyIds: [3],
  ...values,
});

test.each<[string, object, boolean]>([
  ['nothing', {}, false],
  ['the same in another order', { brandIds: [12, 2] }, false],
  ['another license', { licenseIds: [1, 9] }, false],
  ['a default role', { role: role('USER', { PRODUCTS: both }), brandIds: [], companyIds: [], licenseIds: [] }, false],
  ['one more permission', { role: role(null, { PRODUCTS: both, CUSTOMERS: read }) }, false],
  ['no company', { companyIds: [] }, true],
  ['another company instead', { companyIds: [4] }, true],
  ['one brand less', { brandIds: [2] }, true],
  ['read instead of write', { role: role(null, { PRODUCTS: read }) }, true],
  ['write instead of both, as nobody has it', { role: role(null, { PRODUCTS: { read: false, write: true } }) }, true],
  ['another membership', { orgUserId: 8 }, true],
])('with %s access is lost: %s', (_, now, isLost) => {
  expect(hasLostAccess(accessText(member()), member(now))).toBe(isLost);
});

test('a default role that became another loses what it saw; nobody’s access can’t be lost', () => {
  const admin = member({ role: role('ADMIN', { PRODUCTS: both }) });
  expect(hasLostAccess(accessText(admin), member())).toBe(true);
  expect(hasLostAccess(accessText(member()), null)).toBe(true);
  expect(hasLostAccess(accessText(null), null)).toBe(false);
  expect(hasLostAccess('', member())).toBe(false);
});

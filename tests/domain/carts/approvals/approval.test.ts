import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../../domain/access/features';
import type { Membership } from '../../../../domain/access/roles';
import { mayApprove, whyApproval } from '../../../../domain/carts/approvals/approval';

const cart = (total: string, ...brands: string[]) => ({
  total,
  lineItems: brands.map((brandName, at) => ({ brandId: at + 1, brandName })),
});
const rule = (values: object = {}) => ({ aboveUsd: '5000.00', brandIds: [], approverIds: [], ...values });
const both = { read: true, write: true };

describe('what needs approval', () => {
  test.each([
    ['without a rule, nothing', null, cart('9999.00', 'Kind'), null],
    ['at the amount, nothing', rule(), cart('5000.00', 'Kind'), null],
    ['a cent above it', rule(), cart('5000.01', 'Kind'), 'above $5,000.00'],
    ['of any amount, nothing', rule({ aboveUsd: null }), cart('9999.00', 'Kind'), null],
    ['above nothing, whatever costs something', rule({ aboveUsd: '0.00' }), cart('0.01', 'Kind'), 'above $0.00'],
    ['a brand, once, however many lines it has', rule({ brandIds: [1, 2] }), cart('1.00', 'Kind', 'Kind'), 'Kind'],
    ['other brands, not', rule({ brandIds: [3] }), cart('1.00', 'Kind'), null],
    ['both reasons together', rule({ brandIds: [2] }), cart('6000.00', 'Kind', 'Dew'), 'above $5,000.00, Dew'],
    ['an empty cart, not', rule({ aboveUsd: '0.00' }), cart('0.00'), null],
  ])('%s', (_, judged, of, why) => {
    expect(whyApproval(judged, of)).toBe(why);
  });
});

const member = (orgUserId: number, features: FeatureMap): Membership => ({
  orgUserId,
  userId: 'u',
  orgId: 1,
  role: { id: 1, name: 'Role', features, isDefault: false, defaultRoleId: null, isOwner: false },
  enabledFeatures: [],
  plan: 'STARTER',
  licenseIds: [],
  brandIds: [],
  companyIds: [],
  states: [],
});

describe('who approves', () => {
  const manager = member(1, { PURCHASE_ORDERS: both, EDIT_ORGANIZATION: both });
  const clerk = member(2, { PURCHASE_ORDERS: both });

  test('without names, those who edit the organization and place orders', () => {
    expect(mayApprove({ approverIds: [] }, manager)).toBe(true);
    expect(mayApprove({ approverIds: [] }, clerk)).toBe(false);
    expect(mayApprove({ approverIds: [] }, member(3, { EDIT_ORGANIZATION: both }))).toBe(false);
  });

  test('with names, those alone, as long as they place orders', () => {
    expect(mayApprove({ approverIds: [2] }, clerk)).toBe(true);
    expect(mayApprove({ approverIds: [2] }, manager)).toBe(false);
    expect(mayApprove({ approverIds: [2] }, member(2, {}))).toBe(false);
  });
});

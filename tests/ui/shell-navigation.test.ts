import { describe, expect, it } from 'vitest';
import type { FeatureMap } from '../../domain/access/features';
import { DEFAULT_FEATURES, DEFAULT_ROLE_NAMES, type DefaultRoleId, type Membership } from '../../domain/access/roles';
import { PLAN_TYPES } from '../../domain/organization/vocabulary';
import { ENTRIES, type NavigationCase, navigation } from '../../src/access/navigation';

const everyPath = new Set(ENTRIES.map(({ path }) => path));

const member = (features: FeatureMap, defaultRoleId: DefaultRoleId | null = null): Membership => ({
  orgUserId: 1,
  userId: '1c7a1b56-6f0c-4e4e-9d53-7ce0ad0f7f10',
  orgId: 1,
  role: {
    id: 1,
    name: 'Role',
    features,
    isDefault: defaultRoleId !== null,
    defaultRoleId,
    isOwner: defaultRoleId === 'OWNER',
  },
  enabledFeatures: ['BROWSE_ORDERS'],
  plan: 'BASIC',
  licenseIds: [],
  brandIds: [],
  companyIds: [],
  states: [],
});

const full: NavigationCase = {
  isSignedIn: true,
  membership: member(DEFAULT_FEATURES.OWNER, 'OWNER'),
  holdsLicense: true,
  hasSellerCompany: true,
  hasBuyerCompany: true,
  isMobile: false,
  paths: everyPath,
};

const labels = (given: Partial<NavigationCase>) =>
  navigation({ ...full, ...given }).flatMap(({ items }) => items.map(({ label }) => label));

const apps = (given: Partial<NavigationCase>) => navigation({ ...full, ...given }).map(({ label }) => label);

const read = { read: true, write: false };

describe('the navigation', () => {
  it('puts the apps in their order', () => {
    expect(apps({})).toEqual([
      'Orders',
      'Inventory',
      'Marketplace',
      'Fulfillment',
      'Organization',
      'Directory',
      'Profile',
      'Messages',
      'Roadmap',
      'Harvest',
      'Deals',
      'Network',
    ]);
  });

  it('names every entry of the back office', () => {
    expect(labels({})).toEqual(
      expect.arrayContaining([
        'Sales Orders',
        'Purchase Orders',
        'Packages',
        'Items',
        'Pricing',
        'Products',
        'Intakes',
        'Harvest',
        'Customers',
        'My Licenses',
        'My Brands',
        'Setup',
        'Team',
        'Roles',
        'Billing',
      ]),
    );
  });

  it('never names product lines, and nothing that has no screen', () => {
    expect(labels({})).not.toContain('Product Lines');
    expect(labels({ paths: new Set(['/orders', '/marketplace']) })).toEqual(['Sales Orders', 'Marketplace']);
  });

  it('is empty for a visitor', () => {
    expect(navigation({ ...full, isSignedIn: false, membership: null })).toEqual([]);
  });

  it('keeps what anybody may open for somebody without an organization', () => {
    const nobody = { membership: null, holdsLicense: false, hasSellerCompany: false, hasBuyerCompany: false };
    expect(labels(nobody)).toEqual(['Marketplace', 'Directory', 'Profile']);
  });

  it('leaves the administration to those who may administer', () => {
    const user = labels({ membership: member(DEFAULT_FEATURES.USER, 'USER') });
    expect(user).toEqual(expect.arrayContaining(['Sales Orders', 'Packages', 'Setup']));
    for (const label of ['Team', 'Roles', 'Billing']) expect(user).not.toContain(label);
  });
});

describe.each(Object.keys(DEFAULT_ROLE_NAMES) as DefaultRoleId[])('%s', (role) => {
  it.each(PLAN_TYPES)('sees the same entries on the plan %s: plans lock acts, not pages', (plan) => {
    const membership = { ...member(DEFAULT_FEATURES[role], role), plan };
    expect(labels({ membership })).toEqual(labels({ membership: { ...membership, plan: 'ENTERPRISE' } }));
  });
});

describe.each(ENTRIES.map((entry) => [entry.label, entry] as const))('%s', (label, { features, needs = [], app }) => {
  if (features) {
    it.each(features)('is seen with read on %s alone', (feature) => {
      expect(labels({ membership: member({ [feature]: read }) })).toContain(label);
    });

    it('is not seen with every other permission', () => {
      const others = Object.fromEntries(
        Object.entries(DEFAULT_FEATURES.OWNER).filter(([feature]) => !features.includes(feature as never)),
      );
      expect(labels({ membership: member(others) })).not.toContain(label);
    });
  }

  it('is seen only with what it needs', () => {
    const without: Record<string, Partial<NavigationCase>> = {
      license: { holdsLicense: false },
      'seller-company': { hasSellerCompany: false },
      'buyer-company': { hasBuyerCompany: false },
      organization: { membership: null },
    };
    for (const [need, lack] of Object.entries(without)) {
      if (need === 'organization' && features) continue;
      expect(labels(lack).includes(label), need).toBe(!needs.includes(need as never));
    }
  });

  it('is on a telephone only where its app is not for computers alone', () => {
    const isDesktopOnly = ['fulfillment', 'messages', 'network'].includes(app);
    const there = navigation({ ...full, isMobile: true }).find(({ id }) => id === app);
    expect(there?.isDesktopOnly).toBe(isDesktopOnly);
    expect(there?.items.some((item) => item.label === label)).toBe(!isDesktopOnly);
  });
});

it('takes the flag of the organization for all sales orders, not for one’s own', () => {
  const all = member({ BROWSE_ORDERS: read });
  expect(labels({ membership: all })).toContain('Sales Orders');
  expect(labels({ membership: { ...all, enabledFeatures: [] } })).not.toContain('Sales Orders');
  expect(labels({ membership: { ...member({ BROWSE_MY_ORDERS: read }), enabledFeatures: [] } })).toContain(
    'Sales Orders',
  );
});

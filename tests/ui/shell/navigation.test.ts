import { describe, expect, it } from 'vitest';
import { abilityOf, type Requirement } from '../../../domain/access/ability';
import type { FeatureId, FeatureMap } from '../../../domain/access/features';
import {
  DEFAULT_FEATURES,
  DEFAULT_ROLE_NAMES,
  type DefaultRoleId,
  type Membership,
} from '../../../domain/access/roles';
import { PLAN_TYPES } from '../../../domain/access/vocabulary';
import { afterSwitch, firstPath, type NavigationCase, navigation, requirementOf } from '../../../src/access/navigation';
import type { Manifest } from '../../../src/providers/manifest';
import { manifests } from '../../../src/resources';
import { activePath } from '../../../src/shell/navigation/useAppNavigation';

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

/** A person on a device; `null` has no organization. */
type Case = Partial<Omit<NavigationCase, 'ability'>> & { membership?: Membership | null; isSupport?: boolean };

const owner = member(DEFAULT_FEATURES.OWNER, 'OWNER');

const given = ({ membership = owner, isSupport = false, ...over }: Case): NavigationCase => ({
  isSignedIn: true,
  ability: abilityOf({ userId: '1', isSupport, membership }),
  holdsLicense: true,
  hasSellerCompany: true,
  hasBuyerCompany: true,
  isMarketplaceLinked: false,
  enabledFeatures: ['BROWSE_ORDERS'],
  isMobile: false,
  ...over,
});

const labels = (over: Case) =>
  navigation(given(over), manifests).flatMap(({ items }) => items.map(({ label }) => label));

const read = { read: true, write: false };

describe('the navigation', () => {
  it('leaves out an entry whose flag the organization has not switched on', () => {
    const flagged = manifests.map((manifest) => ({
      ...manifest,
      screens: manifest.screens.map((screen) =>
        screen.nav && screen.path === 'orders' ? { ...screen, nav: { ...screen.nav, flag: 'CRATES' } } : screen,
      ),
    }));
    const shown = (enabledFeatures: readonly string[]) =>
      navigation(given({ enabledFeatures }), flagged).flatMap(({ items }) => items.map(({ path }) => path));
    expect(shown(['CRATES'])).toContain('/orders');
    expect(shown(['BROWSE_ORDERS'])).not.toContain('/orders');
  });

  it('leaves out what is about prices while they are kept at the wholesale marketplace', () => {
    const pricing: Manifest = {
      name: 'pricing',
      label: 'Pricing',
      app: 'inventory',
      requires: { kind: 'signed-in' },
      screens: [
        {
          path: 'inventory/pricing',
          title: 'Pricing',
          load: async () => ({ default: () => null }),
          nav: { icon: 'chart', needs: ['own-prices'] },
        },
      ],
    };
    const shown = (over: Case) => navigation(given(over), [pricing]).length;
    expect(shown({})).toBe(1);
    expect(shown({ isMarketplaceLinked: true })).toBe(0);
    expect(shown({ hasSellerCompany: false })).toBe(0);
  });

  it('puts the apps in the order of the roles’ permissions, and the entries of each in its own', () => {
    const apps = navigation(given({}), manifests);
    expect(apps.map(({ label }) => label)).toEqual(
      [
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
      ].filter((label) => apps.some((app) => app.label === label)),
    );
    expect(labels({}).filter((label) => label.endsWith('Orders'))).toEqual([
      'Sales Orders',
      'Purchase Orders',
      'Deal Orders',
    ]);
    const organization = ['Team', 'Roles', 'Integrations', 'API Keys', 'Billing'];
    expect(labels({}).filter((label) => organization.includes(label))).toEqual(organization);
  });

  it('names its entries as the documents do, and has none for product lines', () => {
    const named = [
      ...['Sales Orders', 'Purchase Orders', 'Packages', 'Items', 'Pricing', 'Products', 'Intakes', 'Harvest'],
      ...['Customers', 'My Licenses', 'My Brands', 'Setup', 'Team', 'Roles', 'Billing'],
    ];
    expect(named.filter((label) => !labels({}).includes(label))).toEqual([]);
    expect(labels({}).filter((label) => /product line/i.test(label))).toEqual([]);
  });

  it('puts entries in the order they say, whatever order they come in', () => {
    const screen = (title: string, order: number) =>
      ({ path: title, title, load: async () => ({ default: () => null }), nav: { icon: 'user', order } }) as const;
    const part: Manifest = {
      name: 'part',
      label: 'Part',
      app: 'network',
      requires: { kind: 'signed-in' },
      screens: [screen('second', 2), screen('first', 1)],
    };
    const [app] = navigation(given({}), [part]);
    expect(app?.items.map(({ label }) => label)).toEqual(['first', 'second']);
  });

  it('is empty for a visitor', () => {
    expect(navigation(given({ isSignedIn: false }), manifests)).toEqual([]);
  });

  it('keeps what anybody may open for somebody without an organization', () => {
    const nobody = { membership: null, holdsLicense: false, hasSellerCompany: false, hasBuyerCompany: false };
    expect(labels(nobody)).toEqual([
      'Marketplace',
      'Directory',
      'Connections',
      'Profile',
      'Connections',
      'Invites',
      'Settings',
    ]);
  });

  it('leads those who only buy to the packages of their licenses, and not to what is sold', () => {
    const buyer = labels({ hasSellerCompany: false });
    expect(buyer).toContain('Packages');
    for (const label of ['Items', 'Products', 'Sales Orders']) expect(buyer).not.toContain(label);
    expect(labels({ hasSellerCompany: false, holdsLicense: false })).not.toContain('Packages');
  });

  it('has the console for support staff, and for nobody else', () => {
    expect(labels({ isSupport: true, membership: null })).toEqual(
      expect.arrayContaining(['Support console', 'Failed jobs', 'Brands in review']),
    );
    expect(labels({})).not.toContain('Support console');
  });

  it('has no app of one entry for those who only buy but the marketplace’s neighbors', () => {
    const buyer = navigation(given({ hasSellerCompany: false }), manifests);
    expect(buyer.map(({ label }) => label)).not.toContain('Network');
    expect(buyer.find(({ id }) => id === 'account')?.items.map(({ label }) => label)).toContain('My Licenses');
  });

  it('marks My Licenses at both addresses of the list and where they are imported', () => {
    const apps = navigation(given({}), manifests);
    for (const path of ['/network/licenses', '/account/manage/licenses', '/account/manage/licenses/import'])
      expect(activePath(apps, path)).toBe('/network/licenses');
    expect(activePath(apps, '/account/manage')).toBe('/account/manage');
  });

  it('leaves the administration to those who may administer', () => {
    const user = labels({ membership: member(DEFAULT_FEATURES.USER, 'USER') });
    expect(user).toEqual(expect.arrayContaining(['Sales Orders', 'Purchase Orders', 'Integrations']));
    for (const label of ['Team', 'Roles', 'API Keys', 'Billing']) expect(user).not.toContain(label);
  });
});

describe.each(Object.keys(DEFAULT_ROLE_NAMES) as DefaultRoleId[])('%s', (role) => {
  it.each(PLAN_TYPES)('sees the same entries on the plan %s: plans lock acts, not pages', (plan) => {
    const membership = { ...member(DEFAULT_FEATURES[role], role), plan };
    expect(labels({ membership })).toEqual(labels({ membership: { ...membership, plan: 'ENTERPRISE' } }));
  });
});

const entries = manifests.flatMap((manifest) =>
  manifest.screens.flatMap((screen) => (screen.nav ? [{ manifest, screen, ...screen.nav }] : [])),
);

/** The permissions that each open an entry alone; none if it needs none. */
function featuresOf(requirement: Requirement): FeatureId[] {
  if (requirement.kind === 'any-of') return requirement.requirements.flatMap(featuresOf);
  return requirement.kind === 'feature' ? [requirement.feature] : [];
}

describe.each(entries.map((one) => [one.screen.title, one] as const))(
  '%s',
  (label, { manifest, screen, needs = [] }) => {
    const features = featuresOf(requirementOf(manifest, screen));
    if (features.length > 0) {
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

    const isSupport = requirementOf(manifest, screen).kind === 'support';

    it('is seen only with what it needs', () => {
      expect(labels({ isSupport, holdsLicense: false }).includes(label)).toBe(!needs.includes('license'));
      const sells = needs.includes('seller-company') || needs.includes('own-prices');
      expect(labels({ isSupport, hasSellerCompany: false }).includes(label)).toBe(!sells);
      expect(labels({ isSupport, hasBuyerCompany: false }).includes(label)).toBe(!needs.includes('buyer-company'));
    });

    it('is on a telephone only where its app is not for computers alone', () => {
      const isDesktopOnly = ['fulfillment', 'messages', 'network'].includes(manifest.app);
      const there = navigation(given({ isSupport, isMobile: true }), manifests).find(({ id }) => id === manifest.app);
      expect(there?.isDesktopOnly).toBe(isDesktopOnly);
      expect(there?.items.some((item) => item.label === label)).toBe(!isDesktopOnly);
    });
  },
);

it('takes the flag of the organization for all sales orders, not for one’s own', () => {
  const all = member({ BROWSE_ORDERS: read });
  expect(labels({ membership: all })).toContain('Sales Orders');
  expect(labels({ membership: { ...all, enabledFeatures: [] } })).not.toContain('Sales Orders');
  expect(labels({ membership: { ...member({ BROWSE_MY_ORDERS: read }), enabledFeatures: [] } })).toContain(
    'Sales Orders',
  );
});

describe('where a person goes', () => {
  const screens = manifests.flatMap((manifest) => manifest.screens.map((screen) => ({ manifest, screen })));
  const opened = (path: string) => {
    const found = screens.find(({ screen }) => screen.path === path);
    if (!found) throw new Error(`There is no screen ${path}`);
    return found;
  };
  const find = (path: string) => screens.find(({ screen }) => `/${screen.path}` === path);
  const switching = (path: string, pathname: string, may = true) =>
    afterSwitch(opened(path), pathname, { can: () => may, find });

  it('on switching organization is the list of a record, the same page, or home', () => {
    expect(switching('orders/:slug', '/orders/12')).toBe('/orders');
    expect(switching('inventory/products/:slug', '/inventory/products/7')).toBe('/inventory/products');
    expect(switching('account/manage/brands/:slug', '/account/manage/brands/fog')).toBe('/account/manage/brands');
    expect(switching('inventory/products', '/inventory/products')).toBe('/inventory/products');
    expect(switching('orders/:slug', '/orders/12', false)).toBe('/logged-in');
    expect(switching('profile/connections/:slug', '/profile/connections/sent')).toBe('/profile/connections/sent');
  });

  it('after sign-in is the marketplace, but their first app if they can only sell', () => {
    const apps = navigation(given({ hasBuyerCompany: false }), manifests);
    expect(firstPath(apps, { sells: true, buys: false })).toBe('/orders');
    expect(firstPath(apps, { sells: true, buys: true })).toBe('/marketplace');
    expect(firstPath(apps, { sells: false, buys: false })).toBe('/marketplace');
    expect(firstPath([], { sells: true, buys: false })).toBe('/marketplace');
  });
});

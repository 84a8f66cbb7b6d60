import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACCESS_LEVELS,
  applyDependencies,
  FEATURE_DEPENDENCIES,
  FEATURE_IDS,
  FEATURES,
  type FeatureId,
  type FeatureMap,
  FeatureMapSchema,
  hasPermission,
  isConsistent,
  type PermissionChange,
} from '../../../domain/access/features';

const AREAS: Record<string, string[]> = {
  Organization: [
    'MANAGE_ROLES',
    'MANAGE_BRANDS',
    'BRAND_INVITES',
    'MANAGE_LICENSES',
    'MANAGE_BILLING',
    'CLAIM_LICENSE',
    'CLAIM_BRANDS',
    'MANAGE_USERS',
    'EDIT_ORGANIZATION',
  ],
  Messages: ['PARTNER_CHANNEL_INVITES', 'PARTNER_CHANNELS_BROWSE_JOIN'],
  Inventory: ['INVENTORY', 'ITEM_BRANDING', 'ITEM_OWNERS', 'PRODUCTS'],
  Harvest: ['HARVESTS', 'HARVEST_DELETE'],
  Fulfillment: ['TRANSFER_TEMPLATES', 'INTAKES', 'FULFILLMENT_ORDERS'],
  Deals: ['OFFERS', 'BIDS', 'ORDERS'],
  Orders: ['CIRCULAR_SALES', 'BROWSE_ORDERS', 'BROWSE_MY_ORDERS', 'EDIT_FROZEN_ORDERS', 'ORDER_PAYMENTS', 'CUSTOMERS'],
  Marketplace: ['PURCHASE_ORDERS'],
};

const grant = (feature: FeatureId, level: 'read' | 'write'): PermissionChange => ({ feature, level, granted: true });
const revoke = (feature: FeatureId, level: 'read' | 'write'): PermissionChange => ({ feature, level, granted: false });

const changes = fc.array(
  fc.record({
    feature: fc.constantFrom(...FEATURE_IDS),
    level: fc.constantFrom(...ACCESS_LEVELS),
    granted: fc.boolean(),
  }),
  { maxLength: 40 },
);
const reach = (steps: readonly PermissionChange[]) =>
  steps.reduce<FeatureMap>((map, step) => applyDependencies(map, step).features, {});

describe('the table of permissions', () => {
  test.each(Object.entries(AREAS))('%s has exactly its permissions', (app, ids) => {
    expect(FEATURE_IDS.filter((id) => FEATURES[id].app === app).sort()).toEqual([...ids].sort());
  });

  test('there are no other permissions', () => {
    expect(FEATURE_IDS.length).toBe(Object.values(AREAS).flat().length);
  });

  test('only all sales orders depends on an organization flag', () => {
    expect(FEATURE_IDS.filter((id) => FEATURES[id].isFlag)).toEqual(['BROWSE_ORDERS']);
  });

  test('every permission has a name and a sentence that says what it allows', () => {
    for (const id of FEATURE_IDS) {
      expect(FEATURES[id].name, id).toMatch(/^[A-Z]/);
      expect(FEATURES[id].description, id).toMatch(/^[A-Z].* /);
    }
    expect(new Set(FEATURE_IDS.map((id) => FEATURES[id].name)).size).toBe(FEATURE_IDS.length);
  });

  test('every app orders its permissions without ties or gaps', () => {
    for (const app of Object.keys(AREAS)) {
      const orders = FEATURE_IDS.filter((id) => FEATURES[id].app === app).map((id) => FEATURES[id].order);
      expect(orders.sort((a, b) => a - b)).toEqual(orders.map((_, index) => index + 1));
    }
  });

  test('a role map with an unknown permission is refused', () => {
    expect(FeatureMapSchema.safeParse({ PRODUCTS: { read: true, write: false } }).success).toBe(true);
    expect(FeatureMapSchema.safeParse({ FLY: { read: true, write: false } }).success).toBe(false);
    expect(FeatureMapSchema.safeParse({ PRODUCTS: { read: true } }).success).toBe(false);
  });
});

/** Permissions that need one of these others, besides their own read. */
const NEEDS: Record<string, string[]> = {
  'EDIT_FROZEN_ORDERS.read': ['BROWSE_ORDERS.read'],
  'EDIT_FROZEN_ORDERS.write': ['EDIT_FROZEN_ORDERS.read', 'BROWSE_ORDERS.write'],
  'ORDER_PAYMENTS.read': ['BROWSE_ORDERS.read or BROWSE_MY_ORDERS.read'],
  'CIRCULAR_SALES.read': ['BROWSE_ORDERS.read or BROWSE_MY_ORDERS.read'],
  'FULFILLMENT_ORDERS.read': ['BROWSE_ORDERS.read or BROWSE_MY_ORDERS.read'],
  'ITEM_BRANDING.read': ['INVENTORY.read'],
  'ITEM_OWNERS.read': ['INVENTORY.read'],
  'CLAIM_LICENSE.read': ['MANAGE_LICENSES.read'],
  'CLAIM_BRANDS.read': ['MANAGE_BRANDS.read'],
  'BRAND_INVITES.read': ['MANAGE_BRANDS.read'],
  'PARTNER_CHANNEL_INVITES.read': ['PARTNER_CHANNELS_BROWSE_JOIN.read'],
  'HARVEST_DELETE.read': ['HARVESTS.read'],
  'HARVEST_DELETE.write': ['HARVEST_DELETE.read', 'HARVESTS.write'],
  'BIDS.read': ['OFFERS.read'],
  'ORDERS.read': ['OFFERS.read'],
};

describe('what a permission needs', () => {
  const permissions = FEATURE_IDS.flatMap((feature) => ACCESS_LEVELS.map((level) => ({ feature, level })));

  test.each(permissions)('$feature $level', ({ feature, level }) => {
    const rows = FEATURE_DEPENDENCIES.filter((row) => row.feature === feature && row.level === level);
    const told = rows.map(({ anyOf }) => anyOf.map((other) => `${other.feature}.${other.level}`).join(' or '));
    const own = level === 'write' ? [`${feature}.read`] : [];
    expect(told).toEqual(NEEDS[`${feature}.${level}`] ?? own);
  });

  test('a map without a dependency is inconsistent', () => {
    expect(isConsistent({})).toBe(true);
    expect(isConsistent({ PRODUCTS: { read: false, write: true } })).toBe(false);
    expect(isConsistent({ PRODUCTS: { read: true, write: true }, BIDS: { read: true, write: false } })).toBe(false);
    expect(isConsistent({ OFFERS: { read: true, write: false }, BIDS: { read: true, write: false } })).toBe(true);
  });
});

describe('one checkbox in the roles matrix', () => {
  test.each(FEATURE_IDS)('write on %s adds its read', (id) => {
    expect(hasPermission(applyDependencies({}, grant(id, 'write')).features, { feature: id, level: 'read' })).toBe(
      true,
    );
  });

  test('write on frozen orders adds write and read on sales orders, and says so', () => {
    const { alsoChanged } = applyDependencies({}, grant('EDIT_FROZEN_ORDERS', 'write'));
    expect(alsoChanged).toEqual([
      grant('EDIT_FROZEN_ORDERS', 'read'),
      grant('BROWSE_ORDERS', 'write'),
      grant('BROWSE_ORDERS', 'read'),
    ]);
  });

  test('payments only need one’s own sales orders', () => {
    const mine = applyDependencies({}, grant('BROWSE_MY_ORDERS', 'read')).features;
    expect(applyDependencies(mine, grant('ORDER_PAYMENTS', 'read')).alsoChanged).toEqual([]);
  });

  test('payments add all sales orders when none are visible', () => {
    expect(applyDependencies({}, grant('ORDER_PAYMENTS', 'read')).alsoChanged).toEqual([
      grant('BROWSE_ORDERS', 'read'),
    ]);
  });

  test('with the flag for all sales orders off, payments add one’s own', () => {
    expect(applyDependencies({}, grant('ORDER_PAYMENTS', 'read'), ['BROWSE_ORDERS']).alsoChanged).toEqual([
      grant('BROWSE_MY_ORDERS', 'read'),
    ]);
  });

  test('a dependency without alternatives is added, even if its flag is off', () => {
    expect(applyDependencies({}, grant('EDIT_FROZEN_ORDERS', 'read'), ['BROWSE_ORDERS']).alsoChanged).toEqual([
      grant('BROWSE_ORDERS', 'read'),
    ]);
  });

  test('payments don’t depend on all sales orders while their flag is off', () => {
    const flagged = reach([grant('BROWSE_ORDERS', 'read')]);
    expect(applyDependencies(flagged, grant('ORDER_PAYMENTS', 'read'), ['BROWSE_ORDERS']).alsoChanged).toEqual([
      grant('BROWSE_MY_ORDERS', 'read'),
    ]);
    expect(applyDependencies(flagged, grant('ORDER_PAYMENTS', 'read')).alsoChanged).toEqual([]);
  });

  test('removing all sales orders keeps payments if one’s own are still visible', () => {
    const both = reach([
      grant('BROWSE_ORDERS', 'read'),
      grant('BROWSE_MY_ORDERS', 'read'),
      grant('ORDER_PAYMENTS', 'read'),
    ]);
    const without = applyDependencies(both, revoke('BROWSE_ORDERS', 'read'));
    expect(without.alsoChanged).toEqual([]);
    const last = applyDependencies(without.features, revoke('BROWSE_MY_ORDERS', 'read'));
    expect(last.alsoChanged).toEqual([revoke('ORDER_PAYMENTS', 'read')]);
  });

  test('removing read removes write and everything that depends on it', () => {
    const map = reach([grant('EDIT_FROZEN_ORDERS', 'write')]);
    const { features, alsoChanged } = applyDependencies(map, revoke('BROWSE_ORDERS', 'read'));
    expect(Object.values(features).every(({ read, write }) => !read && !write)).toBe(true);
    expect(alsoChanged).toHaveLength(3);
  });

  test('checking a checked box changes nothing', () => {
    const map = reach([grant('PRODUCTS', 'write')]);
    expect(applyDependencies(map, grant('PRODUCTS', 'write'))).toEqual({ features: map, alsoChanged: [] });
  });

  test('the given map isn’t modified', () => {
    const map: FeatureMap = { PRODUCTS: { read: true, write: true } };
    applyDependencies(map, revoke('PRODUCTS', 'read'));
    expect(map).toEqual({ PRODUCTS: { read: true, write: true } });
  });

  test('after any changes in any order, every permission has its dependencies', () => {
    fc.assert(fc.property(changes, (steps) => isConsistent(reach(steps))));
  });

  test('the reported consequences are complete: applied with the change, they turn the old map into the new', () => {
    fc.assert(
      fc.property(changes, changes, (past, [step]) => {
        if (step === undefined) return;
        const before = reach(past);
        const { features, alsoChanged } = applyDependencies(before, step);
        const told = [step, ...alsoChanged];
        for (const id of FEATURE_IDS) {
          for (const level of ACCESS_LEVELS) {
            const said = told.findLast((change) => change.feature === id && change.level === level);
            const expected = said === undefined ? hasPermission(before, { feature: id, level }) : said.granted;
            expect(hasPermission(features, { feature: id, level })).toBe(expected);
          }
        }
      }),
    );
  });

  test('no dependency is circular', () => {
    const name = ({ feature, level }: { feature: string; level: string }) => `${feature}.${level}`;
    const visit = (node: string, path: string[]): void => {
      expect(path).not.toContain(node);
      for (const row of FEATURE_DEPENDENCIES.filter((one) => name(one) === node)) {
        for (const other of row.anyOf) visit(name(other), [...path, node]);
      }
    };
    for (const row of FEATURE_DEPENDENCIES) visit(name(row), []);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, isAllowed, read, write } from '../../../domain/access/ability';
import { ACCESS_LEVELS, FEATURE_IDS, type FeatureMap, isInPerson } from '../../../domain/access/features';
import { DEFAULT_ROLE_IDS, type Membership, seesEverything } from '../../../domain/access/roles';
import { PLAN_TYPES } from '../../../domain/access/vocabulary';
import { byKey, expiryInWords, expiryProblem, keyState } from '../../../domain/api-keys/api-key';
import { beyond, usedFeatures } from '../../../domain/api-keys/least';
import { type Holdings, membershipOfKey } from '../../../domain/api-keys/rights';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { isForKeys } from '../../../domain/contract/for-keys';

const features: fc.Arbitrary<FeatureMap> = fc
  .array(fc.record({ id: fc.constantFrom(...FEATURE_IDS), read: fc.boolean(), write: fc.boolean() }), { maxLength: 40 })
  .map((rows) => Object.fromEntries(rows.map(({ id, ...levels }) => [id, levels])));
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });

const holdings: Holdings = {
  companyIds: [1, 2, 3, 4, 5, 6],
  licenses: [1, 2, 3, 4, 5, 6].map((id) => ({ id, usState: id % 2 ? 'CA' : 'OR' })),
  brandIds: [1, 2, 3, 4, 5, 6],
};

const makers: fc.Arbitrary<Membership> = fc.record({
  orgUserId: fc.constant(1),
  userId: fc.constant('ann'),
  orgId: fc.constant(1),
  role: fc
    .record({ features, defaultRoleId: fc.constantFrom(...DEFAULT_ROLE_IDS, null) })
    .map(({ features: map, defaultRoleId }) => ({
      id: 1,
      name: 'Role',
      features: map,
      isDefault: defaultRoleId !== null,
      defaultRoleId,
      isOwner: defaultRoleId === 'OWNER',
    })),
  enabledFeatures: fc.subarray([...FEATURE_IDS]),
  plan: fc.constantFrom(...PLAN_TYPES),
  licenseIds: ids,
  brandIds: ids,
  companyIds: ids,
  states: fc.constant(['CA', 'OR']),
});
const keys = fc.record({ features, companyIds: ids, licenseIds: ids, brandIds: ids });
const LISTS = ['companyIds', 'licenseIds', 'brandIds'] as const;

describe('a key has no more rights than its maker', () => {
  test('whatever role, flags and plan the maker has, and whatever the key allows', () => {
    fc.assert(
      fc.property(makers, keys, (maker, key) => {
        const member = membershipOfKey(maker, key, holdings);
        for (const feature of FEATURE_IDS) {
          for (const level of ACCESS_LEVELS) {
            if (!isAllowed(member, level, feature)) continue;
            expect(isAllowed(maker, level, feature)).toBe(true);
            expect(key.features[feature]?.[level]).toBe(true);
            expect(isInPerson(feature)).toBe(false);
          }
        }
        const all = { companyIds: holdings.companyIds, licenseIds: [1, 2, 3, 4, 5, 6], brandIds: holdings.brandIds };
        for (const list of LISTS) {
          if (seesEverything(member)) {
            expect(seesEverything(maker)).toBe(true);
            expect(key[list]).toEqual([]);
            continue;
          }
          const makers = seesEverything(maker) ? all[list] : maker[list];
          for (const id of member[list]) {
            expect(makers).toContain(id);
            if (key[list].length > 0) expect(key[list]).toContain(id);
          }
        }
        expect(member.role.isOwner).toBe(false);
        expect(['OWNER', 'ADMIN']).not.toContain(member.role.defaultRoleId);
      }),
    );
  });

  test('nor any call that its maker may not make', () => {
    const calls = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);
    fc.assert(
      fc.property(makers, keys, fc.constantFrom(...calls), (maker, key, endpoint) => {
        const membership = membershipOfKey(maker, key, holdings);
        const actor = { userId: 'ann', isSupport: false, isApplication: true, membership };
        if (!decide(actor, endpoint.requires, isForKeys(endpoint)).allowed) return;
        expect(decide({ userId: 'ann', isSupport: false, membership: maker }, endpoint.requires).allowed).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what keys may call', () => {
  const names = (isWanted: (endpoint: Endpoint) => boolean) =>
    Object.entries(contract).flatMap(([area, calls]) =>
      (Object.entries(calls) as [string, Endpoint][]).flatMap(([verb, endpoint]) =>
        isWanted(endpoint) ? [`${area}.${verb}`] : [],
      ),
    );
  const forKeys = new Set(names(isForKeys));

  test.each([
    'session.signIn',
    'session.refresh',
    'session.me',
    'session.updateMe',
    'apiKeys.create',
    'apiKeys.list',
    'apiKeys.revoke',
    'notifications.list',
    'notifications.seen',
    'chat.channels',
    'chat.token',
    'support.impersonate',
    'team.transferOwnership',
    'auditLog.list',
    'savedSearches.create',
    'follows.create',
    'reportMailings.create',
    'orders.bulk',
    'approvals.approve',
    'tracking.saveKey',
    'beginning.create',
  ])('not %s', (name) => {
    expect(names(() => true)).toContain(name);
    expect(forKeys.has(name)).toBe(false);
  });

  test.each(['orders.search', 'orders.get', 'carts.checkout', 'products.update', 'brands.menu', 'reference.version'])(
    '%s',
    (name) => expect(forKeys.has(name)).toBe(true),
  );

  test('what asks for team, roles or billing is refused whatever the key allows', () => {
    const all = Object.fromEntries(FEATURE_IDS.map((id) => [id, { read: true, write: true }]));
    const maker = fc.sample(makers, 1)[0] as Membership;
    const owner = { ...maker, role: { ...maker.role, features: all, defaultRoleId: 'OWNER' as const, isOwner: true } };
    const key = { features: all, companyIds: [], licenseIds: [], brandIds: [] };
    const actor = {
      userId: 'ann',
      isSupport: false,
      isApplication: true,
      membership: membershipOfKey(owner, key, null),
    };
    for (const requirement of [write('MANAGE_USERS'), read('MANAGE_ROLES'), read('MANAGE_BILLING')]) {
      expect(decide(actor, requirement)).toEqual({ allowed: false, reason: { kind: 'application' } });
    }
    expect(decide(actor, { kind: 'owner' })).toEqual({ allowed: false, reason: { kind: 'application' } });
    expect(decide(actor, write('PRODUCTS')).allowed).toBe(true);
  });
});

describe('fewer permissions from use', () => {
  const both = { read: true, write: true };

  test('are those its calls require, all of several that would do, and what they depend on', () => {
    const held = { BROWSE_ORDERS: both, BROWSE_MY_ORDERS: both, ORDER_PAYMENTS: both, PRODUCTS: both };
    const used = usedFeatures([contract.orders.recordPayment.requires], held);
    expect(used.ORDER_PAYMENTS).toEqual(both);
    expect(used.BROWSE_ORDERS).toEqual({ read: true, write: false });
    expect(used.PRODUCTS).toBeUndefined();
    expect(beyond(held, used)).toContainEqual({ feature: 'PRODUCTS', level: 'read' });
  });

  test('never more than the key has', () => {
    fc.assert(
      fc.property(
        features,
        fc.subarray(Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[])),
        (held, calls) => {
          const used = usedFeatures(
            calls.map(({ requires }) => requires),
            held,
          );
          expect(beyond(used, held)).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('a key’s state and words', () => {
  const now = new Date('2026-11-30T12:00:00Z');
  const later = new Date('2026-12-01T12:00:00Z');
  expect(keyState({ revokedAt: null, expiresAt: later, isMakerHere: true }, now)).toBe('ACTIVE');
  expect(keyState({ revokedAt: null, expiresAt: now, isMakerHere: true }, now)).toBe('EXPIRED');
  expect(keyState({ revokedAt: null, expiresAt: later, isMakerHere: false }, now)).toBe('PAUSED');
  expect(keyState({ revokedAt: now, expiresAt: now, isMakerHere: false }, now)).toBe('REVOKED');
  expect(expiryProblem(later, now)).toBeNull();
  expect(expiryProblem(now, now)).toBe('Must be after today');
  expect(expiryProblem(new Date('2028-01-01T00:00:00Z'), now)).toBe('Must be within 366 days');
  const inHours = (hours: number) => expiryInWords(new Date(now.getTime() + hours * 3_600_000), now);
  expect([inHours(121), inHours(120), inHours(24), inHours(0.1), inHours(0), inHours(-30)]).toEqual([
    'expires within 6 days',
    'expires within 5 days',
    'expires within a day',
    'expires within a day',
    'has expired',
    'has expired',
  ]);
  expect(byKey('Ada Park', 'Route planner')).toBe('API key “Route planner” of Ada Park');
  expect(byKey('Ada Park', null)).toBe('Ada Park');
});

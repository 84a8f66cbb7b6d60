import { describe, expect, test } from 'vitest';
import {
  type Actor,
  abilityOf,
  anyOf,
  type DenialReason,
  decide,
  explain,
  isAllowed,
  member,
  onPlan,
  owner,
  publicly,
  type Requirement,
  read,
  signedIn,
  support,
  whyNot,
  withoutPlan,
  write,
} from '../../../domain/access/ability';
import {
  ACCESS_LEVELS,
  type AccessLevel,
  FEATURE_IDS,
  FEATURES,
  type FeatureMap,
  isConsistent,
} from '../../../domain/access/features';
import { cheapestPlanFor, PAID_FEATURE_SLUGS, paidFeaturesOf, planAllows } from '../../../domain/access/plans';
import {
  DEFAULT_FEATURES,
  DEFAULT_ROLE_IDS,
  DEFAULT_ROLE_NAMES,
  type DefaultRoleId,
  isOwnerOrAdmin,
  type Membership,
  seesEverything,
  selectableRoles,
} from '../../../domain/access/roles';
import { PLAN_TYPES } from '../../../domain/access/vocabulary';
import { orders } from '../../../domain/orders/contract';

function membership(features: FeatureMap, over: Partial<Membership> = {}): Membership {
  return {
    orgUserId: 1,
    userId: 'u1',
    orgId: 1,
    role: { id: 9, name: 'Sales', features, isDefault: false, defaultRoleId: null, isOwner: false },
    enabledFeatures: ['BROWSE_ORDERS'],
    plan: 'FREE',
    licenseIds: [],
    brandIds: [],
    companyIds: [],
    states: [],
    ...over,
  };
}

const actor = (place: Membership | null, isSupport = false): Actor => ({ userId: 'u1', isSupport, membership: place });

const stranger = actor(null);
const staff = actor(null, true);
const seller = actor(membership({ BROWSE_ORDERS: { read: true, write: false } }));
const unflagged = actor(membership({ BROWSE_ORDERS: { read: true, write: true } }, { enabledFeatures: [] }));
const premium = actor(membership({ BROWSE_ORDERS: { read: true, write: false } }, { plan: 'BASIC' }));

const ok = null;
const feature = (id: 'BROWSE_ORDERS' | 'PRODUCTS', level: 'read' | 'write'): DenialReason => ({
  kind: 'feature',
  feature: id,
  level,
});
const reports = onPlan('order-reports', read('BROWSE_ORDERS'));

const CASES: [string, Requirement, string, Actor | null, DenialReason | null][] = [
  ['a public call', publicly, 'someone signed out', null, ok],
  ['a public call', publicly, 'a member', seller, ok],
  ['a call for the signed in', signedIn, 'someone signed out', null, { kind: 'signed-out' }],
  ['a call for the signed in', signedIn, 'someone without an organization', stranger, ok],
  ['a member’s call', member, 'someone signed out', null, { kind: 'signed-out' }],
  ['a member’s call', member, 'someone without an organization', stranger, { kind: 'not-member' }],
  ['a member’s call', member, 'a member', seller, ok],
  ['a support call', support, 'someone signed out', null, { kind: 'signed-out' }],
  ['a support call', support, 'a member', seller, { kind: 'support' }],
  ['a support call', support, 'support staff', staff, ok],
  ['reading orders', read('BROWSE_ORDERS'), 'someone signed out', null, { kind: 'signed-out' }],
  ['reading orders', read('BROWSE_ORDERS'), 'someone without an organization', stranger, { kind: 'not-member' }],
  ['reading orders', read('BROWSE_ORDERS'), 'support staff without a place', staff, { kind: 'not-member' }],
  ['reading orders', read('BROWSE_ORDERS'), 'a reader', seller, ok],
  ['writing orders', write('BROWSE_ORDERS'), 'a reader', seller, feature('BROWSE_ORDERS', 'write')],
  ['reading products', read('PRODUCTS'), 'a role without it', seller, feature('PRODUCTS', 'read')],
  [
    'reading orders',
    read('BROWSE_ORDERS'),
    'a role whose organization lacks the flag',
    unflagged,
    { kind: 'flag', feature: 'BROWSE_ORDERS' },
  ],
  ['either of two', anyOf(read('PRODUCTS'), read('BROWSE_ORDERS')), 'a holder of the second', seller, ok],
  [
    'either of two',
    anyOf(write('PRODUCTS'), write('BROWSE_ORDERS')),
    'a holder of neither',
    actor(membership({})),
    feature('PRODUCTS', 'write'),
  ],
  [
    'either of two',
    anyOf(write('PRODUCTS'), write('BROWSE_ORDERS')),
    'a reader of the second',
    seller,
    feature('BROWSE_ORDERS', 'write'),
  ],
  [
    'either of two',
    anyOf(write('PRODUCTS'), write('BROWSE_ORDERS')),
    'a reader in both apps',
    actor(membership({ BROWSE_ORDERS: { read: true, write: false }, INVENTORY: { read: true, write: false } })),
    feature('PRODUCTS', 'write'),
  ],
  ['either of two', anyOf(read('PRODUCTS'), publicly), 'someone signed out', null, ok],
  [
    'a report',
    reports,
    'a reader on the free plan',
    seller,
    { kind: 'plan', slug: 'order-reports', cheapestPlan: 'BASIC' },
  ],
  ['a report', reports, 'a reader on the premium plan', premium, ok],
  [
    'a report',
    reports,
    'someone whom an upgrade would not help',
    unflagged,
    { kind: 'flag', feature: 'BROWSE_ORDERS' },
  ],
  [
    'a paid call for the signed in',
    onPlan('csv-export', signedIn),
    'someone without an organization',
    stranger,
    { kind: 'not-member' },
  ],
];

describe('who may do what', () => {
  test.each(CASES)('%s is decided (%#)', (_, requirement, _who, who, reason) => {
    expect(decide(who, requirement)).toEqual(reason === null ? { allowed: true } : { allowed: false, reason });
  });

  test('every refusal has its own sentence that says who can help', () => {
    const reasons = new Map(
      CASES.flatMap(([, , , , reason]) => (reason ? [[JSON.stringify(reason), reason] as const] : [])),
    );
    const sentences = [...reasons.values()].map((reason) => explain(reason));
    expect(new Set(sentences).size).toBe(reasons.size);
    expect(explain(feature('PRODUCTS', 'write'))).toBe(
      'You need write access to “Products”. Ask someone who manages roles.',
    );
    expect(explain({ kind: 'plan', slug: 'order-reports', cheapestPlan: 'BASIC' })).toContain('Premium plan');
    expect(explain({ kind: 'flag', feature: 'BROWSE_ORDERS' })).toContain('turned on for your organization');
  });

  test('a refusal names the smallest permission that would do', () => {
    const newHand = abilityOf(actor(membership({}, { enabledFeatures: [] })));
    for (const { requires } of [orders.search, orders.get, orders.updateBasicInfo, orders.addComment]) {
      expect(whyNot(newHand, requires)).toContain('“My sales orders”');
    }
  });

  test.each([
    ['signed-out', 'Sign in to do this.'],
    [
      'not-member',
      'You’re not a member of an organization yet. Create one, or ask someone who manages your company’s team to invite you.',
    ],
    ['support', 'Only Verdant support staff can do this.'],
    ['admin', 'Only your organization’s owner and admins can do this.'],
    ['owner', 'Only your organization’s owner can do this.'],
  ] as const)('%s reads: %s', (kind, sentence) => {
    expect(explain({ kind })).toBe(sentence);
  });

  test('without a known reader, nobody is told who can upgrade', () => {
    expect(explain({ kind: 'plan', slug: 'csv-export', cheapestPlan: 'STARTER' })).toBe(
      'Your plan doesn’t include “CSV export”. It comes with the Starter plan.',
    );
  });

  test('an empty choice of requirements is refused', () => {
    const none = { kind: 'any-of', requirements: [] } as const;
    expect(decide(premium, none)).toEqual({ allowed: false, reason: { kind: 'owner' } });
  });

  test('an upgrade doesn’t replace a missing permission', () => {
    expect(withoutPlan(onPlan('csv-export', read('PRODUCTS')))).toEqual(read('PRODUCTS'));
    expect(withoutPlan(read('PRODUCTS'))).toEqual(read('PRODUCTS'));
    expect(withoutPlan(anyOf(read('PRODUCTS')))).toEqual(anyOf(read('PRODUCTS')));
  });

  test('someone who can upgrade isn’t sent to someone else', () => {
    const payer = actor(membership({ MANAGE_BILLING: { read: true, write: true } }));
    expect(whyNot(abilityOf(payer), onPlan('pivot-report', signedIn))).toMatch(/You can upgrade under Billing\.$/);
    expect(whyNot(abilityOf(premium), onPlan('pivot-report', signedIn))).toMatch(
      /Ask someone who manages billing to upgrade/,
    );
  });
});

describe('the ability used in the browser', () => {
  const places: [string, Membership | null][] = [
    ['nobody', null],
    ['a reader', seller.membership],
    ['an organization without the flag', unflagged.membership],
    ...DEFAULT_ROLE_IDS.map((id): [string, Membership] => [id, membership(DEFAULT_FEATURES[id])]),
  ];

  test.each(places)('%s: it matches the server’s decision for every permission', (_, place) => {
    const ability = abilityOf(actor(place));
    for (const id of FEATURE_IDS) {
      for (const level of ACCESS_LEVELS) {
        const requirement = level === 'read' ? read(id) : write(id);
        expect(ability.can(level, id)).toBe(decide(actor(place), requirement).allowed);
        expect(isAllowed(place, level, id)).toBe(ability.can(level, id));
      }
    }
  });

  test.each(places)('%s: it gives the server’s reason, for standings and plans too', (_, place) => {
    const ability = abilityOf(actor(place));
    const requirements = [
      publicly,
      signedIn,
      member,
      owner,
      support,
      anyOf(read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS')),
      ...PAID_FEATURE_SLUGS.map((slug) => onPlan(slug, member)),
      ...PAID_FEATURE_SLUGS.map((slug) => onPlan(slug, anyOf(write('PRODUCTS'), write('BROWSE_ORDERS')))),
    ];
    for (const requirement of requirements) {
      const decision = decide(actor(place), requirement);
      expect(whyNot(ability, requirement)).toBe(decision.allowed ? null : explain(decision.reason, actor(place)));
    }
  });

  test('a signed-out person is told to sign in', () => {
    expect(whyNot(abilityOf(null), read('PRODUCTS'))).toBe(explain({ kind: 'signed-out' }));
    expect(whyNot(abilityOf(null), publicly)).toBeNull();
  });
});

describe('roles', () => {
  const role = (defaultRoleId: DefaultRoleId | null) => ({ role: { defaultRoleId } });

  test.each([
    ['OWNER', true, true],
    ['ADMIN', true, true],
    ['USER', true, false],
    [null, false, false],
  ] as const)('%s sees everything: %s, is owner or admin: %s', (id, everything, administers) => {
    expect(seesEverything(role(id))).toBe(everything);
    expect(isOwnerOrAdmin(role(id))).toBe(administers);
  });

  test('owner can’t be assigned as a role', () => {
    const roles = [
      { id: 1, isOwner: true, defaultRoleId: 'OWNER' as const },
      { id: 2, isOwner: false, defaultRoleId: 'ADMIN' as const },
      { id: 3, isOwner: false, defaultRoleId: null },
    ];
    expect(selectableRoles(roles).map(({ id }) => id)).toEqual([2, 3]);
  });

  test('neither an owner’s custom role nor a role that claims to be owner can be assigned', () => {
    const roles = [
      { id: 1, isOwner: true, defaultRoleId: null },
      { id: 2, isOwner: false, defaultRoleId: 'OWNER' as const },
      { id: 3, isOwner: false, defaultRoleId: 'USER' as const },
    ];
    expect(selectableRoles(roles).map(({ id }) => id)).toEqual([3]);
  });

  test('a user can do daily work and view the rest', () => {
    const may = (level: AccessLevel) => FEATURE_IDS.filter((id) => DEFAULT_FEATURES.USER[id]?.[level]).sort();
    const works = [
      ...['BROWSE_MY_ORDERS', 'CUSTOMERS', 'HARVESTS', 'INTAKES', 'PARTNER_CHANNELS_BROWSE_JOIN', 'PURCHASE_ORDERS'],
    ];
    const looks = [
      ...['BIDS', 'BROWSE_ORDERS', 'FULFILLMENT_ORDERS', 'INVENTORY', 'ITEM_BRANDING', 'ITEM_OWNERS'],
      ...['MANAGE_BRANDS', 'MANAGE_LICENSES', 'OFFERS', 'ORDERS', 'ORDER_PAYMENTS', 'PRODUCTS', 'TRANSFER_TEMPLATES'],
    ];
    expect(may('write')).toEqual(works);
    expect(may('read')).toEqual([...works, ...looks].sort());
  });

  test('the default roles have these names', () => {
    expect(DEFAULT_ROLE_NAMES).toEqual({ OWNER: 'Owner', ADMIN: 'Admin', USER: 'User' });
  });

  test('default roles have every dependency', () => {
    for (const id of DEFAULT_ROLE_IDS) expect(isConsistent(DEFAULT_FEATURES[id])).toBe(true);
  });

  test('owner and admin can do everything, a user no administration of people, roles or the plan', () => {
    for (const id of FEATURE_IDS) {
      expect(DEFAULT_FEATURES.OWNER[id]).toEqual({ read: true, write: true });
      expect(DEFAULT_FEATURES.ADMIN[id]).toEqual({ read: true, write: true });
    }
    const mayWrite = FEATURE_IDS.filter(
      (id) => FEATURES[id].app === 'Organization' && DEFAULT_FEATURES.USER[id]?.write,
    );
    expect(mayWrite).toEqual([]);
    for (const id of ['MANAGE_USERS', 'MANAGE_ROLES', 'MANAGE_BILLING'] as const) {
      expect(DEFAULT_FEATURES.USER[id]?.read ?? false).toBe(false);
    }
  });
});

describe('plans', () => {
  test.each(PAID_FEATURE_SLUGS)('%s is included in its cheapest plan and every higher one', (slug) => {
    const cheapest = PLAN_TYPES.indexOf(cheapestPlanFor(slug));
    expect(PLAN_TYPES.map((plan) => planAllows(plan, slug))).toEqual(PLAN_TYPES.map((_, index) => index >= cheapest));
  });

  test('the free plan includes no paid feature, enterprise all of them', () => {
    expect(paidFeaturesOf('FREE')).toEqual([]);
    expect(paidFeaturesOf('ENTERPRISE')).toEqual(PAID_FEATURE_SLUGS);
  });

  test.each([
    ['csv-export', 'PAYG', false],
    ['csv-export', 'STARTER', true],
    ['saved-searches', 'STARTER', true],
    ['order-reports', 'STARTER', false],
    ['order-reports', 'BASIC', true],
    ['pivot-report', 'BASIC', false],
    ['tracking-sync', 'PAYG', true],
  ] as const)('%s on %s: %s', (slug, plan, allowed) => {
    expect(planAllows(plan, slug)).toBe(allowed);
  });
});

import { z } from 'zod';

/** The apps features belong to, in the order the roles matrix shows them. */
export const APPS = [
  'Orders',
  'Inventory',
  'Marketplace',
  'Fulfillment',
  'Organization',
  'Messages',
  'Harvest',
  'Deals',
] as const;
export type App = (typeof APPS)[number];

type FeatureEntry = {
  name: string;
  description: string;
  app: App;
  /** Sort order within its app. */
  order: number;
  /** A flag: allowed only if the organization's enabled features include it. */
  isFlag: boolean;
};

const feature = (app: App, order: number, name: string, description: string, isFlag = false): FeatureEntry => ({
  app,
  order,
  name,
  description,
  isFlag,
});

/** Every permission a role can have, each with read and write. */
export const FEATURES = {
  BROWSE_ORDERS: feature('Orders', 1, 'All sales orders', 'View and edit every sales order', true),
  BROWSE_MY_ORDERS: feature('Orders', 2, 'My sales orders', 'View and edit the sales orders you’re the sales rep for'),
  EDIT_FROZEN_ORDERS: feature('Orders', 3, 'Frozen orders', 'Edit line items on fulfilled and later orders'),
  ORDER_PAYMENTS: feature('Orders', 4, 'Order payments', 'View, record and void payments'),
  CUSTOMERS: feature('Orders', 5, 'Customers', 'View and edit customers, their statuses and service zones'),
  CIRCULAR_SALES: feature('Orders', 6, 'Circular sales', 'Sell to businesses in your own organization'),
  INVENTORY: feature('Inventory', 1, 'Packages', 'View packages and items, split packages and add notes'),
  PRODUCTS: feature('Inventory', 2, 'Products', 'View and edit products, product lines, strains and prices'),
  ITEM_BRANDING: feature('Inventory', 3, 'Item branding', 'Assign items to brands and manage assignment rules'),
  ITEM_OWNERS: feature('Inventory', 4, 'Item sharing', 'Share brands and inventory with partners'),
  PURCHASE_ORDERS: feature('Marketplace', 1, 'Purchase orders', 'Fill carts, check out and follow purchase orders'),
  INTAKES: feature('Fulfillment', 1, 'Intakes', 'View and confirm incoming packages'),
  FULFILLMENT_ORDERS: feature('Fulfillment', 2, 'Fulfillment orders', 'View and prepare orders for delivery'),
  TRANSFER_TEMPLATES: feature('Fulfillment', 3, 'Transfer templates', 'View and prepare transfer templates'),
  EDIT_ORGANIZATION: feature('Organization', 1, 'Organization', 'Edit the organization and its companies'),
  MANAGE_USERS: feature('Organization', 2, 'Team', 'Invite, edit and remove people'),
  MANAGE_ROLES: feature('Organization', 3, 'Roles', 'Create roles and set their permissions'),
  MANAGE_BILLING: feature('Organization', 4, 'Billing', 'View and edit the plan'),
  MANAGE_LICENSES: feature('Organization', 5, 'Licenses', 'View and edit licenses and their tracking system link'),
  CLAIM_LICENSE: feature('Organization', 6, 'Claim licenses', 'Claim licenses for the organization'),
  MANAGE_BRANDS: feature('Organization', 7, 'Brands', 'View and edit brands'),
  CLAIM_BRANDS: feature('Organization', 8, 'Claim brands', 'Claim or suggest brands for the organization'),
  BRAND_INVITES: feature('Organization', 9, 'Brand invites', 'Send, accept and withdraw brand invites'),
  PARTNER_CHANNELS_BROWSE_JOIN: feature('Messages', 1, 'Partner channels', 'Browse, join and leave partner channels'),
  PARTNER_CHANNEL_INVITES: feature(
    'Messages',
    2,
    'Partner channel invites',
    'Invite organizations to partner channels',
  ),
  HARVESTS: feature('Harvest', 1, 'Harvests', 'View, record and submit harvests'),
  HARVEST_DELETE: feature('Harvest', 2, 'Delete harvests', 'Delete harvests that haven’t been submitted'),
  OFFERS: feature('Deals', 1, 'Offers', 'View and make offers'),
  BIDS: feature('Deals', 2, 'Bids', 'View and place bids on offers'),
  ORDERS: feature('Deals', 3, 'Deal orders', 'View and edit orders from deals'),
} as const satisfies Record<string, FeatureEntry>;

export type FeatureId = keyof typeof FEATURES;
export const FEATURE_IDS = Object.keys(FEATURES) as [FeatureId, ...FeatureId[]];
export const FeatureIdSchema = z.enum(FEATURE_IDS);

const IN_PERSON: readonly FeatureId[] = [
  'MANAGE_USERS',
  'MANAGE_ROLES',
  'MANAGE_BILLING',
  'CLAIM_LICENSE',
  'CLAIM_BRANDS',
  'PARTNER_CHANNELS_BROWSE_JOIN',
  'PARTNER_CHANNEL_INVITES',
];
/** Whether a permission is for people alone: team, billing, claims and conversations are never an application's. */
export const isInPerson = (feature: FeatureId): boolean => IN_PERSON.includes(feature);

export const ACCESS_LEVELS = ['read', 'write'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export type FeatureAccess = { read: boolean; write: boolean };
/** What a role may do; absent features are neither read nor write. */
export type FeatureMap = Partial<Record<FeatureId, FeatureAccess>>;
export const FeatureMapSchema = z.partialRecord(FeatureIdSchema, z.object({ read: z.boolean(), write: z.boolean() }));

export type Permission = { feature: FeatureId; level: AccessLevel };
/** A permission that is useless without at least one of `anyOf`. */
export type FeatureDependency = Permission & { anyOf: readonly Permission[] };

const can = (feature: FeatureId, level: AccessLevel): Permission => ({ feature, level });
const needs = (permission: Permission, ...anyOf: Permission[]): FeatureDependency => ({ ...permission, anyOf });

const seesOrders = [can('BROWSE_ORDERS', 'read'), can('BROWSE_MY_ORDERS', 'read')];

/** Every dependency between permissions; all rows of a permission must hold. */
export const FEATURE_DEPENDENCIES: readonly FeatureDependency[] = [
  ...FEATURE_IDS.map((id) => needs(can(id, 'write'), can(id, 'read'))),
  needs(can('EDIT_FROZEN_ORDERS', 'read'), can('BROWSE_ORDERS', 'read')),
  needs(can('EDIT_FROZEN_ORDERS', 'write'), can('BROWSE_ORDERS', 'write')),
  needs(can('ORDER_PAYMENTS', 'read'), ...seesOrders),
  needs(can('CIRCULAR_SALES', 'read'), ...seesOrders),
  needs(can('FULFILLMENT_ORDERS', 'read'), ...seesOrders),
  needs(can('ITEM_BRANDING', 'read'), can('INVENTORY', 'read')),
  needs(can('ITEM_OWNERS', 'read'), can('INVENTORY', 'read')),
  needs(can('CLAIM_LICENSE', 'read'), can('MANAGE_LICENSES', 'read')),
  needs(can('CLAIM_BRANDS', 'read'), can('MANAGE_BRANDS', 'read')),
  needs(can('BRAND_INVITES', 'read'), can('MANAGE_BRANDS', 'read')),
  needs(can('PARTNER_CHANNEL_INVITES', 'read'), can('PARTNER_CHANNELS_BROWSE_JOIN', 'read')),
  needs(can('HARVEST_DELETE', 'read'), can('HARVESTS', 'read')),
  needs(can('HARVEST_DELETE', 'write'), can('HARVESTS', 'write')),
  needs(can('BIDS', 'read'), can('OFFERS', 'read')),
  needs(can('ORDERS', 'read'), can('OFFERS', 'read')),
];

export type PermissionChange = Permission & { granted: boolean };

/** Whether the map grants a permission, ignoring flags and dependencies. */
export function hasPermission(map: FeatureMap, { feature, level }: Permission): boolean {
  return map[feature]?.[level] ?? false;
}

/** Whether every granted permission has its dependencies. */
export function isConsistent(map: FeatureMap): boolean {
  return FEATURE_DEPENDENCIES.every((row) => !hasPermission(map, row) || isMet(map, row));
}

/**
 * One checkbox in the roles matrix with its consequences: granting adds what is required (the first alternative),
 * removing drops what depended on it. `alsoChanged` lists the consequences, for the screen to explain. `lacking` are
 * flags the organization has off: they aren't chosen where there is an alternative.
 */
export function applyDependencies(
  map: FeatureMap,
  change: PermissionChange,
  lacking: readonly FeatureId[] = [],
): { features: FeatureMap; alsoChanged: PermissionChange[] } {
  let features = set(map, change);
  const alsoChanged: PermissionChange[] = [];
  const queue: Permission[] = [change];
  for (let current = queue.shift(); current !== undefined; current = queue.shift()) {
    for (const next of change.granted ? missing(features, current, lacking) : orphaned(features, current)) {
      const follow = { ...next, granted: change.granted };
      features = set(features, follow);
      alsoChanged.push(follow);
      queue.push(next);
    }
  }
  return { features, alsoChanged };
}

const isSame = (a: Permission, b: Permission) => a.feature === b.feature && a.level === b.level;
const isMet = (map: FeatureMap, row: FeatureDependency) => row.anyOf.some((other) => hasPermission(map, other));

function set(map: FeatureMap, { feature, level, granted }: PermissionChange): FeatureMap {
  return { ...map, [feature]: { read: false, write: false, ...map[feature], [level]: granted } };
}

function missing(map: FeatureMap, granted: Permission, lacking: readonly FeatureId[]): Permission[] {
  return FEATURE_DEPENDENCIES.filter((row) => isSame(row, granted)).flatMap(({ anyOf }) => {
    const open = anyOf.filter(({ feature }) => !lacking.includes(feature));
    const ways = open.length > 0 ? open : anyOf;
    return ways.some((other) => hasPermission(map, other)) ? [] : ways.slice(0, 1);
  });
}

function orphaned(map: FeatureMap, removed: Permission): Permission[] {
  return FEATURE_DEPENDENCIES.filter(
    (row) => row.anyOf.some((other) => isSame(other, removed)) && hasPermission(map, row) && !isMet(map, row),
  ).map(({ feature, level }) => ({ feature, level }));
}

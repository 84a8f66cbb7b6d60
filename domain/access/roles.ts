import { z } from 'zod';
import { FEATURE_IDS, type FeatureId, type FeatureMap } from './features';
import type { PlanType } from './vocabulary';

export const DEFAULT_ROLE_IDS = ['OWNER', 'ADMIN', 'USER'] as const;
export type DefaultRoleId = (typeof DEFAULT_ROLE_IDS)[number];
export const DefaultRoleIdSchema = z.enum(DEFAULT_ROLE_IDS);

export type Role = {
  id: number;
  name: string;
  features: FeatureMap;
  isDefault: boolean;
  /** Null for a custom role. */
  defaultRoleId: DefaultRoleId | null;
  isOwner: boolean;
};

/** A person's membership in one organization, with everything that decides what they may do and see. */
export type Membership = {
  orgUserId: number;
  userId: string;
  orgId: number;
  role: Role;
  /** Feature flags turned on for the organization. */
  enabledFeatures: readonly string[];
  plan: PlanType;
  /** What a custom role is assigned; a default role sees everything and needs none. */
  licenseIds: readonly number[];
  brandIds: readonly number[];
  companyIds: readonly number[];
  /** State abbreviations, such as 'CA'. */
  states: readonly string[];
};

const all: FeatureMap = Object.fromEntries(FEATURE_IDS.map((id) => [id, { read: true, write: true }]));

const userWrites: readonly FeatureId[] = [
  'BROWSE_MY_ORDERS',
  'CUSTOMERS',
  'PURCHASE_ORDERS',
  'INTAKES',
  'HARVESTS',
  'PARTNER_CHANNELS_BROWSE_JOIN',
];
const userReads: readonly FeatureId[] = [
  'BROWSE_ORDERS',
  'ORDER_PAYMENTS',
  'INVENTORY',
  'PRODUCTS',
  'ITEM_BRANDING',
  'ITEM_OWNERS',
  'FULFILLMENT_ORDERS',
  'TRANSFER_TEMPLATES',
  'MANAGE_LICENSES',
  'MANAGE_BRANDS',
  'OFFERS',
  'BIDS',
  'ORDERS',
];

/** What default roles may do: owner and admin everything, a user daily work but no administration. */
export const DEFAULT_FEATURES: Record<DefaultRoleId, FeatureMap> = {
  OWNER: all,
  ADMIN: all,
  USER: Object.fromEntries([
    ...userReads.map((id) => [id, { read: true, write: false }]),
    ...userWrites.map((id) => [id, { read: true, write: true }]),
  ]),
};

export const DEFAULT_ROLE_NAMES: Record<DefaultRoleId, string> = { OWNER: 'Owner', ADMIN: 'Admin', USER: 'User' };

type RoleKind = Pick<Role, 'defaultRoleId'>;

/** A default role sees every license, brand, company and state of its organization; others only those assigned. */
export function seesEverything({ role }: { role: RoleKind }): boolean {
  return role.defaultRoleId !== null;
}

export function isOwnerOrAdmin({ role }: { role: RoleKind }): boolean {
  return role.defaultRoleId === 'OWNER' || role.defaultRoleId === 'ADMIN';
}

/** Roles that can be assigned; ownership is transferred instead. */
export function selectableRoles<R extends Pick<Role, 'isOwner' | 'defaultRoleId'>>(roles: readonly R[]): R[] {
  return roles.filter((role) => !role.isOwner && role.defaultRoleId !== 'OWNER');
}

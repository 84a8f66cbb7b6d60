import { z } from 'zod';
import {
  type AccessLevel,
  FEATURE_IDS,
  type FeatureMap,
  FeatureMapSchema,
  hasPermission,
} from '../../../domain/access/features';
import {
  type DefaultRoleId,
  DefaultRoleIdSchema,
  isOwnerOrAdmin,
  type Membership,
  type Role,
  seesEverything,
} from '../../../domain/access/roles';
import type { Organization } from '../../../domain/organization/organization';
import { readStored } from '../stored';
import { currentSubject } from './tokens';

type Lists = { licenseIds: readonly number[]; brandIds: readonly number[]; companyIds: readonly number[] };

/** Views the app as a role, or a person with it, would see it. Nothing can be changed meanwhile. */
export type Simulation = { name: string; role: Role; lists: Lists | null };

type Seen = Pick<Role, 'id' | 'name' | 'features' | 'isDefault' | 'defaultRoleId' | 'isOwner'>;

const roleOf = ({ id, name, features, isDefault, defaultRoleId, isOwner }: Seen): Role => ({
  id,
  name,
  features,
  isDefault,
  defaultRoleId,
  isOwner,
});

/** As anyone with this role; their assignments are unknown, so everything is shown. */
export const likeRole = (role: Seen): Simulation => ({ name: role.name, role: roleOf(role), lists: null });

export const likePerson = (name: string, role: Seen, lists: Lists): Simulation => ({ name, role: roleOf(role), lists });

/** Permissions both have. */
function shared(one: FeatureMap, other: FeatureMap): FeatureMap {
  const both = (feature: (typeof FEATURE_IDS)[number], level: AccessLevel) =>
    hasPermission(one, { feature, level }) && hasPermission(other, { feature, level });
  return Object.fromEntries(FEATURE_IDS.map((id) => [id, { read: both(id, 'read'), write: both(id, 'write') }]));
}

/** Owners and admins can grant and see everything: only they can view as an owner or admin. */
function defaultWithin(own: Membership, role: Role): DefaultRoleId | null {
  if (isOwnerOrAdmin(own) || role.defaultRoleId === null) return role.defaultRoleId;
  return own.role.defaultRoleId;
}

const common = (all: readonly number[], some: readonly number[]) => all.filter((id) => some.includes(id));

/** The reader's own membership reduced to what the other would have; never more than their own. */
export function simulated(own: Membership, { role, lists }: Simulation): Membership {
  const narrowed = {
    ...own,
    role: {
      ...role,
      features: shared(own.role.features, role.features),
      defaultRoleId: defaultWithin(own, role),
      isOwner: own.role.isOwner && role.isOwner,
    },
  };
  if (!lists || seesEverything({ role })) return narrowed;
  const { licenseIds, brandIds, companyIds } = lists;
  if (seesEverything(own)) return { ...narrowed, licenseIds: licenseIds, brandIds, companyIds };
  return {
    ...narrowed,
    licenseIds: common(own.licenseIds, licenseIds),
    brandIds: common(own.brandIds, brandIds),
    companyIds: common(own.companyIds, companyIds),
  };
}

/** The organization as seen by someone assigned only part of it. */
export function narrowed(organization: Organization, { role, lists }: Simulation): Organization {
  if (!lists || seesEverything({ role })) return organization;
  const { licenseIds, brandIds, companyIds } = lists;
  const buyerCompanies = organization.buyerCompanies.flatMap((company) => {
    const buyerLicenses = company.buyerLicenses.filter(({ licenseId }) => licenseIds.includes(licenseId));
    return buyerLicenses.length > 0 ? [{ ...company, buyerLicenses }] : [];
  });
  return {
    ...organization,
    licenses: organization.licenses.filter(({ id }) => licenseIds.includes(id)),
    brands: organization.brands.filter(({ id }) => brandIds.includes(id)),
    companies: organization.companies.filter(({ companyId }) => companyIds.includes(companyId)),
    removedCompanies: [],
    buyerCompanies,
  };
}

const KEY = 'verdant.simulation';

const Kept = z.object({
  /** Who views; nobody else continues it. */
  by: z.string(),
  simulation: z.object({
    name: z.string(),
    role: z.object({
      id: z.number(),
      name: z.string(),
      features: FeatureMapSchema,
      isDefault: z.boolean(),
      defaultRoleId: DefaultRoleIdSchema.nullable(),
      isOwner: z.boolean(),
    }),
    lists: z
      .object({ licenseIds: z.array(z.number()), brandIds: z.array(z.number()), companyIds: z.array(z.number()) })
      .nullable(),
  }),
});

/** What this tab was viewing as before a reload. */
function recallSimulation(): Simulation | null {
  const kept = readStored('sessionStorage', KEY, Kept);
  return kept !== null && kept.by === currentSubject() ? kept.simulation : null;
}

let current: Simulation | null = recallSimulation();

export const simulation = (): Simulation | null => current;

/** Starts or stops viewing as, in this tab; call it through the session store so both agree. */
export function saveSimulation(next: Simulation | null): void {
  current = next;
  if (next) sessionStorage.setItem(KEY, JSON.stringify({ by: currentSubject(), simulation: next }));
  else sessionStorage.removeItem(KEY);
}

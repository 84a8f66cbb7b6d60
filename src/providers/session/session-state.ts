import { type AppAbility, abilityOf } from '../../../domain/access/ability';
import type { Membership } from '../../../domain/access/roles';
import type { InventoryChoice } from '../../../domain/inventory/context';
import type { BuyerCompany, BuyerLicense, Organization, OwnCompany } from '../../../domain/organization/organization';
import type { CurrentUser, MyMembership } from '../../../domain/session/session';
import type { Scope } from '../call/call-context';
import { narrowed, type Simulation, simulated } from '../call/simulation';
import type { Chosen } from './context-memory';

/** A signed-in person and everything that follows from who they are and what they chose. */
export type SignedIn = {
  status: 'signed-in';
  user: CurrentUser;
  /** Null without an organization. */
  membership: Membership | null;
  orgs: MyMembership['orgs'];
  organization: Organization | null;
  ability: AppAbility;
  sellerCompany: OwnCompany | null;
  buyerCompany: BuyerCompany | null;
  buyerLicense: BuyerLicense | null;
  /** What the person chose to see of the inventory; `inventoryContext` says what of it counts. */
  inventory: InventoryChoice;
  scope: Scope | null;
  /** Whose data the screens show; caches under different keys never mix. */
  contextKey: string;
  /** The session expired: screens stay as they are until the person signs in again. */
  hasEnded: boolean;
  /** The role or person viewed as; null for oneself. */
  seenAs: Simulation | null;
};

export type SessionState =
  | { status: 'loading' }
  /** `wasHere`: signed out while this page was open, in any tab. */
  | { status: 'signed-out'; wasHere: boolean }
  | { status: 'failed'; error: unknown }
  | SignedIn;

export type Loaded = { user: CurrentUser; membership: MyMembership | null; organization: Organization | null };

/** The membership, as access rules take it. */
export function toMembership(my: MyMembership): Membership {
  return {
    orgUserId: my.id,
    userId: my.userId,
    orgId: my.orgId,
    role: my.orgRole,
    enabledFeatures: my.enabledFeatures,
    plan: my.plan,
    licenseIds: my.licenseIds,
    brandIds: my.brandIds,
    companyIds: my.companyIds,
    states: my.states,
  };
}

/** The chosen one if it still exists, else the first. */
function pick<T>(all: readonly T[], is: (one: T) => boolean): T | null {
  return all.find(is) ?? all[0] ?? null;
}

/** Builds the session from what was loaded and chosen; pure. */
export function signedIn({ user, membership: my, ...rest }: Loaded, chosen: Chosen, as: Simulation | null): SignedIn {
  const own = my && toMembership(my);
  const membership = own && as ? simulated(own, as) : own;
  const organization = rest.organization && as ? narrowed(rest.organization, as) : rest.organization;
  const sellerCompany = pick(organization?.companies ?? [], ({ companyId }) => companyId === chosen.sellerCompanyId);
  const buyerCompany = pick(organization?.buyerCompanies ?? [], ({ id }) => id === chosen.buyerCompanyId);
  const buyerLicense = pick(buyerCompany?.buyerLicenses ?? [], ({ id }) => id === chosen.buyerLicenseId);
  const scope = my && {
    orgId: my.orgId,
    sellerCompanyId: sellerCompany?.companyId ?? null,
    buyerCompanyId: buyerCompany?.id ?? null,
    buyerLicenseId: buyerLicense?.id ?? null,
  };
  return {
    status: 'signed-in',
    user,
    membership,
    orgs: my?.orgs ?? [],
    organization,
    ability: abilityOf({ userId: user.id, isSupport: user.isSupport && !as, membership }),
    sellerCompany,
    buyerCompany,
    buyerLicense,
    inventory: chosen.inventory,
    scope,
    contextKey: [user.id, scope?.orgId, scope?.sellerCompanyId, scope?.buyerCompanyId].join('/'),
    hasEnded: false,
    seenAs: as,
  };
}

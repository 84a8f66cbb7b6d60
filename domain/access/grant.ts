import { ACCESS_LEVELS, FEATURE_IDS, FEATURES, type FeatureMap, hasPermission } from './features';
import { isOwnerOrAdmin, type Membership, seesEverything } from './roles';

/** What a custom role is assigned. */
export type Assigned = Pick<Membership, 'licenseIds' | 'brandIds' | 'companyIds'>;

export type Granter = Assigned & { role: Pick<Membership['role'], 'features' | 'defaultRoleId'> };

/** What someone would get, and what they already have (not checked again). */
export type Grant = {
  features?: FeatureMap;
  before?: FeatureMap;
  /** A default role, which sees all licenses, brands and companies. */
  seesEverything?: boolean;
  assigned?: Assigned;
};

/**
 * Why someone may not grant this, as a sentence; null when they may. Owners and admins can grant anything; others only
 * the permissions they have (flags aside) and the licenses, brands and companies they see.
 */
export function refusalToGrant(granter: Granter, { features = {}, before = {}, ...scope }: Grant): string | null {
  if (isOwnerOrAdmin(granter)) return null;
  for (const feature of FEATURE_IDS) {
    for (const level of ACCESS_LEVELS) {
      const permission = { feature, level };
      const isGiven = hasPermission(features, permission) && !hasPermission(before, permission);
      if (isGiven && !hasPermission(granter.role.features, permission)) {
        return `You can’t give ${level} access to “${FEATURES[feature].name}” because your role doesn’t have it. An owner or admin can.`;
      }
    }
  }
  return refusalToShow(granter, scope);
}

/**
 * Why someone may not edit or remove a person with this role, as a sentence; null when they may. Only owners and admins
 * can change an owner or admin.
 */
export function refusalToChange(
  by: { role: Pick<Membership['role'], 'defaultRoleId'> },
  whom: { role: Pick<Membership['role'], 'defaultRoleId'> },
): string | null {
  return isOwnerOrAdmin(by) || !isOwnerOrAdmin(whom)
    ? null
    : 'Only an owner or admin can change or remove an owner or admin.';
}

function refusalToShow(granter: Granter, scope: Pick<Grant, 'seesEverything' | 'assigned'>): string | null {
  if (seesEverything(granter)) return null;
  if (scope.seesEverything) {
    return 'You can’t give a role that sees all licenses, brands and companies because you only see those assigned to you. An owner or admin can.';
  }
  const { assigned } = scope;
  const isBeyond = (what: keyof Assigned) => assigned?.[what].some((id) => !granter[what].includes(id));
  return isBeyond('licenseIds') || isBeyond('brandIds') || isBeyond('companyIds')
    ? 'You can only assign licenses, brands and companies assigned to you. An owner or admin can assign any.'
    : null;
}

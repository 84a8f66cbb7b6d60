import { Ability } from '@casl/ability';
import { PLAN_LABELS, type PlanType } from '../organization/vocabulary';
import { ACCESS_LEVELS, type AccessLevel, type App, FEATURE_IDS, FEATURES, type FeatureId, holds } from './features';
import { cheapestPlanFor, PAID_FEATURES, type PaidFeatureSlug, planAllows } from './plans';
import type { Membership } from './roles';

/** What a call, a screen or a button asks of whoever wants it; plain data, so both sides can read it. */
export type Requirement =
  | { kind: 'publicly' }
  | { kind: 'signed-in' }
  | { kind: 'member' }
  | { kind: 'support' }
  | { kind: 'owner' }
  | { kind: 'feature'; feature: FeatureId; level: AccessLevel }
  | { kind: 'any-of'; requirements: readonly Requirement[] }
  | { kind: 'on-plan'; slug: PaidFeatureSlug; requirement: Requirement };

/** Anyone, signed in or not. */
export const publicly: Requirement = { kind: 'publicly' };
/** Anyone signed in, with an organization or without. */
export const signedIn: Requirement = { kind: 'signed-in' };
/** Anyone with a place in the organization that is asked about. */
export const member: Requirement = { kind: 'member' };
/** The organization's owner only. */
export const owner: Requirement = { kind: 'owner' };
/** Support staff only. */
export const support: Requirement = { kind: 'support' };
export const read = (feature: FeatureId): Requirement => ({ kind: 'feature', feature, level: 'read' });
export const write = (feature: FeatureId): Requirement => ({ kind: 'feature', feature, level: 'write' });
/** At least one of them; none given is refused. */
export const anyOf = (...requirements: [Requirement, ...Requirement[]]): Requirement => ({
  kind: 'any-of',
  requirements,
});
/** The requirement, and a plan of the organization that holds the paid feature. */
export const onPlan = (slug: PaidFeatureSlug, requirement: Requirement): Requirement => ({
  kind: 'on-plan',
  slug,
  requirement,
});

/** Who asks; null for someone signed out. */
export type Actor = {
  userId: string;
  isSupport: boolean;
  /** Their place in the organization the request is for, if any. */
  membership: Membership | null;
};

export type DenialReason =
  | { kind: 'signed-out' | 'not-member' | 'support' | 'owner' }
  | { kind: 'feature'; feature: FeatureId; level: AccessLevel }
  | { kind: 'flag'; feature: FeatureId }
  | { kind: 'plan'; slug: PaidFeatureSlug; cheapestPlan: PlanType };

export type Decision = { allowed: true } | { allowed: false; reason: DenialReason };

const ALLOWED: Decision = { allowed: true };
const denied = (reason: DenialReason): Decision => ({ allowed: false, reason });

/**
 * The one place that decides whether someone may do something: the server asks it before every call, the browser to
 * show, hide and explain. Permission is asked before the plan, so that nobody is sold an upgrade that would not help.
 */
export function decide(actor: Actor | null, requirement: Requirement): Decision {
  if (requirement.kind === 'publicly') return ALLOWED;
  if (requirement.kind === 'any-of') return decideAny(actor, requirement.requirements);
  if (actor === null) return denied({ kind: 'signed-out' });
  switch (requirement.kind) {
    case 'signed-in':
      return ALLOWED;
    case 'support':
      return actor.isSupport ? ALLOWED : denied({ kind: 'support' });
    case 'member':
      return actor.membership === null ? denied({ kind: 'not-member' }) : ALLOWED;
    case 'owner':
      if (actor.membership === null) return denied({ kind: 'not-member' });
      return actor.membership.role.isOwner ? ALLOWED : denied({ kind: 'owner' });
    case 'feature':
      return decideFeature(actor.membership, requirement.feature, requirement.level);
    case 'on-plan': {
      const { slug } = requirement;
      const inner = decide(actor, requirement.requirement);
      if (!inner.allowed) return inner;
      if (actor.membership === null) return denied({ kind: 'not-member' });
      return planAllows(actor.membership.plan, slug)
        ? ALLOWED
        : denied({ kind: 'plan', slug, cheapestPlan: cheapestPlanFor(slug) });
    }
  }
}

/** The first reason stands for all of them when none is met. */
function decideAny(actor: Actor | null, requirements: readonly Requirement[]): Decision {
  let first: Decision | undefined;
  for (const requirement of requirements) {
    const decision = decide(actor, requirement);
    if (decision.allowed) return decision;
    first ??= decision;
  }
  return first ?? denied({ kind: 'signed-out' });
}

/** What decides about one permission: the role's map, and the flag where the feature is one. */
type Grants = Pick<Membership, 'enabledFeatures'> & { role: Pick<Membership['role'], 'features'> };

function decideFeature(membership: Grants | null, feature: FeatureId, level: AccessLevel): Decision {
  if (membership === null) return denied({ kind: 'not-member' });
  if (FEATURES[feature].isFlag && !membership.enabledFeatures.includes(feature)) {
    return denied({ kind: 'flag', feature });
  }
  return holds(membership.role.features, { feature, level }) ? ALLOWED : denied({ kind: 'feature', feature, level });
}

/** Whether a member holds one permission, flags included. */
export function isAllowed(membership: Grants | null, level: AccessLevel, feature: FeatureId): boolean {
  return decideFeature(membership, feature, level).allowed;
}

/** Read or write on any feature of an app, which is what its navigation entry takes. */
export function usesApp(membership: Grants | null, app: App): boolean {
  return FEATURE_IDS.some(
    (id) => FEATURES[id].app === app && ACCESS_LEVELS.some((level) => isAllowed(membership, level, id)),
  );
}

/** Write on any of the features. */
export function writesAny(membership: Grants | null, features: readonly FeatureId[]): boolean {
  return features.some((id) => isAllowed(membership, 'write', id));
}

/** A CASL ability whose subjects are feature ids and whose actions are read and write. */
export type FeatureAbility = Ability<[AccessLevel, FeatureId]>;

/** What a member may do, for buttons and bodies of rows that ask often; nothing for someone without a place. */
export function abilityFor(membership: Grants | null): FeatureAbility {
  return new Ability<[AccessLevel, FeatureId]>(
    FEATURE_IDS.flatMap((subject) =>
      ACCESS_LEVELS.filter((action) => isAllowed(membership, action, subject)).map((action) => ({ action, subject })),
    ),
  );
}

/** The sentence behind "Why can't I?": what is missing and who can grant it. */
export function explain(reason: DenialReason): string {
  switch (reason.kind) {
    case 'signed-out':
      return 'Sign in to do this.';
    case 'not-member':
      return 'You need a place in this organization to do this. Someone who manages its team can invite you.';
    case 'support':
      return 'Only Verdant support staff can do this.';
    case 'owner':
      return 'Only the owner of your organization can do this.';
    case 'feature':
      return `Your role needs ${reason.level} access to “${FEATURES[reason.feature].name}”. Someone who manages roles in your organization can grant it.`;
    case 'flag':
      return `“${FEATURES[reason.feature].name}” is not switched on for your organization. Verdant support can switch it on.`;
    case 'plan':
      return `Your plan does not include “${PAID_FEATURES[reason.slug].name}”. It comes with the ${PLAN_LABELS[reason.cheapestPlan]} plan, and someone who manages billing in your organization can upgrade.`;
  }
}

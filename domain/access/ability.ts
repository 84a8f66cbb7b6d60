import { Ability } from '@casl/ability';
import {
  ACCESS_LEVELS,
  type AccessLevel,
  FEATURE_IDS,
  FEATURES,
  type FeatureId,
  hasPermission,
  isInPerson,
} from './features';
import { cheapestPlanFor, PAID_FEATURE_SLUGS, PAID_FEATURES, type PaidFeatureSlug, planAllows } from './plans';
import { isOwnerOrAdmin, type Membership } from './roles';
import { PLAN_LABELS, type PlanType } from './vocabulary';

const STANDINGS = ['publicly', 'signed-in', 'member', 'support', 'admin', 'owner'] as const;
/** What someone is to the platform or to the current organization. */
type Standing = (typeof STANDINGS)[number];

/** What a call, a screen or a button requires; plain data, so both sides can read it. */
export type Requirement =
  | { kind: Standing }
  | { kind: 'feature'; feature: FeatureId; level: AccessLevel }
  | { kind: 'any-of'; requirements: readonly Requirement[] }
  | { kind: 'on-plan'; slug: PaidFeatureSlug; requirement: Requirement };

/** Anyone, signed in or not. */
export const publicly: Requirement = { kind: 'publicly' };
/** Anyone signed in, with or without an organization. */
export const signedIn: Requirement = { kind: 'signed-in' };
/** Any member of the current organization. */
export const member: Requirement = { kind: 'member' };
/** The organization's owner only. */
export const owner: Requirement = { kind: 'owner' };
/** The organization's owner and admins. */
export const admin: Requirement = { kind: 'admin' };
/** Support staff only. */
export const support: Requirement = { kind: 'support' };
export const read = (feature: FeatureId): Requirement => ({ kind: 'feature', feature, level: 'read' });
export const write = (feature: FeatureId): Requirement => ({ kind: 'feature', feature, level: 'write' });
/**
 * Any one of them. List the least powerful first: refusals name the first, but the first of an app the person has
 * something to read in, if there is one. An empty list refuses everyone.
 */
export const anyOf = (...requirements: [Requirement, ...Requirement[]]): Requirement => ({
  kind: 'any-of',
  requirements,
});
/** The requirement, plus a plan that includes the paid feature. */
export const onPlan = (slug: PaidFeatureSlug, requirement: Requirement): Requirement => ({
  kind: 'on-plan',
  slug,
  requirement,
});

/** The requirement without its plan, to tell whether an upgrade would help this person. */
export const withoutPlan = (requirement: Requirement): Requirement =>
  requirement.kind === 'on-plan' ? requirement.requirement : requirement;

/** The caller; null when signed out. An application acts as the person who made its API key, within the key's rights. */
export type Actor = {
  userId: string;
  isSupport: boolean;
  isApplication?: boolean;
  /** Their membership in the current organization, if any. */
  membership: Membership | null;
};

export type DenialReason =
  | { kind: 'signed-out' | 'not-member' | 'support' | 'admin' | 'owner' }
  | { kind: 'application' }
  | { kind: 'feature'; feature: FeatureId; level: AccessLevel }
  | { kind: 'key-feature'; feature: FeatureId; level: AccessLevel }
  | { kind: 'flag'; feature: FeatureId }
  | { kind: 'plan'; slug: PaidFeatureSlug; cheapestPlan: PlanType };

export type Decision = { allowed: true } | { allowed: false; reason: DenialReason };

export type Action = AccessLevel | 'use' | 'be';
export type Subject = FeatureId | Standing | `plan:${PaidFeatureSlug}`;
/** One thing a person may or may not do: a role permission, a standing (such as owner), or a paid feature. */
export type Access = readonly [Action, Subject];

/** Everything a person may do, from role, flags, plan and standing; what they may not carries the reason. */
export type AppAbility = Ability<[Action, Subject]>;

/**
 * The access that decides a requirement: one that is allowed and sufficient, else the first that is missing.
 * Permissions are checked before the plan, so nobody is sold an upgrade that wouldn't help.
 */
export function decidingAccess(requirement: Requirement, isAllowed: (access: Access) => boolean): Access {
  switch (requirement.kind) {
    case 'feature':
      return [requirement.level, requirement.feature];
    case 'any-of': {
      const hinges = requirement.requirements.map((one) => decidingAccess(one, isAllowed));
      return hinges.find(isAllowed) ?? hinges.find((one) => isNear(one, isAllowed)) ?? hinges[0] ?? ['be', 'owner'];
    }
    case 'on-plan': {
      const inner = decidingAccess(requirement.requirement, isAllowed);
      return isAllowed(inner) ? ['use', `plan:${requirement.slug}`] : inner;
    }
    default:
      return ['be', requirement.kind];
  }
}

/** Whether someone reads anything of a permission's app, so that a buyer isn't told of the seller's permission. */
function isNear([, subject]: Access, isAllowed: (access: Access) => boolean): boolean {
  const app = FEATURES[subject as FeatureId]?.app;
  return app !== undefined && FEATURE_IDS.some((id) => FEATURES[id].app === app && isAllowed(['read', id]));
}

/**
 * The only place that decides whether someone may do something; the server checks it before every call. `isForKeys`: whether
 * applications may do it at all (`domain/contract/for-keys.ts`).
 */
export function decide(actor: Actor | null, requirement: Requirement, isForKeys = true): Decision {
  if (actor?.isApplication && !isForKeys) return { allowed: false, reason: { kind: 'application' } };
  const reason = denialOf(
    actor,
    decidingAccess(requirement, (access) => denialOf(actor, access) === null),
  );
  return reason === null ? { allowed: true } : { allowed: false, reason };
}

/** Why not, in a sentence that says who can grant it; null when allowed. */
export function whyNot(ability: AppAbility, requirement: Requirement): string | null {
  const [action, subject] = decidingAccess(requirement, ([action, subject]) => ability.can(action, subject));
  return ability.can(action, subject) ? null : (ability.relevantRuleFor(action, subject)?.reason ?? '');
}

/** The decisions of `decide` for everything at once, so the browser can show, hide and explain. */
export function abilityOf(actor: Actor | null): AppAbility {
  const all: Access[] = [
    ...STANDINGS.map((standing): Access => ['be', standing]),
    ...FEATURE_IDS.flatMap((feature) => ACCESS_LEVELS.map((level): Access => [level, feature])),
    ...PAID_FEATURE_SLUGS.map((slug): Access => ['use', `plan:${slug}`]),
  ];
  return new Ability<[Action, Subject]>(
    all.map((access) => {
      const [action, subject] = access;
      const denial = denialOf(actor, access);
      return denial === null
        ? { action, subject }
        : { action, subject, inverted: true, reason: explain(denial, actor) };
    }),
  );
}

function denialOf(actor: Actor | null, [action, subject]: Access): DenialReason | null {
  if (subject === 'publicly') return null;
  if (actor === null) return { kind: 'signed-out' };
  const { membership, isSupport } = actor;
  if (actor.isApplication && isPersonal(subject)) return { kind: 'application' };
  if (subject === 'signed-in') return null;
  if (subject === 'support') return isSupport ? null : { kind: 'support' };
  if (membership === null) return { kind: 'not-member' };
  if (subject === 'member') return null;
  if (subject === 'admin') return isOwnerOrAdmin(membership) ? null : { kind: 'admin' };
  if (subject === 'owner') return membership.role.isOwner ? null : { kind: 'owner' };
  if (action === 'use') {
    const slug = subject.slice('plan:'.length) as PaidFeatureSlug;
    return planAllows(membership.plan, slug) ? null : { kind: 'plan', slug, cheapestPlan: cheapestPlanFor(slug) };
  }
  const denial = featureDenial(membership, subject as FeatureId, action as AccessLevel);
  return actor.isApplication && denial?.kind === 'feature' ? { ...denial, kind: 'key-feature' } : denial;
}

/** What only people are or hold, whatever an application's maker may do. */
function isPersonal(subject: Subject): boolean {
  if (subject === 'support' || subject === 'admin' || subject === 'owner') return true;
  return Object.hasOwn(FEATURES, subject) && isInPerson(subject as FeatureId);
}

/** Decides one permission: the role's map, plus the organization's flag where the feature is one. */
type Grants = Pick<Membership, 'enabledFeatures'> & { role: Pick<Membership['role'], 'features'> };

function featureDenial({ role, enabledFeatures }: Grants, feature: FeatureId, level: AccessLevel): DenialReason | null {
  if (FEATURES[feature].isFlag && !enabledFeatures.includes(feature)) return { kind: 'flag', feature };
  return hasPermission(role.features, { feature, level }) ? null : { kind: 'feature', feature, level };
}

/** Whether a member holds one permission, flags included. */
export function isAllowed(membership: Grants | null, level: AccessLevel, feature: FeatureId): boolean {
  return membership !== null && featureDenial(membership, feature, level) === null;
}

/**
 * The answer to "Why can't I?": what is missing and who can grant it. `actor` is the reader; without one, the sentence
 * doesn't say who can upgrade (the upgrade dialog does).
 */
export function explain(reason: DenialReason, actor: Actor | null = null): string {
  switch (reason.kind) {
    case 'signed-out':
      return 'Sign in to do this.';
    case 'not-member':
      return 'You’re not a member of an organization yet. Create one, or ask someone who manages your company’s team to invite you.';
    case 'support':
      return 'Only Verdant support staff can do this.';
    case 'admin':
      return 'Only your organization’s owner and admins can do this.';
    case 'owner':
      return 'Only your organization’s owner can do this.';
    case 'application':
      return 'API keys can’t do this.';
    case 'key-feature':
      return `This API key needs ${reason.level} access to “${FEATURES[reason.feature].name}”. The person who made it can add it if they have it.`;
    case 'feature':
      return `You need ${reason.level} access to “${FEATURES[reason.feature].name}”. Ask someone who manages roles.`;
    case 'flag':
      return `“${FEATURES[reason.feature].name}” isn’t turned on for your organization. Verdant support can turn it on.`;
    case 'plan':
      return `Your plan doesn’t include “${PAID_FEATURES[reason.slug].name}”. It comes with the ${PLAN_LABELS[reason.cheapestPlan]} plan.${whoUpgrades(actor)}`;
  }
}

function whoUpgrades(actor: Actor | null): string {
  if (actor === null) return '';
  return isAllowed(actor.membership, 'write', 'MANAGE_BILLING')
    ? ' You can upgrade under Billing.'
    : ' Ask someone who manages billing to upgrade.';
}

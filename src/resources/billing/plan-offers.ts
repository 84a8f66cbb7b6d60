import { cheapestPlanFor, type PaidFeatureSlug, paidFeaturesOf, planAllows } from '../../../domain/access/plans';
import {
  durationsOf,
  refusalToBuy,
  type Subscription,
  type SubscriptionDuration,
  type SubscriptionTier,
  SubscriptionTierSchema,
} from '../../../domain/billing/subscription';
import { PLAN_LABELS, PLAN_TYPES, type PlanType } from '../../../domain/organization/vocabulary';

/** What needs no plan. */
export const EVERY_PLAN = 'Marketplace, sales orders and purchase orders';

/** A plan as it is offered to an organization. */
export type Offer = {
  plan: PlanType;
  label: string;
  isCurrent: boolean;
  /** The least plan that holds what the reader came for, where their own does not. */
  isAdvised: boolean;
  holds: readonly PaidFeatureSlug[];
  /** What the plan below it does not hold. */
  adds: readonly PaidFeatureSlug[];
  /** The plan below it; null for the least one. */
  below: string | null;
  /** Set where it can be bought. */
  upgradeTo: SubscriptionTier | null;
  /** Said where the plan is not sold for the term chosen. */
  note: string | null;
};

/** What the ways to show the plans have in common. */
export type PlansProps = {
  plans: readonly Offer[];
  /** What the reader came for. */
  wanted: PaidFeatureSlug | null;
  isDisabled: boolean;
  /** What the reader is being sent to a page for. */
  leavingFor: SubscriptionTier | 'portal' | null;
  onBuy: (tier: SubscriptionTier) => void;
};

type Reader = {
  plan: PlanType;
  subscription: Subscription | null;
  wanted: PaidFeatureSlug | null;
  duration: SubscriptionDuration;
};

/** Every plan, from the least to the most, for one organization. */
export function offers({ plan: current, subscription, wanted, duration }: Reader): Offer[] {
  return PLAN_TYPES.map((plan, index) => {
    const below = PLAN_TYPES[index - 1] ?? null;
    const tier = SubscriptionTierSchema.safeParse(plan).data ?? null;
    const upgradeTo = tier && refusalToBuy(tier, { plan: current, subscription }) === null ? tier : null;
    return {
      plan,
      label: PLAN_LABELS[plan],
      isCurrent: plan === current,
      isAdvised: wanted !== null && !planAllows(current, wanted) && cheapestPlanFor(wanted) === plan,
      holds: paidFeaturesOf(plan),
      adds: paidFeaturesOf(plan).filter((slug) => below === null || !planAllows(below, slug)),
      below: below && PLAN_LABELS[below],
      upgradeTo,
      note: upgradeTo && !durationsOf(upgradeTo).includes(duration) ? 'Billed monthly' : null,
    };
  });
}

/** What the button says: it goes nowhere but up, or begins to pay for a plan that was given. */
export const buyLabel = ({ label, isCurrent }: Offer): string =>
  isCurrent ? `Pay for ${label}` : `Upgrade to ${label}`;

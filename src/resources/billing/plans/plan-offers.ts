import { cheapestPlanFor, type PaidFeatureSlug, paidFeaturesOf, planAllows } from '../../../../domain/access/plans';
import { PLAN_LABELS, PLAN_TYPES, type PlanType } from '../../../../domain/access/vocabulary';
import {
  durationsOf,
  refusalToBuy,
  type Subscription,
  type SubscriptionDuration,
  type SubscriptionTier,
  SubscriptionTierSchema,
} from '../../../../domain/billing/subscription';

/** Included in every plan. */
export const EVERY_PLAN = 'Marketplace, sales orders and purchase orders';

/** A plan as offered to an organization. */
export type Offer = {
  plan: PlanType;
  label: string;
  isCurrent: boolean;
  /** The lowest plan with the feature the reader needs, if theirs lacks it. */
  isAdvised: boolean;
  holds: readonly PaidFeatureSlug[];
  /** What the plan below lacks. */
  adds: readonly PaidFeatureSlug[];
  /** The plan below; null for the lowest. */
  below: string | null;
  /** Set when it can be bought. */
  upgradeTo: SubscriptionTier | null;
  /** Shown when the plan isn't sold for the chosen period. */
  note: string | null;
};

/** Props shared by the plan table and cards. */
export type PlansProps = {
  plans: readonly Offer[];
  /** The feature the reader needs. */
  wanted: PaidFeatureSlug | null;
  isDisabled: boolean;
  /** The plan whose payment page is loading. */
  leavingFor: SubscriptionTier | 'portal' | null;
  onBuy: (tier: SubscriptionTier) => void;
};

type Reader = {
  plan: PlanType;
  subscription: Subscription | null;
  wanted: PaidFeatureSlug | null;
  duration: SubscriptionDuration;
};

/** Every plan, lowest first, for one organization. */
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

/** The button's label: plans here can only be upgraded, or paid for if they were free. */
export const buyLabel = ({ label, isCurrent }: Offer): string =>
  isCurrent ? `Pay for ${label}` : `Upgrade to ${label}`;

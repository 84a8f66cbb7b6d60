import { z } from 'zod';
import { Instant } from '../contract/endpoint';
import { PLAN_TYPES, type PlanType } from '../organization/vocabulary';

/** Plans that are subscribed to, from the least to the most. */
export const SUBSCRIPTION_TIERS = ['PAYG', 'STARTER', 'BASIC', 'ENTERPRISE'] as const satisfies readonly PlanType[];
export type SubscriptionTier = (typeof SUBSCRIPTION_TIERS)[number];
export const SubscriptionTierSchema = z.enum(SUBSCRIPTION_TIERS);

/** How long one term of a subscription lasts. */
export const SUBSCRIPTION_DURATIONS = ['MONTHLY', 'YEARLY'] as const;
export type SubscriptionDuration = (typeof SUBSCRIPTION_DURATIONS)[number];
export const SubscriptionDurationSchema = z.enum(SUBSCRIPTION_DURATIONS);

export const DURATION_LABELS: Record<SubscriptionDuration, string> = { MONTHLY: 'Monthly', YEARLY: 'Yearly' };

/** The terms a plan is sold for; what is paid as it is used is settled every month. */
export function durationsOf(tier: SubscriptionTier): readonly SubscriptionDuration[] {
  return tier === 'PAYG' ? ['MONTHLY'] : SUBSCRIPTION_DURATIONS;
}

/** `non_renewing` holds its plan until the term ends, and is `cancelled` from then on. */
export const SUBSCRIPTION_STATUSES = ['active', 'non_renewing', 'cancelled'] as const;
export const SubscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES);

/** What an organization has agreed to pay for. */
export const Subscription = z.strictObject({
  tier: SubscriptionTierSchema,
  duration: SubscriptionDurationSchema,
  status: SubscriptionStatusSchema,
  /** When it renews, or ends where it does not. */
  currentTermEnd: Instant,
});
export type Subscription = z.infer<typeof Subscription>;

/** The plan a subscription gives. */
export function planOf({ status, tier }: Pick<Subscription, 'status' | 'tier'>): PlanType {
  return status === 'cancelled' ? 'FREE' : tier;
}

/**
 * A page of the billing service where somebody pays. It is made, opened, and then paid or left; `acknowledged` once
 * what was paid for is given.
 */
export const HOSTED_PAGE_STATES = ['created', 'requested', 'succeeded', 'cancelled', 'acknowledged'] as const;
export type HostedPageState = (typeof HOSTED_PAGE_STATES)[number];

export const isGreater = (plan: PlanType, than: PlanType): boolean =>
  PLAN_TYPES.indexOf(plan) > PLAN_TYPES.indexOf(than);

/**
 * Why a plan cannot be bought, as a sentence; null when it can. Only what is more than the present plan is bought here;
 * an organization that was given its plan without paying may begin to pay for it.
 */
export function refusalToBuy(
  tier: SubscriptionTier,
  { plan, subscription }: { plan: PlanType; subscription: Pick<Subscription, 'status'> | null },
): string | null {
  const pays = subscription !== null && subscription.status !== 'cancelled';
  if (isGreater(tier, plan) || (tier === plan && !pays)) return null;
  return tier === plan
    ? 'You’re already on this plan. To change the billing period, use Manage billing.'
    : 'Your plan already includes this one. To downgrade, use Manage billing.';
}

/** What came of a visit to the billing service, as it says itself and never as the browser does. */
export const CHECK_OUTCOMES = [
  /** The page was paid. */
  'paid',
  /** The page was left without paying. */
  'left',
  /** The page's time ran out. */
  'expired',
  /** The page is neither paid nor left so far. */
  'open',
  'changed',
  /** The subscription will not renew, or is over. */
  'ending',
  'reactivated',
  'unchanged',
] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];
export const CheckOutcomeSchema = z.enum(CHECK_OUTCOMES);

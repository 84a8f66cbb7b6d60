import { z } from 'zod';
import { PLAN_TYPES, type PlanType } from '../access/vocabulary';
import { Instant } from '../contract/endpoint';
import { MoneySchema } from '../money';

/** Subscription plans, lowest first. */
export const SUBSCRIPTION_TIERS = ['PAYG', 'STARTER', 'BASIC', 'ENTERPRISE'] as const satisfies readonly PlanType[];
export type SubscriptionTier = (typeof SUBSCRIPTION_TIERS)[number];
export const SubscriptionTierSchema = z.enum(SUBSCRIPTION_TIERS);

/** The length of one billing period. */
export const SUBSCRIPTION_DURATIONS = ['MONTHLY', 'YEARLY'] as const;
export type SubscriptionDuration = (typeof SUBSCRIPTION_DURATIONS)[number];
export const SubscriptionDurationSchema = z.enum(SUBSCRIPTION_DURATIONS);

export const DURATION_LABELS: Record<SubscriptionDuration, string> = { MONTHLY: 'Monthly', YEARLY: 'Yearly' };

/** Periods each plan is sold for; pay-as-you-go is billed monthly. */
export function durationsOf(tier: SubscriptionTier): readonly SubscriptionDuration[] {
  return tier === 'PAYG' ? ['MONTHLY'] : SUBSCRIPTION_DURATIONS;
}

/** What a plan costs for one period. */
export const PlanPrice = z.strictObject({
  tier: SubscriptionTierSchema,
  duration: SubscriptionDurationSchema,
  priceUsd: MoneySchema,
});
export type PlanPrice = z.infer<typeof PlanPrice>;

/** `non_renewing` keeps its plan until the period ends, then becomes `cancelled`. */
export const SUBSCRIPTION_STATUSES = ['active', 'non_renewing', 'cancelled'] as const;
export const SubscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES);

/** What an organization pays for. */
export const Subscription = z.strictObject({
  tier: SubscriptionTierSchema,
  duration: SubscriptionDurationSchema,
  status: SubscriptionStatusSchema,
  /** When it renews or, if it doesn't, ends. */
  currentTermEnd: Instant,
});
export type Subscription = z.infer<typeof Subscription>;

/** The plan a subscription gives. */
export function planOf({ status, tier }: Pick<Subscription, 'status' | 'tier'>): PlanType {
  return status === 'cancelled' ? 'FREE' : tier;
}

/** A hosted page where someone pays: created, opened, then paid or left; `acknowledged` once the plan is applied. */
export const HOSTED_PAGE_STATES = ['created', 'requested', 'succeeded', 'cancelled', 'acknowledged'] as const;
export type HostedPageState = (typeof HOSTED_PAGE_STATES)[number];

export const isGreater = (plan: PlanType, than: PlanType): boolean =>
  PLAN_TYPES.indexOf(plan) > PLAN_TYPES.indexOf(than);

export const pays = (subscription: Pick<Subscription, 'status'> | null): boolean =>
  subscription !== null && subscription.status !== 'cancelled';

/**
 * Why a plan can't be bought, as a sentence; null when it can. Only upgrades are sold here; an organization that got
 * its plan for free may start paying for it.
 */
export function refusalToBuy(
  tier: SubscriptionTier,
  { plan, subscription }: { plan: PlanType; subscription: Pick<Subscription, 'status'> | null },
): string | null {
  if (isGreater(tier, plan) || (tier === plan && !pays(subscription))) return null;
  return tier === plan
    ? 'You’re already on this plan. To change the billing period, use Manage billing.'
    : 'Your plan already includes this one. To downgrade, use Manage billing.';
}

/** The outcome of a visit to the billing service, as the service (never the browser) reports it. */
export const CHECK_OUTCOMES = [
  /** The page was paid. */
  'paid',
  /** The page was left without paying. */
  'left',
  /** The page expired. */
  'expired',
  /** Neither paid nor left yet. */
  'open',
  'changed',
  /** The subscription won't renew, or has ended. */
  'ending',
  'reactivated',
  'unchanged',
] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];
export const CheckOutcomeSchema = z.enum(CHECK_OUTCOMES);

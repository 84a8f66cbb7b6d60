import { z } from 'zod';
import { publicly, read, write } from '../access/ability';
import { PlanTypeSchema } from '../access/vocabulary';
import { get, Instant, post } from '../contract/endpoint';
import {
  CheckOutcomeSchema,
  durationsOf,
  PlanPrice,
  Subscription,
  SubscriptionDurationSchema,
  SubscriptionTierSchema,
} from './subscription';

/** Where to send someone: http(s) only, never a script. */
const Page = z.url({ protocol: /^https?$/ });

const CheckoutRequest = z
  .object({ subscriptionTier: SubscriptionTierSchema, subscriptionDuration: SubscriptionDurationSchema })
  .refine(
    ({ subscriptionTier, subscriptionDuration }) => durationsOf(subscriptionTier).includes(subscriptionDuration),
    {
      path: ['subscriptionDuration'],
      error: 'This plan is billed monthly',
    },
  );

/** What the billing page's return address claims; never trusted. */
export const Returned = z.object({
  cancelled: z.boolean().optional(),
  success: z.boolean().optional(),
  changed: z.boolean().optional(),
  reactivated: z.boolean().optional(),
  checkoutId: z.uuid().optional(),
});
export type Returned = z.infer<typeof Returned>;

export const CheckResult = z.strictObject({
  outcome: CheckOutcomeSchema,
  plan: PlanTypeSchema,
  subscription: Subscription.nullable(),
  /** Where an open page can be resumed. */
  url: Page.nullable(),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const billing = {
  prices: get('/billing/prices', {
    part: 'billing',
    summary: 'What each plan costs in US dollars; without those the billing service has no fixed price for',
    returns: z.array(PlanPrice),
    requires: publicly,
  }),
  subscription: get('/billing/subscription', {
    part: 'billing',
    summary: 'The organization’s plan and subscription',
    returns: z.strictObject({ plan: PlanTypeSchema, subscription: Subscription.nullable() }),
    requires: read('MANAGE_BILLING'),
  }),
  checkout: post('/billing/hosted-page-checkout', {
    part: 'billing',
    summary: 'Create a hosted checkout page for an upgrade; it returns to /account/billing',
    body: CheckoutRequest,
    returns: z.strictObject({ checkoutId: z.uuid(), url: Page, expiresAt: Instant }),
    requires: write('MANAGE_BILLING'),
    audit: 'checkout',
    idempotent: true,
    transaction: 'each',
  }),
  portal: get('/billing/hosted-page-portal', {
    part: 'billing',
    summary: 'Create a hosted page to change, cancel or reactivate the subscription',
    returns: z.strictObject({ url: Page, expiresAt: Instant }),
    requires: write('MANAGE_BILLING'),
    audit: 'billing-portal',
    idempotent: true,
    transaction: 'each',
  }),
  check: post('/billing/check-subscription', {
    part: 'billing',
    summary: 'Check the result of a hosted page and apply the plan that was paid for',
    body: Returned,
    returns: CheckResult,
    refuses: ['NOT_FOUND'],
    requires: write('MANAGE_BILLING'),
    audit: 'subscription',
    idempotent: true,
    transaction: 'each',
  }),
};

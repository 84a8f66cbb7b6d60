import { z } from 'zod';
import { HOSTED_PAGE_STATES, Subscription } from '../../domain/billing/subscription';
import { Instant } from '../../domain/contract/endpoint';

/** The billing service's JSON, shared by its client and its sandbox. */
export const WirePage = z.object({
  id: z.string().min(1),
  url: z.url(),
  state: z.enum(HOSTED_PAGE_STATES),
  expiresAt: Instant,
});
export type WirePage = z.infer<typeof WirePage>;

export const WirePortal = WirePage.pick({ url: true, expiresAt: true });

export const WireSubscription = z.object({
  ...Subscription.shape,
  id: z.string().min(1),
  version: z.number().int().nonnegative(),
});
export type WireSubscription = z.infer<typeof WireSubscription>;

const Customer = z.object({ id: z.string().min(1), name: z.string() });

export const WireCheckoutOrder = z.object({
  customer: Customer,
  tier: Subscription.shape.tier,
  duration: Subscription.shape.duration,
  returnUrl: z.url(),
  cancelUrl: z.url(),
});

export const WirePortalOrder = z.object({ customer: Customer, returnUrl: z.url() });

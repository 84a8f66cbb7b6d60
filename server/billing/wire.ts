import { z } from 'zod';
import { HOSTED_PAGE_STATES } from '../../domain/billing/subscription';

/**
 * The billing service's JSON, as far as it is used, shared by its client and its sandbox: Chargebee's API v2 with its
 * product catalog 2. Requests are forms, times are seconds, ids are the site's own.
 */
const Moment = z
  .number()
  .int()
  .nonnegative()
  .transform((seconds) => new Date(seconds * 1000));

/** `content` holds what a paid page brought about. */
export const WirePage = z.object({
  hosted_page: z.object({
    id: z.string().min(1),
    url: z.url(),
    state: z.enum(HOSTED_PAGE_STATES),
    expires_at: Moment,
    content: z.object({ subscription: z.object({ id: z.string().min(1) }).optional() }).optional(),
  }),
});
export type WirePage = z.input<typeof WirePage>;

export const WirePortal = z.object({ portal_session: z.object({ access_url: z.url(), expires_at: Moment }) });
export type WirePortal = z.input<typeof WirePortal>;

const Subscribed = z.object({
  id: z.string().min(1),
  customer_id: z.string(),
  status: z.enum(['future', 'in_trial', 'active', 'non_renewing', 'paused', 'cancelled', 'transferred']),
  created_at: Moment,
  trial_end: Moment.optional(),
  current_term_end: Moment.optional(),
  cancelled_at: Moment.optional(),
  resource_version: z.number().int().nonnegative(),
  subscription_items: z.array(z.object({ item_price_id: z.string(), item_type: z.string() })),
});
export type Subscribed = z.output<typeof Subscribed>;

export const WireSubscription = z.object({ subscription: Subscribed });
export type WireSubscription = z.input<typeof WireSubscription>;

export const WireSubscriptions = z.object({ list: z.array(WireSubscription) });
export type WireSubscriptions = z.input<typeof WireSubscriptions>;

const ItemPrice = z.object({
  id: z.string().min(1),
  item_id: z.string(),
  status: z.string(),
  currency_code: z.string(),
  /** In cents; missing where it depends on how much is used. */
  price: z.number().int().nonnegative().optional(),
  period: z.number().int().positive().optional(),
  period_unit: z.enum(['day', 'week', 'month', 'year']).optional(),
});
export type ItemPrice = z.output<typeof ItemPrice>;

export const WireItemPrices = z.object({
  list: z.array(z.object({ item_price: ItemPrice })),
  next_offset: z.string().optional(),
});
export type WireItemPrices = z.input<typeof WireItemPrices>;

/** A refusal; its message may repeat what was sent. */
export const WireError = z.object({ api_error_code: z.string().regex(/^[a-z_]{1,60}$/) });

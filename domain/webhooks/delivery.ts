import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { EVENT_TYPES, EventTypeSchema } from '../events/catalogue';
import { EventRecord } from '../events/event';
import { choices, dates, defineFilters } from '../filters';

/** WAITING for its first or next attempt; WITHHELD: the endpoint's maker may not see the subject (any more). */
export const DELIVERY_STATES = ['WAITING', 'DELIVERED', 'FAILED', 'WITHHELD', 'CANCELLED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERY_STATE_LABELS: Record<DeliveryState, string> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
  WITHHELD: 'Not sent',
  CANCELLED: 'Cancelled',
};

/** One event on its way to one endpoint. */
export const WebhookDelivery = z.strictObject({
  id: Id,
  endpointId: Id,
  event: EventRecord,
  state: z.enum(DELIVERY_STATES),
  /** Why it was not sent, failed or is tried again, in words. */
  reason: z.string().nullable(),
  attempts: z.number().int().nonnegative(),
  nextAttempt: Instant.nullable(),
  lastStatus: z.number().int().nullable(),
  created: Instant,
  delivered: Instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** One try: what was sent and what came back, the reply's head alone. */
export const WebhookAttempt = z.strictObject({
  number: z.number().int().positive(),
  at: Instant,
  milliseconds: z.number().int().nonnegative(),
  /** The address that was connected to; null if none was. */
  address: z.string().nullable(),
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string(),
  status: z.number().int().nullable(),
  replyHeaders: z.record(z.string(), z.string()),
  replyHead: z.string(),
  /** Why it failed, in words; null if it didn't. */
  problem: z.string().nullable(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const deliveryFilters = defineFilters({
  state: choices(
    'Status',
    DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_LABELS[value] })),
  ),
  type: choices(
    'Event',
    EVENT_TYPES.map((value) => ({ value, label: value })),
  ),
  created: dates('Date', { past: true }),
});

/** What Verdant's own receiver got, newest first. */
export const ReceivedWebhook = z.strictObject({
  id: Id,
  received: Instant,
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Whether its signature is right, as the receiver's program would judge. */
  isVerified: z.boolean(),
  type: EventTypeSchema.nullable(),
});
export type ReceivedWebhook = z.infer<typeof ReceivedWebhook>;

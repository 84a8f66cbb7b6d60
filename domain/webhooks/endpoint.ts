import { z } from 'zod';
import { Id, Instant, Version } from '../contract/endpoint';
import { EventTypeSchema } from '../events/catalogue';
import { lineOfText } from '../text';

/** PAUSED by a person; DISABLED by itself: it answered 410, or failed for five days. */
export const ENDPOINT_STATES = ['ACTIVE', 'PAUSED', 'DISABLED'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

export const MOST_ENDPOINTS = 100;
export const MOST_OVERLAP_HOURS = 24;
/** How long deliveries, and the events they tell, are kept. */
export const DELIVERIES_KEPT_DAYS = 30;

/**
 * Where an organization's events are sent. `RECEIVER` is Verdant's own test receiver, which shows what arrives; its address
 * is given by the server.
 */
export const ENDPOINT_KINDS = ['URL', 'RECEIVER'] as const;

export const WebhookEndpoint = z.strictObject({
  id: Id,
  kind: z.enum(ENDPOINT_KINDS),
  url: z.string(),
  description: z.string(),
  /** None: every type but those one opts in to. */
  types: z.array(EventTypeSchema),
  state: z.enum(ENDPOINT_STATES),
  /** Why it is switched off or in trouble, in words; null when all is well. */
  problem: z.string().nullable(),
  failingSince: Instant.nullable(),
  lastSuccess: Instant.nullable(),
  /** Whose rights decide what is sent: who made it or last took it over. */
  maker: z.strictObject({ id: z.uuid(), name: z.string() }),
  created: Instant,
  /** Until when messages are signed with the secret before too. */
  oldSecretUntil: Instant.nullable(),
  /** Deliveries that wait, and the seconds from commit to delivery that 95 of 100 took in the last day; null without any. */
  waiting: z.number().int().nonnegative(),
  p95Seconds: z.number().nonnegative().nullable(),
  version: Version,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const EndpointDraft = z.object({
  kind: z.enum(ENDPOINT_KINDS).default('URL'),
  /** Not needed for the test receiver. */
  url: lineOfText().max(2000, 'Must be 2,000 characters or fewer').default(''),
  description: lineOfText().max(120, 'Must be 120 characters or fewer').default(''),
  types: z.array(EventTypeSchema).max(100).default([]),
});

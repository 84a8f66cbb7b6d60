import { z } from 'zod';

/**
 * Topics of live events. `customers`: customers and their statuses and zones; `access`: roles, memberships, flags or
 * plan; `integrations`: connection status; `chat`: channels and members; `messages`: unread counts, by channel or by
 * reader; `channel-invites`: invites to partner channels; `products`: the seller's own view of products, `catalogue`: what buyers see of them; `packages`: those of the
 * tracking system and the differences with it; `bulk-acts`: progress of one's own bulk actions;
 * `harvests`: harvests and how far their submissions are; `intakes`: incoming deliveries and what is done with their
 * packages; `mentions`: a comment that mentions the reader; `standing-lists`: a buyer's own; `directory-lists`: an
 * organization's lists of listings, and the licenses it watches; `deals`: offers and bids, by the offer's address;
 * `cart-visits`: who has the carts of a buyer company open; `unsent-emails`: those its admins see; `network`: consents with
 * other organizations; `shared-packages`: packages of others that they show; `roadmap`: its entries; `webhooks`:
 * endpoints and their deliveries.
 */
const SHARED_TOPICS = [
  'orders',
  'customers',
  'carts',
  'access',
  'catalogue',
  'products',
  'packages',
  'harvests',
  'organization',
  'integrations',
  'chat',
  'messages',
  'channel-invites',
  'bulk-acts',
  'mentions',
  'standing-lists',
  'directory-lists',
  'deals',
  'cart-visits',
  'unsent-emails',
  'intakes',
  'network',
  'shared-packages',
  'roadmap',
  'webhooks',
] as const;
export type SharedTopic = (typeof SHARED_TOPICS)[number];

/**
 * Topics of one person, in an organization or none: `connections`, `invitations` to join an organization or take
 * over a brand, the `mailings` they set up or left, the `feed` of their notifications, and what of their `usage` they let be
 * measured. The event's id is the person's.
 */
const PERSONAL_TOPICS = ['connections', 'invitations', 'mailings', 'feed', 'usage'] as const;
export type PersonalTopic = (typeof PERSONAL_TOPICS)[number];

export const LIVE_TOPICS = [...SHARED_TOPICS, ...PERSONAL_TOPICS] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/**
 * One change, as ids only: readers fetch what they may see. `orgIds` are the organizations affected, none for a personal
 * topic; `by` is the browser tab that made the change, so it can skip its own.
 */
export const LiveEvent = z.strictObject({
  topic: z.enum(LIVE_TOPICS),
  kind: z.enum(['created', 'changed', 'removed']),
  id: z.union([z.number(), z.string()]),
  orgIds: z.array(z.number()),
  by: z.string().max(36).optional(),
  /** With replicas: the position a read must have reached to include the change. */
  position: z.string().optional(),
  /** Who may get it when the record is gone: people who see this license. Not sent to readers. */
  buyerLicenseId: z.number().optional(),
  /** The only people it is for, of those who may get it. Not sent to readers. */
  userIds: z.array(z.string()).optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Sent with the reply to a write: the topics of what it changed for its caller, as far as published. */
export const CHANGED = 'Verdant-Changed';

/** A change for one person's screens. */
export const personalEvent = (topic: PersonalTopic, userId: string): LiveEvent => ({
  topic,
  kind: 'changed',
  id: userId,
  orgIds: [],
});

export const isPersonal = (topic: LiveTopic): topic is PersonalTopic =>
  (PERSONAL_TOPICS as readonly LiveTopic[]).includes(topic);

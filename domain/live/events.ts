import { z } from 'zod';

/**
 * What can change under a reader's eyes. `customers`: them and the
 * statuses and zones they have; `access`: roles, memberships, flags or plan; `integrations`: how what the
 * organization is connected to goes; `chat`: channels and who is in them; `messages`: what is unread, by the channel it
 * was written in or by the person who read it; `bulk-acts`: how far one's own act on many records is.
 */
export const LIVE_TOPICS = [
  'orders',
  'customers',
  'carts',
  'access',
  'catalogue',
  'organization',
  'integrations',
  'chat',
  'messages',
  'bulk-acts',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/**
 * One change, by id alone: readers fetch what they may see. `orgIds` are the organizations it concerns; `by` is the
 * browser tab whose call made the change, under the name it gave itself, so that it need not fetch its own again.
 */
export const LiveEvent = z.strictObject({
  topic: z.enum(LIVE_TOPICS),
  kind: z.enum(['created', 'changed', 'removed']),
  id: z.union([z.number(), z.string()]),
  orgIds: z.array(z.number()),
  by: z.string().max(36).optional(),
  /** Where reads may come from a copy: what a read must have reached to show the change. */
  position: z.string().optional(),
  /** For whom it is, where a record that is gone could no longer say: whoever sees this license. Readers are not told. */
  buyerLicenseId: z.number().optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

import { z } from 'zod';
import { PlanTypeSchema } from '../access/vocabulary';
import { CustomPayload } from './custom';
import { NOTIFICATION_TYPES, type NotificationType } from './notification';

const Num = z.number().int().positive();

/** What each type of notification is about, by ids. */
export const PAYLOADS = {
  NEW_BUYER_ORDER: z.object({ orderId: Num, companyId: Num }),
  ORG_TO_ORG_INVITE_RECEIVED: z.object({ inviteId: Num }),
  ORG_TO_ORG_INVITE_ACCEPTED: z.object({ inviteId: Num }),
  SUBSCRIPTION_UPGRADED: z.object({ subscriptionTier: PlanTypeSchema }),
  CONNECTION_INVITE_RECEIVED: z.object({ connectionId: Num, invitingUserId: z.uuid() }),
  CONNECTION_INVITE_ACCEPTED: z.object({ connectionId: Num, invitedUserId: z.uuid() }),
  ORG_INVITE_RECEIVED: z.object({ orgUserId: Num, orgId: Num }),
  BRAND_INVITE_RECEIVED: z.object({ brandInviteId: Num }),
  ITEM_SHARED_WITH_YOU: z.object({ itemId: Num, items: Num, shareId: Num, holderOrgId: Num }),
  ITEM_SHARED_WITH_OTHER: z.object({ itemId: Num, items: Num, shareId: Num }),
  ITEM_SHARING_REQUESTED: z.object({ itemId: Num, items: Num, requestId: Num }),
  ITEM_AUTO_ASSIGNED: z.object({ brandId: Num, items: Num }),
  ITEM_ASSIGNED: z.object({ brandId: Num, items: Num }),
  NEW_BRAND_IN_REVIEW: z.object({ suggestionId: Num }),
  BRAND_CREATED: z.object({ brandId: Num }),
  HISTORICAL_SYNC_COMPLETE: z.object({ licenseId: Num }),
  CUSTOM: CustomPayload,
  PARTNER_ORG_GRANTED: z.object({ partnerId: Num, partnerOrgId: Num }),
  PARTNER_ORG_REQUESTED: z.object({ partnerId: Num, partnerOrgId: Num }),
  SHARED_BRAND_REQUEST_RECEIVED: z.object({ requestId: Num }),
  LICENSE_SHARED_WITH_YOUR_BRAND: z.object({ shareId: Num, holderOrgId: Num }),
} as const satisfies Record<NotificationType, z.ZodType>;
export type PayloadOf<T extends NotificationType> = z.infer<(typeof PAYLOADS)[T]>;

/** Something that happened, to be told to people. */
export type Notice<T extends NotificationType = NotificationType> = {
  [One in T]: {
    type: One;
    /** The organization it is about; none if it is about people alone. */
    orgId: number | null;
    /** What settles it, such as `order:12`. */
    subject: string;
    payload: PayloadOf<One>;
  };
}[T];

type Happened = { eventId: string; day: string; isGrouped: boolean };

/** The name of the entry it belongs to, in each person's feed: one by type, day and what it is about, or its own. */
export function groupOf({ type, orgId, subject, payload }: Notice, { eventId, day, isGrouped }: Happened): string {
  if (!isGrouped || !NOTIFICATION_TYPES[type].isAggregated) return `${type}:${orgId ?? 0}:${subject}:${eventId}`;
  const { companyId, brandId } = payload as { companyId?: number; brandId?: number };
  return `${type}:${orgId ?? 0}:${companyId ?? brandId ?? 0}:${day}`;
}

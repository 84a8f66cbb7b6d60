import { z } from 'zod';
import { Instant, RowId } from '../contract/endpoint';
import { Act } from './acts';
import { CUSTOM_KINDS, CUSTOM_SEVERAL, CustomAboutSchema, type NoticeLook } from './custom';

type TypeOptions = NoticeLook & {
  /** Several about the same thing are one entry with a count; else each is an entry of its own. */
  isAggregated: boolean;
};

const IN_ORDERS =
  'You get this because you are a sales rep of the order, or your company’s notification settings name you.';
const IN_PERSON = 'You get this because it is about you.';
const RUNS_ORGANIZATION = 'You get this because you manage the organization.';
const SEES_ITEMS = 'You get this because you see the brand’s inventory.';

/** What the feed tells of; the document's types, and `CUSTOM` for all others. */
export const NOTIFICATION_TYPES = {
  NEW_BUYER_ORDER: { isAggregated: true, icon: 'orders', why: IN_ORDERS },
  ORG_TO_ORG_INVITE_RECEIVED: { isAggregated: false, icon: 'chat', why: RUNS_ORGANIZATION },
  ORG_TO_ORG_INVITE_ACCEPTED: { isAggregated: false, icon: 'chat', why: RUNS_ORGANIZATION },
  SUBSCRIPTION_UPGRADED: { isAggregated: false, icon: 'certificate', why: RUNS_ORGANIZATION },
  CONNECTION_INVITE_RECEIVED: { isAggregated: false, icon: 'user', why: IN_PERSON },
  CONNECTION_INVITE_ACCEPTED: { isAggregated: false, icon: 'user', why: IN_PERSON },
  ORG_INVITE_RECEIVED: { isAggregated: false, icon: 'building', why: IN_PERSON },
  BRAND_INVITE_RECEIVED: { isAggregated: false, icon: 'tag', why: IN_PERSON },
  ITEM_SHARED_WITH_YOU: { isAggregated: true, icon: 'box', why: RUNS_ORGANIZATION },
  ITEM_SHARED_WITH_OTHER: { isAggregated: true, icon: 'box', why: RUNS_ORGANIZATION },
  ITEM_SHARING_REQUESTED: { isAggregated: true, icon: 'box', why: RUNS_ORGANIZATION },
  ITEM_AUTO_ASSIGNED: { isAggregated: true, icon: 'box', why: SEES_ITEMS },
  ITEM_ASSIGNED: { isAggregated: true, icon: 'box', why: SEES_ITEMS },
  NEW_BRAND_IN_REVIEW: { isAggregated: false, icon: 'tag', why: 'You get this because you review new brands.' },
  BRAND_CREATED: { isAggregated: false, icon: 'tag', why: 'You get this because you suggested the brand.' },
  HISTORICAL_SYNC_COMPLETE: {
    isAggregated: false,
    icon: 'refresh',
    why: 'You get this because you started reading the license.',
  },
  CUSTOM: { isAggregated: false, icon: 'bell', why: IN_PERSON },
  PARTNER_ORG_GRANTED: { isAggregated: false, icon: 'building', why: RUNS_ORGANIZATION },
  PARTNER_ORG_REQUESTED: { isAggregated: false, icon: 'building', why: RUNS_ORGANIZATION },
  SHARED_BRAND_REQUEST_RECEIVED: { isAggregated: false, icon: 'tag', why: RUNS_ORGANIZATION },
  LICENSE_SHARED_WITH_YOUR_BRAND: { isAggregated: true, icon: 'box', why: RUNS_ORGANIZATION },
} as const satisfies Record<string, TypeOptions>;
export type NotificationType = keyof typeof NOTIFICATION_TYPES;
export const NOTIFICATION_TYPE_IDS = Object.keys(NOTIFICATION_TYPES) as [NotificationType, ...NotificationType[]];

/** Days an entry is kept. */
export const FEED_DAYS = 90;
/** Entries of a page of the feed. */
export const FEED_PAGE = 20;
/** Activities shown of one entry; there may be more. */
export const MOST_SHOWN = 20;
/** A count ends here: the badge says "9+". */
export const FEED_COUNT_CAP = 10;

/** One thing that happened, as its reader may see it. */
export const Activity = z.strictObject({
  id: RowId,
  created: Instant,
  title: z.string(),
  subtitleLineOne: z.string(),
  subtitleLineTwo: z.string(),
  /** The page it is about; null if there is none for the reader. */
  route: z.string().nullable(),
  /** What became of it, in a word such as “Accepted”; null while it is open. */
  outcome: z.string().nullable(),
  /** What its reader may do about it now; nothing once it is settled. */
  acts: z.array(Act),
});
export type Activity = z.infer<typeof Activity>;

/** An entry of the feed. */
export const NotificationGroup = z.strictObject({
  name: z.string(),
  type: z.enum(NOTIFICATION_TYPE_IDS),
  /** What one of type `CUSTOM` is about; null of other types. */
  about: CustomAboutSchema.nullable(),
  /** The organization it is about, which opening it switches to; null if none. */
  orgId: RowId.nullable(),
  orgName: z.string().nullable(),
  isRead: z.boolean(),
  isSeen: z.boolean(),
  updatedAt: Instant,
  /** How many things happened. */
  count: z.number().int().positive(),
  /** The newest of them, at most `MOST_SHOWN`. */
  activities: z.array(Activity).min(1),
});
export type NotificationGroup = z.infer<typeof NotificationGroup>;

/** An entry's icon, and why its reader got it. */
export const lookOf = ({ type, about }: Pick<NotificationGroup, 'type' | 'about'>): NoticeLook =>
  about === null ? NOTIFICATION_TYPES[type] : CUSTOM_KINDS[about];

/** How many entries the person hasn't seen, and not read; counted up to `FEED_COUNT_CAP`. */
export const FeedCounts = z.strictObject({
  unseen: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
});
export type FeedCounts = z.infer<typeof FeedCounts>;

/** An entry's title: its only activity's, or what several of a type have in common. */
export function groupTitle({
  type,
  about,
  count,
  activities,
}: Pick<NotificationGroup, 'type' | 'about' | 'count' | 'activities'>): string {
  if (count === 1) return activities[0]?.title ?? '';
  return about === null ? SEVERAL[type](count) : `${count} ${CUSTOM_SEVERAL[about]}`;
}

const several = (what: string) => (count: number) => `${count} ${what}`;
const SEVERAL: Record<NotificationType, (count: number) => string> = {
  NEW_BUYER_ORDER: several('new orders'),
  ORG_TO_ORG_INVITE_RECEIVED: several('invites to a shared channel'),
  ORG_TO_ORG_INVITE_ACCEPTED: several('accepted invites to a shared channel'),
  SUBSCRIPTION_UPGRADED: several('upgrades'),
  CONNECTION_INVITE_RECEIVED: several('invites to connect'),
  CONNECTION_INVITE_ACCEPTED: several('new connections'),
  ORG_INVITE_RECEIVED: several('invites to organizations'),
  BRAND_INVITE_RECEIVED: several('invites to take over brands'),
  ITEM_SHARED_WITH_YOU: several('items shared with you'),
  ITEM_SHARED_WITH_OTHER: several('items shared'),
  ITEM_SHARING_REQUESTED: several('requests to share items'),
  ITEM_AUTO_ASSIGNED: several('automatic item assignments'),
  ITEM_ASSIGNED: several('item assignments'),
  NEW_BRAND_IN_REVIEW: several('brands to review'),
  BRAND_CREATED: several('brands created'),
  HISTORICAL_SYNC_COMPLETE: several('licenses read'),
  CUSTOM: several('notifications'),
  PARTNER_ORG_GRANTED: several('partners granted'),
  PARTNER_ORG_REQUESTED: several('partner requests'),
  SHARED_BRAND_REQUEST_RECEIVED: several('requests to share a brand'),
  LICENSE_SHARED_WITH_YOUR_BRAND: several('licenses shared with your brand'),
};

import { z } from 'zod';
import { RowId } from '../contract/endpoint';
import { isTimeZone } from '../dates';
import type { CustomAbout } from './custom';
import type { NotificationType } from './notification';

/** What a person decides about: a type of notification, of `CUSTOM` what it is about. */
export type NoticeKey = Exclude<NotificationType, 'CUSTOM'> | CustomAbout;

/** Why something mails at once whatever is chosen, or never; as a sentence. */
const INVITED = 'Invites are emailed at once.';
const REVIEWED = 'What becomes of a suggested brand is emailed at once.';

type Declared = {
  displayName: string;
  /** Whether it is emailed by default; a sentence where that can't be changed, with what it is. */
  email: boolean | { fixed: boolean; why: string };
};

/** Every kind in groups, in the order the settings show them. */
export const NOTICE_GROUPS: readonly { name: string; kinds: Partial<Record<NoticeKey, Declared>> }[] = [
  {
    name: 'Sales',
    kinds: {
      NEW_BUYER_ORDER: { displayName: 'New orders', email: true },
      ORDER_CANCELLED: { displayName: 'Orders cancelled by their buyer', email: true },
      PROBLEM_REPORTED: { displayName: 'Problems a buyer reports', email: true },
    },
  },
  {
    name: 'Buying',
    kinds: {
      ORDER_NEWS: { displayName: 'What sellers do with our orders', email: true },
      PROBLEM_ANSWERED: { displayName: 'Answers to problems I reported', email: true },
      APPROVAL_ASKED: { displayName: 'Orders I’m asked to approve', email: true },
      APPROVAL_DECIDED: { displayName: 'Decisions on orders I sent for approval', email: true },
      FOLLOWED: { displayName: 'Products and brands I follow', email: true },
    },
  },
  {
    name: 'Deals',
    kinds: {
      BID_WAITS: { displayName: 'Bids and counter-offers that wait for us', email: true },
      BID_ENDED: { displayName: 'How bids ended', email: true },
    },
  },
  {
    name: 'Inventory and brands',
    kinds: {
      DIFFERENCE_ASKED: { displayName: 'Differences I’m asked about', email: true },
      INTAKE_TODO: { displayName: 'Deliveries with something left to do', email: false },
      SENT_TODO: { displayName: 'Deliveries we sent that aren’t finished', email: false },
      HARVEST_REFUSED: { displayName: 'Harvests of which the tracking system refused something', email: false },
      ITEM_ASSIGNED: { displayName: 'Items assigned to a brand', email: false },
      ITEM_AUTO_ASSIGNED: { displayName: 'Items assigned by rules', email: false },
      HISTORICAL_SYNC_COMPLETE: { displayName: 'Licenses read in full', email: false },
      PARTNER_ORG_REQUESTED: { displayName: 'Requests to work with our brands', email: true },
      PARTNER_ORG_GRANTED: { displayName: 'Brands we can work with', email: false },
      SHARED_BRAND_REQUEST_RECEIVED: { displayName: 'Requests to see a brand at our licenses', email: true },
      ITEM_SHARING_REQUESTED: { displayName: 'New items of a brand we’re asked to show', email: false },
      LICENSE_SHARED_WITH_YOUR_BRAND: { displayName: 'Licenses that show us our brands', email: false },
      ITEM_SHARED_WITH_YOU: { displayName: 'New items of our brands at those licenses', email: false },
      ITEM_SHARED_WITH_OTHER: { displayName: 'Items our licenses shared automatically', email: false },
      NEW_BRAND_IN_REVIEW: { displayName: 'Brands to review', email: { fixed: true, why: REVIEWED } },
      BRAND_CREATED: { displayName: 'Brands I suggested', email: { fixed: true, why: REVIEWED } },
    },
  },
  {
    name: 'People',
    kinds: {
      MENTION: { displayName: 'Mentions of me', email: true },
      CHAT_MENTION: { displayName: 'Mentions of me in messages', email: true },
      ORG_TO_ORG_INVITE_RECEIVED: { displayName: 'Invites to partner channels', email: false },
      ORG_TO_ORG_INVITE_ACCEPTED: { displayName: 'Accepted invites to partner channels', email: false },
      CONNECTION_INVITE_RECEIVED: { displayName: 'Invites to connect', email: false },
      CONNECTION_INVITE_ACCEPTED: { displayName: 'New connections', email: false },
      ORG_INVITE_RECEIVED: { displayName: 'Invites to organizations', email: { fixed: true, why: INVITED } },
      BRAND_INVITE_RECEIVED: { displayName: 'Invites to take over brands', email: { fixed: true, why: INVITED } },
    },
  },
  {
    name: 'Organization',
    kinds: {
      CHAT_EXPORTED: { displayName: 'Files of channels I asked for', email: true },
      CLAIM_DECIDED: { displayName: 'Decisions of support on our licenses', email: true },
      CLAIM_WAITS: { displayName: 'Claims of licenses to look at', email: true },
      LICENSE_WATCHED: { displayName: 'Licenses we watch', email: true },
      REPORT_UNSENT: { displayName: 'Scheduled reports that couldn’t be sent', email: false },
      ENDPOINT_TROUBLE: { displayName: 'Webhook endpoints that fail', email: true },
      API_KEY_EXPIRES: { displayName: 'My API keys that expire soon', email: true },
      SUBSCRIPTION_UPGRADED: { displayName: 'Plan changes', email: false },
    },
  },
  { name: 'Roadmap', kinds: { ROADMAP_CHANGED: { displayName: 'Roadmap entries I follow', email: true } } },
];

const KINDS = new Map(NOTICE_GROUPS.flatMap(({ kinds }) => Object.entries(kinds)));

/** The keys of all kinds that settings show. */
export const NOTICE_KEYS = [...KINDS.keys()] as [NoticeKey, ...NoticeKey[]];
const Key = z.enum(NOTICE_KEYS);

/** What kind a notification is. */
export const keyOf = ({ type, payload }: { type: NotificationType; payload: unknown }): NoticeKey =>
  type === 'CUSTOM' ? (payload as { about: CustomAbout }).about : type;

/** What a person chose, by kind; of what isn't named the default counts. */
export const NoticeChoices = z.partialRecord(
  Key,
  z.strictObject({ inFeed: z.boolean().optional(), byEmail: z.boolean().optional() }),
);
export type NoticeChoices = z.infer<typeof NoticeChoices>;

/** Whether a kind comes to somebody's feed, and by email, by what they chose. */
export function channelsOf(key: NoticeKey, choices: NoticeChoices): { inFeed: boolean; byEmail: boolean } {
  const email = KINDS.get(key)?.email ?? false;
  const { inFeed = true, byEmail } = choices[key] ?? {};
  return { inFeed, byEmail: typeof email === 'object' ? email.fixed : (byEmail ?? email) };
}

/** A time of day, HH:MM. */
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 22:00');

/** When nothing is emailed, by the clocks of the time zone; over midnight where it ends before it begins. */
export const QuietHours = z
  .strictObject({ from: Clock, to: Clock })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Must differ from the start' });
export type QuietHours = z.infer<typeof QuietHours>;

const Setting = z.strictObject({
  key: Key,
  displayName: z.string(),
  group: z.string(),
  inFeed: z.boolean(),
  byEmail: z.boolean(),
  /** Why the email can't be changed; null if it can. */
  emailFixed: z.string().nullable(),
});
export type NoticeSetting = z.infer<typeof Setting>;

const Zone = z.string().max(64).refine(isTimeZone, 'Choose a time zone');

export const NoticeSettings = z.strictObject({
  emailSettings: z.array(Setting),
  quietHours: QuietHours.nullable(),
  timeZone: Zone,
  /** Companies whose own settings say whom what happens there is told. */
  companies: z.array(z.strictObject({ orgId: RowId, companyId: RowId, name: z.string() })),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** Kinds that aren't named keep what was chosen; so do quiet hours and time zone where they aren't given. */
export const NoticeSettingsEdit = z.object({
  emailSettings: z
    .array(z.strictObject({ key: Key, inFeed: z.boolean().optional(), byEmail: z.boolean().optional() }))
    .max(NOTICE_KEYS.length)
    .optional(),
  quietHours: QuietHours.nullable().optional(),
  timeZone: Zone.optional(),
});

/** Why a kind is emailed, or not, whatever somebody chooses; null if they may choose. */
export function whyFixed(key: NoticeKey): string | null {
  const email = KINDS.get(key)?.email;
  return typeof email === 'object' ? email.why : null;
}

/** Every kind as the settings show it. */
export const settingsOf = (choices: NoticeChoices): NoticeSetting[] =>
  NOTICE_GROUPS.flatMap(({ name, kinds }) =>
    (Object.entries(kinds) as [NoticeKey, Declared][]).map(([key, { displayName }]) => ({
      key,
      displayName,
      group: name,
      ...channelsOf(key, choices),
      emailFixed: whyFixed(key),
    })),
  );

/** Kinds whose letters say more than the feed does, and are sent by themselves. */
export const OWN_LETTERS = [
  'NEW_BUYER_ORDER',
  'ORDER_CANCELLED',
  'PROBLEM_REPORTED',
  'PROBLEM_ANSWERED',
  'ORDER_NEWS',
  'APPROVAL_ASKED',
  'APPROVAL_DECIDED',
  'FOLLOWED',
  'BID_WAITS',
  'BID_ENDED',
  'DIFFERENCE_ASKED',
  'MENTION',
] as const satisfies readonly NoticeKey[];

/** Whether a kind is emailed by what the feed says of it, to those who chose that. */
export const isMailedFromFeed = (key: NoticeKey): boolean =>
  whyFixed(key) === null && !OWN_LETTERS.some((own) => own === key);

/** The same choices without email: of one kind, or of all that may be chosen. */
export function withoutEmail(choices: NoticeChoices, key: NoticeKey | 'ALL'): NoticeChoices {
  const stopped = NOTICE_KEYS.filter((one) => whyFixed(one) === null && (key === 'ALL' || key === one));
  return { ...choices, ...Object.fromEntries(stopped.map((one) => [one, { ...choices[one], byEmail: false }])) };
}

/** The kind a reader may stop being told of, within a sentence; null for one that a newer platform has. */
export function switchOf({ type, about }: { type: NotificationType; about: CustomAbout | null }) {
  const key = about ?? (type as NoticeKey);
  const name = KINDS.get(key)?.displayName;
  return name === undefined ? null : { key, name: name.charAt(0).toLowerCase() + name.slice(1) };
}

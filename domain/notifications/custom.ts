import { z } from 'zod';
import { WATCH_STEPS } from '../licenses/watch-steps';

/** How the feed shows something. */
export type NoticeLook = {
  icon: 'orders' | 'user' | 'building' | 'tag' | 'box' | 'refresh' | 'certificate' | 'chat' | 'bell';
  /** Why somebody gets it, as a sentence. */
  why: string;
};

const Num = z.number().int().positive();
const Side = z.enum(['BUYER', 'SELLER']);
const Todo = z.enum(['ACCEPT_THERE', 'CONFIRM_HERE']);

/** What a notification of type `CUSTOM` is about, by ids; `sellerOrgId` where its organization is the buyer's. */
export const CustomPayload = z.discriminatedUnion('about', [
  /** A comment that names these members for the first time. */
  z.object({ about: z.literal('MENTION'), commentId: Num, orgUserIds: z.array(Num) }),
  /** A message of a channel that names these people for the first time. */
  z.object({
    about: z.literal('CHAT_MENTION'),
    channelId: z.uuid(),
    messageId: z.string(),
    authorId: z.uuid(),
    userIds: z.array(z.uuid()),
  }),
  z.object({ about: z.literal('PROBLEM_REPORTED'), orderId: Num, problemId: Num }),
  z.object({ about: z.literal('PROBLEM_ANSWERED'), sellerOrgId: Num, orderId: Num, problemId: Num }),
  z.object({ about: z.literal('ORDER_CANCELLED'), orderId: Num }),
  z.object({
    about: z.literal('ORDER_NEWS'),
    sellerOrgId: Num,
    orderId: Num,
    news: z.enum(['ACCEPTED', 'REJECTED', 'SHIPPED']),
  }),
  /** A request that asks these members. */
  z.object({ about: z.literal('APPROVAL_ASKED'), approvalId: Num, orgUserIds: z.array(Num) }),
  z.object({ about: z.literal('APPROVAL_DECIDED'), approvalId: Num }),
  /** A version of a bid that waits for this side. */
  z.object({
    about: z.literal('BID_WAITS'),
    sellerOrgId: Num,
    bidId: Num,
    version: z.number().int().nonnegative(),
    to: Side,
  }),
  /** A bid that the other side accepted, declined or withdrew. */
  z.object({ about: z.literal('BID_ENDED'), sellerOrgId: Num, bidId: Num, to: Side }),
  z.object({ about: z.literal('FOLLOWED'), orgUserId: Num, followIds: z.array(Num) }),
  z.object({ about: z.literal('DIFFERENCE_ASKED'), differenceId: Num, orgUserId: Num, askedAt: z.iso.datetime() }),
  /** Something is left to do for a delivery that came. */
  z.object({ about: z.literal('INTAKE_TODO'), transferId: Num, todo: Todo }),
  /** The same of a delivery that was sent from this license to another organization, whose transfer it is; and of our own. */
  z.object({
    about: z.literal('SENT_TODO'),
    toOrgId: Num,
    transferId: Num,
    licenseId: Num,
    sentId: Num.nullable(),
    todo: Todo,
  }),
  /** The tracking system refused something of a harvest. */
  z.object({ about: z.literal('HARVEST_REFUSED'), harvestId: Num }),
  /** A scheduled report that nobody got, or this member didn't. */
  z.object({ about: z.literal('REPORT_UNSENT'), mailingId: Num, orgUserId: Num.nullable() }),
  /** What became of a license that the organization watches. */
  z.object({
    about: z.literal('LICENSE_WATCHED'),
    licenseId: Num,
    step: z.enum(WATCH_STEPS),
    /** Its last valid day then. */
    expiresOn: z.iso.date().nullable(),
  }),
  /** A disputed license number, or a document of a license, that support staff have to look at. */
  z.object({ about: z.literal('CLAIM_WAITS'), what: z.enum(['DISPUTE', 'PROOF']), id: Num }),
  /** What they decided, for who asked; of a dispute that was upheld also for who had the license. */
  z.object({ about: z.literal('CLAIM_DECIDED'), what: z.enum(['DISPUTE', 'LOST', 'PROOF']), id: Num }),
  /** A webhook endpoint fails all along, or was switched off for it. */
  z.object({ about: z.literal('ENDPOINT_TROUBLE'), endpointId: Num }),
  /** An API key expires within days. */
  z.object({ about: z.literal('API_KEY_EXPIRES'), apiKeyId: Num }),
  /** A file of channels that was asked for is ready. */
  z.object({ about: z.literal('CHAT_EXPORTED'), exportId: Num }),
  /** Support staff gave an entry of the roadmap a status, or said more of it. */
  z.object({ about: z.literal('ROADMAP_CHANGED'), entryId: Num, updateId: Num }),
]);
export type CustomPayload = z.infer<typeof CustomPayload>;
export type CustomAbout = CustomPayload['about'];

const PLACED = 'You get this because you placed the order, or chose to hear about your organization’s orders.';
const SELLS =
  'You get this because you are a sales rep of the order, or your company’s notification settings name you.';

/** What each kind looks like in the feed, and why somebody gets it. */
export const CUSTOM_KINDS: Record<CustomAbout, NoticeLook> = {
  MENTION: { icon: 'chat', why: 'You get this because a colleague mentioned you.' },
  CHAT_MENTION: { icon: 'chat', why: 'You get this because somebody mentioned you in a message.' },
  PROBLEM_REPORTED: { icon: 'orders', why: SELLS },
  PROBLEM_ANSWERED: { icon: 'orders', why: 'You get this because you reported the problem.' },
  ORDER_CANCELLED: { icon: 'orders', why: SELLS },
  ORDER_NEWS: { icon: 'orders', why: PLACED },
  APPROVAL_ASKED: { icon: 'certificate', why: 'You get this because you approve orders of your organization.' },
  APPROVAL_DECIDED: { icon: 'certificate', why: 'You get this because you asked for approval.' },
  BID_WAITS: { icon: 'tag', why: 'You get this because you made the offer, or the bid.' },
  BID_ENDED: { icon: 'tag', why: 'You get this because you made the offer, or the bid.' },
  FOLLOWED: { icon: 'box', why: 'You get this because you follow these products.' },
  DIFFERENCE_ASKED: { icon: 'box', why: 'You get this because a colleague asked you.' },
  INTAKE_TODO: { icon: 'box', why: 'You get this because you confirm incoming packages of the license.' },
  SENT_TODO: { icon: 'box', why: 'You get this because you see the packages of the license that sent it.' },
  HARVEST_REFUSED: { icon: 'box', why: 'You get this because you work on the harvests of the license.' },
  REPORT_UNSENT: { icon: 'bell', why: 'You get this because you scheduled the report.' },
  LICENSE_WATCHED: {
    icon: 'certificate',
    why: 'You get this because you watch the license, or manage a customer who has it.',
  },
  CLAIM_WAITS: { icon: 'certificate', why: 'You get this because you look at claims of licenses.' },
  CLAIM_DECIDED: { icon: 'certificate', why: 'You get this because you asked, or manage the organization’s licenses.' },
  ENDPOINT_TROUBLE: { icon: 'refresh', why: 'You get this because you manage the organization’s webhooks.' },
  API_KEY_EXPIRES: { icon: 'refresh', why: 'You get this because you made the API key.' },
  CHAT_EXPORTED: { icon: 'chat', why: 'You get this because you asked for the file.' },
  ROADMAP_CHANGED: { icon: 'bell', why: 'You get this because you voted for the entry, or follow it.' },
};

/** Several of a kind, after their number. */
export const CUSTOM_SEVERAL: Record<CustomAbout, string> = {
  MENTION: 'mentions',
  CHAT_MENTION: 'mentions in messages',
  PROBLEM_REPORTED: 'reported problems',
  PROBLEM_ANSWERED: 'answered problems',
  ORDER_CANCELLED: 'cancelled orders',
  ORDER_NEWS: 'order updates',
  APPROVAL_ASKED: 'requests for approval',
  APPROVAL_DECIDED: 'decisions on approvals',
  BID_WAITS: 'bids waiting',
  BID_ENDED: 'bids that ended',
  FOLLOWED: 'updates on products you follow',
  DIFFERENCE_ASKED: 'questions about differences',
  INTAKE_TODO: 'deliveries with something left to do',
  SENT_TODO: 'sent deliveries that aren’t finished',
  HARVEST_REFUSED: 'harvests with something refused',
  REPORT_UNSENT: 'reports that couldn’t be sent',
  LICENSE_WATCHED: 'updates on licenses you watch',
  CLAIM_WAITS: 'claims of licenses to look at',
  CLAIM_DECIDED: 'decisions on licenses',
  ENDPOINT_TROUBLE: 'webhook endpoints in trouble',
  API_KEY_EXPIRES: 'API keys that expire',
  CHAT_EXPORTED: 'files of channels',
  ROADMAP_CHANGED: 'updates on the roadmap',
};
const CUSTOM_ABOUTS = Object.keys(CUSTOM_KINDS) as [CustomAbout, ...CustomAbout[]];
export const CustomAboutSchema = z.enum(CUSTOM_ABOUTS);

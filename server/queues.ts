import { z } from 'zod';
import { NOTIFICATION_TYPE_IDS } from '../domain/notifications/notification';
import { CHANGE_WAITS, OrderNewsSchema } from '../domain/orders/news/news';
import type { Part } from '../domain/parts';

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How often a failed job is tried again, and after how many seconds: each pause is twice the one before. */
export interface Retrying {
  times: number;
  firstPause: number;
  longestPause: number;
}

/** For half an hour: what a short outage holds up, and what the next run of a schedule does anyway. */
const SOON: Retrying = { times: 14, firstPause: SECOND, longestPause: 5 * MINUTE };
/** For a day, often: what an outside service must agree with, and what a sweep begins again. */
const ALL_DAY: Retrying = { times: 150, firstPause: SECOND, longestPause: 10 * MINUTE };
/** For two days: letters, which nobody writes again. */
const TWO_DAYS: Retrying = { times: 25, firstPause: 15 * SECOND, longestPause: 3 * HOUR };

export interface Queue<S extends z.ZodType = z.ZodType> {
  data: S;
  /** What becomes of a failed job before it is given up, which is kept and logged (`server/jobs/failed-jobs.ts`). */
  retried: Retrying;
  /** What kind of email its jobs send, one each. One that can't be sent is kept, to be seen and sent again. */
  letter?: string;
  /** Seconds a portion may take: the jobs fetched at once. One by one, each has an equal part of that, then it has failed. */
  expires: number;
  /** Jobs fetched at once, a portion. Organizations take turns between portions (`server/jobs/turns.ts`). */
  together: number;
  /** Fetched jobs run concurrently, so a slow third party only delays its own. */
  sideBySide?: true;
  /** Of the jobs a process works on at once, at most this many per organization; fewer than `workers`. */
  eachOrganization?: number;
  /** Portions worked on at once by each process; 1 by default. One organization's slow jobs never hold all of them. */
  workers?: number;
  /** Seconds a job waits before it may be begun. */
  after?: number;
  /** At most one waiting job per key; more are dropped, since the waiting one does their work. */
  once?: true;
  /** One job per data, ever, however often it is enqueued. */
  ever?: true;
  /** Its jobs wait while this part is switched off, however long that is. */
  part?: Part;
  /** A cron schedule, in UTC. */
  schedule?: string;
}

const queue = <const S extends z.ZodType>(data: S, policy: Partial<Omit<Queue, 'data'>> = {}) => ({
  retried: SOON,
  expires: 15 * MINUTE,
  // So that whoever waits for a turn waits for few; a schedule has one.
  together: policy.schedule === undefined ? 5 : 1,
  ...policy,
  data,
});

/** A queue of letters of this kind. They leave side by side, so that a slow mail server holds up few. */
const letters = <const S extends z.ZodType>(
  letter: string,
  data: S,
  policy: Partial<Omit<Queue, 'data' | 'letter' | 'retried'>> = {},
) => queue(data, { together: 10, sideBySide: true, expires: 5 * MINUTE, ...policy, letter, retried: TWO_DAYS });

/** A letter about something in the feed: one that was held, and is due, says so (`server/notifications/mail`). */
const heldLetters = <const S extends z.ZodRawShape>(letter: string, shape: S) =>
  letters(letter, z.object({ ...shape, isDue: z.literal(true).optional() }), { ever: true });

/** What calls an outside service, which may be slow for one organization and quick for another. */
const OUTSIDE = { together: 5, sideBySide: true, eachOrganization: 3, workers: 4 } as const;
const TRACKING = { ...OUTSIDE, part: 'tracking' } as const;
const ACCOUNTING = { ...OUTSIDE, part: 'accounting' } as const;
const Id = z.number().int();
const Nothing = z.unknown().transform(() => null);

/**
 * Every queue: its data and options; `server/jobs/index.ts` has the handlers. Any job may run more than once and must
 * tolerate it.
 */
export const QUEUES = {
  notify: queue(
    z.object({
      type: z.enum(NOTIFICATION_TYPE_IDS),
      orgId: Id.nullable(),
      subject: z.string(),
      payload: z.record(z.string(), z.unknown()),
      /** Whose act it is, who isn't told. */
      by: z.string().nullable(),
      eventId: z.string(),
      /** When it happened, as an instant. */
      at: z.string(),
    }),
    { together: 20 },
  ),
  'follow-invites': queue(z.object({ userId: z.string() }), { together: 20 }),
  'wake-snoozed': queue(Nothing, { schedule: '* * * * *', once: true }),
  'settle-notifications': queue(
    z.object({ orgId: Id.nullable(), subjects: z.array(z.string()), outcome: z.string().nullable() }),
    { together: 20 },
  ),
  'order-placed': queue(z.object({ orgId: Id, orderId: Id })),
  'order-cancelled': queue(z.object({ orgId: Id, orderId: Id })),
  'order-letter': heldLetters('Order', {
    orgId: Id,
    orderId: Id,
    orgUserId: Id,
    about: z.literal('ORDER_CANCELLED').optional(),
  }),
  'order-news': queue(
    z.object({
      orgId: Id,
      orderId: Id,
      about: OrderNewsSchema,
      /** Since when its buyer wasn't told of changes, as an instant. */
      since: z.string().optional(),
      /** Whose act it is. */
      userId: z.string().optional(),
    }),
  ),
  'order-changed': queue(z.object({ orgId: Id, orderId: Id }), { once: true, after: CHANGE_WAITS }),
  'order-news-letter': heldLetters(
    'Purchase order',
    // `toOrgId` is the buyer's organization, `orgId` the seller's.
    {
      orgId: Id,
      orderId: Id,
      about: OrderNewsSchema,
      since: z.string().optional(),
      orgUserId: Id,
      toOrgId: Id,
    },
  ),
  'order-problem': queue(z.object({ orgId: Id, orderId: Id, problemId: Id })),
  'problem-letter': heldLetters('Reported problem', { orgId: Id, orderId: Id, problemId: Id, orgUserId: Id }),
  'problem-answer': heldLetters(
    'Answer to a reported problem',
    // `toOrgId` is the buyer's organization, `orgId` the seller's; jobs of earlier versions name the seller's alone.
    { orgId: Id, problemId: Id, toOrgId: Id.optional() },
  ),
  'mention-letter': heldLetters('Mention', { orgId: Id, commentId: Id, orgUserId: Id }),
  'difference-question': heldLetters('Question about a difference', {
    orgId: Id,
    differenceId: Id,
    orgUserId: Id,
    askedAt: z.string(),
  }),
  'deal-letter': heldLetters('Bid', {
    orgId: Id,
    bidId: Id,
    version: z.number().int(),
    to: z.enum(['BUYER', 'SELLER']),
    /** The organization of whoever is written to; `orgId` is the seller's. */
    toOrgId: Id,
  }),
  'expire-deals': queue(Nothing, { schedule: '* * * * *', once: true }),
  'approval-letter': heldLetters('Request for approval', { orgId: Id, approvalId: Id, orgUserId: Id }),
  'approval-answer': heldLetters('Answer to a request for approval', { orgId: Id, approvalId: Id }),
  'find-followed': queue(Nothing, { schedule: '*/5 * * * *', once: true }),
  'follow-news': queue(z.object({ orgId: Id }), { once: true }),
  'follow-letter': heldLetters('Followed products', { orgId: Id, orgUserId: Id, at: z.string() }),
  'send-due-letters': queue(Nothing, { schedule: '* * * * *', once: true }),
  'feed-letter': letters(
    'Notifications',
    z.object({
      userId: z.string(),
      /** What is told, by ids; the oldest first. */
      held: z.array(
        z.object({
          type: z.enum(NOTIFICATION_TYPE_IDS),
          orgId: Id.nullable(),
          subject: z.string(),
          payload: z.record(z.string(), z.unknown()),
          /** Since when it is held, as an instant. */
          at: z.string(),
        }),
      ),
    }),
  ),
  // One of each recipient; jobs of earlier versions name none, and are divided.
  'order-mail': letters('Order documents', z.object({ orgId: Id, mailId: Id, recipient: z.string().optional() })),
  'account-deleted': letters('Deleted account', z.object({ email: z.string(), firstName: z.string() })),
  'org-invitation': letters('Invitation to the team', z.object({ orgId: Id, orgUserId: Id, inviteCode: z.string() })),
  'company-invitation': letters('Buyer invitation', z.object({ orgId: Id, inviteId: Id })),
  'brand-invitation': letters('Brand invite', z.object({ orgId: Id, inviteId: Id })),
  'channel-invitation': letters('Partner channel invite', z.object({ orgId: Id, inviteId: Id })),
  'connection-invitation': letters('Invitation to connect', z.object({ userId: z.string(), email: z.string() })),
  'license-code': letters('License code', z.object({ orgId: Id, codeId: Id })),
  'brand-suggestion': letters(
    'Suggested brand',
    z.object({ orgId: Id, suggestionId: Id, about: z.enum(['IN_REVIEW', 'APPROVED', 'REJECTED']) }),
  ),
  'identity-letter': letters(
    'Password or sign-up',
    z.union([
      z.object({
        userId: z.string(),
        about: z.enum(['VERIFY', 'RESET', 'ALREADY_REGISTERED']),
        /** Which sign-up is confirmed, as `keepSignUp` names it; the person's latest by default. */
        signUpId: z.string().optional(),
      }),
      /** Who would sign in to the account. */
      z.object({ userId: z.string(), about: z.literal('LINK'), subject: z.string() }),
      z.object({ email: z.string(), about: z.literal('NOT_ADMITTED') }),
    ]),
  ),
  'chat-channel': queue(z.object({ orgId: Id, channelId: z.string() }), {
    ...OUTSIDE,
    retried: ALL_DAY,
    once: true,
    part: 'chat',
  }),
  'chat-network-channel': queue(z.object({ channelId: z.string() }), {
    ...OUTSIDE,
    retried: ALL_DAY,
    once: true,
    part: 'chat',
  }),
  'chat-org-channel': queue(z.object({ channelId: z.string() }), {
    ...OUTSIDE,
    retried: ALL_DAY,
    once: true,
    part: 'chat',
  }),
  // Told again of a message, it tells nobody again.
  'chat-mention': queue(z.object({ messageId: z.string() }), { ...OUTSIDE, retried: ALL_DAY, part: 'chat' }),
  // Tokens end by themselves after ten minutes.
  'chat-sign-out': queue(z.object({ subject: z.string() }), { ...OUTSIDE, part: 'chat' }),
  'chat-person': queue(z.object({ userId: z.string() }), { ...OUTSIDE, retried: ALL_DAY, part: 'chat' }),
  'chat-team': queue(z.object({ orgId: Id }), { retried: ALL_DAY, once: true, part: 'chat' }),
  'chat-export': queue(z.object({ orgId: Id, exportId: Id }), {
    ...OUTSIDE,
    together: 1,
    eachOrganization: 1,
    expires: HOUR,
    retried: ALL_DAY,
    part: 'chat',
  }),
  'sweep-chat': queue(Nothing, { schedule: '*/5 * * * *', once: true, part: 'chat' }),
  // Once a day, when it is the same day in every state but Pacific islands.
  'find-watched': queue(Nothing, { schedule: '20 11 * * *', once: true }),
  'tell-watched': queue(z.object({ orgId: Id }), { once: true }),
  'partner-ends': queue(z.object({ orgId: Id, partnerId: Id })),
  'license-moved': queue(z.object({ licenseId: Id })),
  'sync-license': queue(z.object({ orgId: Id, licenseId: Id }), TRACKING),
  'follow-harvest': queue(z.object({ orgId: Id, harvestId: Id }), { once: true }),
  'follow-intake': queue(z.object({ orgId: Id, transferId: Id }), { once: true }),
  'find-intake-todos': queue(Nothing, { schedule: '*/5 * * * *', once: true }),
  'read-license': queue(z.object({ orgId: Id, licenseId: Id }), { ...TRACKING, once: true }),
  'read-history': queue(z.object({ orgId: Id, licenseId: Id }), { ...TRACKING, once: true }),
  'read-deliveries': queue(z.object({ orgId: Id, licenseId: Id }), { ...TRACKING, once: true }),
  'read-lab-results': queue(z.object({ orgId: Id, licenseId: Id }), { ...TRACKING, once: true }),
  'send-tracking-writes': queue(z.object({ orgId: Id, licenseId: Id }), { ...TRACKING, once: true }),
  'compare-licenses': queue(Nothing, { schedule: '40 8 * * *', once: true, part: 'tracking' }),
  'send-marketplace-moves': queue(z.object({ orgId: Id, orderId: Id }), { ...OUTSIDE, part: 'wholesale' }),
  'read-books': queue(z.object({ orgId: Id, connectionId: Id }), { ...ACCOUNTING, once: true }),
  'read-books-records': queue(z.object({ orgId: Id, connectionId: Id }), { ...ACCOUNTING, once: true }),
  'audit-books': queue(z.object({ orgId: Id, auditId: Id }), { ...ACCOUNTING, once: true }),
  'sweep-books': queue(Nothing, { schedule: '*/15 * * * *', once: true, part: 'accounting' }),
  'sweep-books-records': queue(Nothing, { schedule: '50 9 * * *', once: true, part: 'accounting' }),
  'find-books': queue(Nothing, { schedule: '7 * * * *', once: true, part: 'accounting' }),
  'check-books': queue(z.object({ orgId: Id, connectionId: Id }), { ...OUTSIDE, part: 'accounting', once: true }),
  'follow-books': queue(z.object({ orgId: Id, orderId: Id }), { once: true, part: 'accounting' }),
  'push-books': queue(z.object({ orgId: Id, connectionId: Id }), { ...OUTSIDE, once: true, part: 'accounting' }),
  'resume-pushes': queue(Nothing, { schedule: '*/5 * * * *', once: true, part: 'accounting' }),
  'send-wholesale-product': queue(z.object({ orgId: Id, syncId: Id, id: z.string() }), {
    ...OUTSIDE,
    once: true,
    part: 'wholesale',
  }),
  'find-due-stock': queue(Nothing, { schedule: '* * * * *', once: true, part: 'wholesale' }),
  'push-wholesale-stock': queue(z.object({ orgId: Id, syncId: Id }), { ...OUTSIDE, part: 'wholesale', once: true }),
  'sweep-wholesale': queue(Nothing, { schedule: '*/3 * * * *', once: true, part: 'wholesale' }),
  'read-wholesale': queue(
    z.object({
      orgId: Id,
      syncId: Id,
      /** Where a long list goes on: since when and after how many. */
      from: z.object({ since: z.string().nullable(), offset: z.number().int() }).optional(),
    }),
    { ...OUTSIDE, once: true, part: 'wholesale', eachOrganization: 1 },
  ),
  // Told again of the same change, it asks nothing again.
  'wholesale-hint': queue(z.object({ orgId: Id, syncId: Id, number: z.string(), hash: z.string() }), {
    ...OUTSIDE,
    ever: true,
    part: 'wholesale',
  }),
  'send-wholesale-order': queue(z.object({ orgId: Id, syncId: Id, number: z.string() }), {
    ...OUTSIDE,
    once: true,
    part: 'wholesale',
  }),
  'find-due-mailings': queue(Nothing, { schedule: '*/5 * * * *' }),
  'mail-report': queue(z.object({ orgId: Id, mailingId: Id, dueAt: z.string() }), { once: true }),
  'report-letter': queue(
    z.object({ orgId: Id, mailingId: Id, orgUserId: Id, dueAt: z.string(), isAsked: z.literal(true).optional() }),
    // One by one: each is made before it is sent, which takes the processor.
    { letter: 'Scheduled report', retried: TWO_DAYS, ever: true, together: 3 },
  ),
  'bulk-act': queue(z.object({ orgId: Id, bulkActId: Id }), { together: 3, expires: MINUTE, once: true }),
  'resume-bulk-acts': queue(Nothing, { schedule: '* * * * *' }),
  'check-integrations': queue(Nothing, { schedule: '*/15 * * * *' }),
  'reconcile-billing': queue(Nothing, { schedule: '30 * * * *', once: true, part: 'billing' }),
  'sweep-files': queue(Nothing, { schedule: '41 9 * * *', once: true, expires: 60 * MINUTE }),
  'purge-expired': queue(Nothing, { schedule: '17 * * * *' }),
  'remind-of-api-keys': queue(Nothing, { schedule: '40 15 * * *', once: true }),
  'remind-of-webhooks': queue(Nothing, { schedule: '50 15 * * *', once: true }),
  'find-old-records': queue(Nothing, { schedule: '23 7 * * *', once: true }),
  'sweep-records': queue(z.object({ orgId: Id }), { once: true, expires: 5 * MINUTE }),
} as const satisfies Record<string, Queue>;

/** Where pg-boss puts a job once it is given up, together with giving it up. */
export const GIVEN_UP = 'given-up';

export type QueueName = keyof typeof QUEUES;
export type JobData<N extends QueueName> = z.output<(typeof QUEUES)[N]['data']>;

/** A job: a queue and its data. */
export type JobRequest = {
  [N in QueueName]: {
    name: N;
    data: z.input<(typeof QUEUES)[N]['data']>;
    /** Tells a job that is wanted once more from the one before with the same data. */
    again?: string;
    /** When it may be begun; at once otherwise. */
    startAt?: Date;
  };
}[QueueName];

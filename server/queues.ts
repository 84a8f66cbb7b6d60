import { z } from 'zod';
import type { Part } from '../domain/parts';

const SECOND = 1;
const MINUTE = 60 * SECOND;

export interface Queue<S extends z.ZodType = z.ZodType> {
  data: S;
  /** Retries of a failed job, with growing delays. */
  retries: number;
  /** Seconds a job may take, including those fetched with it, before another process takes it. */
  expires: number;
  /** Jobs fetched at once. */
  together: number;
  /** Fetched jobs run concurrently, so a slow third party only delays its own. */
  sideBySide?: true;
  /** Of the jobs fetched at once, at most this many per organization. */
  eachOrganization?: number;
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
  retries: 5,
  expires: 15 * MINUTE,
  together: 20,
  ...policy,
  data,
});

const OUTSIDE = { together: 10, sideBySide: true, eachOrganization: 3 } as const;
const Id = z.number().int();
const Nothing = z.unknown().transform(() => null);

/**
 * Every queue: its data and options; `server/jobs/index.ts` has the handlers. Any job may run more than once and must
 * tolerate it.
 */
export const QUEUES = {
  'order-placed': queue(z.object({ orgId: Id, orderId: Id })),
  'order-cancelled': queue(z.object({ orgId: Id, orderId: Id })),
  'order-letter': queue(
    z.object({ orgId: Id, orderId: Id, orgUserId: Id, about: z.literal('ORDER_CANCELLED').optional() }),
    { ever: true },
  ),
  'order-problem': queue(z.object({ orgId: Id, orderId: Id, problemId: Id })),
  'problem-letter': queue(z.object({ orgId: Id, orderId: Id, problemId: Id, orgUserId: Id }), { ever: true }),
  'problem-answer': queue(z.object({ orgId: Id, problemId: Id }), { ever: true }),
  'mention-letter': queue(z.object({ orgId: Id, commentId: Id, orgUserId: Id }), { ever: true }),
  'difference-question': queue(z.object({ orgId: Id, differenceId: Id, orgUserId: Id, askedAt: z.string() }), {
    ever: true,
  }),
  'deal-letter': queue(z.object({ orgId: Id, bidId: Id, version: z.number().int(), to: z.enum(['BUYER', 'SELLER']) }), {
    ever: true,
  }),
  'expire-deals': queue(Nothing, { schedule: '* * * * *', once: true }),
  'approval-letter': queue(z.object({ orgId: Id, approvalId: Id, orgUserId: Id }), { ever: true }),
  'approval-answer': queue(z.object({ orgId: Id, approvalId: Id }), { ever: true }),
  'find-followed': queue(Nothing, { schedule: '*/5 * * * *', once: true }),
  'follow-news': queue(z.object({ orgId: Id }), { once: true }),
  'follow-letter': queue(z.object({ orgId: Id, orgUserId: Id, at: z.string() }), { ever: true }),
  'order-mail': queue(z.object({ orgId: Id, mailId: Id })),
  'account-deleted': queue(z.object({ email: z.string(), firstName: z.string() })),
  'org-invitation': queue(z.object({ orgUserId: Id, inviteCode: z.string() })),
  'company-invitation': queue(z.object({ orgId: Id, inviteId: Id })),
  'brand-invitation': queue(z.object({ inviteId: Id })),
  'connection-invitation': queue(z.object({ userId: z.string(), email: z.string() })),
  'brand-suggestion': queue(z.object({ suggestionId: Id, about: z.enum(['IN_REVIEW', 'APPROVED', 'REJECTED']) })),
  'chat-channel': queue(z.object({ orgId: Id, channelId: z.string() }), {
    together: 10,
    sideBySide: true,
    part: 'chat',
  }),
  'chat-sign-out': queue(z.object({ subject: z.string() }), { ...OUTSIDE, part: 'chat' }),
  'chat-person': queue(z.object({ userId: z.string() }), { part: 'chat' }),
  'chat-team': queue(z.object({ orgId: Id }), { part: 'chat' }),
  'license-moved': queue(z.object({ licenseId: Id })),
  'sync-license': queue(z.object({ orgId: Id, licenseId: Id }), OUTSIDE),
  'read-license': queue(z.object({ orgId: Id, licenseId: Id }), { ...OUTSIDE, once: true }),
  'read-history': queue(z.object({ orgId: Id, licenseId: Id }), { ...OUTSIDE, once: true }),
  'read-deliveries': queue(z.object({ orgId: Id, licenseId: Id }), { ...OUTSIDE, once: true }),
  'read-lab-results': queue(z.object({ orgId: Id, licenseId: Id }), { ...OUTSIDE, once: true }),
  'send-tracking-writes': queue(z.object({ orgId: Id, licenseId: Id }), { ...OUTSIDE, once: true }),
  'compare-licenses': queue(Nothing, { schedule: '40 8 * * *', once: true }),
  'send-marketplace-moves': queue(z.object({ orgId: Id, orderId: Id }), OUTSIDE),
  'find-due-mailings': queue(Nothing, { schedule: '*/5 * * * *' }),
  'mail-report': queue(z.object({ orgId: Id, mailingId: Id, dueAt: z.string() }), { once: true }),
  'report-letter': queue(
    z.object({ orgId: Id, mailingId: Id, orgUserId: Id, dueAt: z.string(), isAsked: z.literal(true).optional() }),
    { ever: true, together: 5, eachOrganization: 3 },
  ),
  'bulk-act': queue(z.object({ orgId: Id, bulkActId: Id }), { together: 3, expires: MINUTE, once: true }),
  'resume-bulk-acts': queue(Nothing, { schedule: '* * * * *' }),
  'check-integrations': queue(Nothing, { schedule: '*/15 * * * *' }),
  'reconcile-billing': queue(Nothing, { schedule: '30 * * * *' }),
  'sweep-files': queue(Nothing, { schedule: '41 9 * * *', once: true, expires: 60 * MINUTE }),
  'purge-expired': queue(Nothing, { schedule: '17 * * * *' }),
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof QUEUES;
export type JobData<N extends QueueName> = z.output<(typeof QUEUES)[N]['data']>;

/** A job: a queue and its data. */
export type JobRequest = {
  [N in QueueName]: { name: N; data: z.input<(typeof QUEUES)[N]['data']> };
}[QueueName];

import { z } from 'zod';

const SECOND = 1;
const MINUTE = 60 * SECOND;

export interface Queue<S extends z.ZodType = z.ZodType> {
  data: S;
  /** Times a job that failed is tried again, each later than the one before. */
  retries: number;
  /** Seconds a job may take, those fetched along with it included, before it is given to another process. */
  expires: number;
  /** Jobs fetched at once. */
  together: number;
  /** Fetched jobs run side by side, so that a slow outside service holds up none but its own. */
  sideBySide?: true;
  /** Of the jobs fetched at once, each organization gets at most this many. */
  eachOrganization?: number;
  /** At most one job of the same key waits; further ones are dropped, since the one that waits does their work. */
  once?: true;
  /** One job of the same data is done, and none again, however often it is asked for. */
  ever?: true;
  /** When a job of it is due by itself, in UTC. */
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
 * Every queue: what its jobs carry and how they are run; `server/jobs/index.ts` names the work. Any job may run more
 * than once and must bear it.
 */
export const QUEUES = {
  'order-placed': queue(z.object({ orderId: Id })),
  'order-letter': queue(z.object({ orderId: Id, orgUserId: Id }), { ever: true }),
  'org-invitation': queue(z.object({ orgUserId: Id, inviteCode: z.string() })),
  'chat-channel': queue(z.object({ orgId: Id, channelId: z.string() }), { together: 10, sideBySide: true }),
  'chat-team': queue(z.object({ orgId: Id })),
  'sync-license': queue(z.object({ orgId: Id, licenseId: Id }), OUTSIDE),
  'send-marketplace-moves': queue(z.object({ orgId: Id, orderId: Id }), OUTSIDE),
  'bulk-act': queue(z.object({ orgId: Id, bulkActId: Id }), { together: 3, expires: MINUTE, once: true }),
  'resume-bulk-acts': queue(Nothing, { schedule: '* * * * *' }),
  'check-integrations': queue(Nothing, { schedule: '*/15 * * * *' }),
  'reconcile-billing': queue(Nothing, { schedule: '30 * * * *' }),
  'purge-expired': queue(Nothing, { schedule: '17 * * * *' }),
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof QUEUES;
export type JobData<N extends QueueName> = z.output<(typeof QUEUES)[N]['data']>;

/** Work that need not be waited for: a queue, and what its job carries. */
export type JobRequest = {
  [N in QueueName]: { name: N; data: z.input<(typeof QUEUES)[N]['data']> };
}[QueueName];

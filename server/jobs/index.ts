import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  type ConstructorOptions,
  fromDrizzle,
  type Job,
  type JobResult,
  PgBoss,
  type QueueResult,
  type SendOptions,
} from 'pg-boss';
import { reconcileBilling } from '../billing/reconcile';
import { mailBrandInvitation } from '../brands/invites';
import { mailSuggestion } from '../brands/suggest-brand';
import { purgeBulkActs } from '../bulk/bulk-acts';
import { bulkActRunner, resumeBulkActs } from '../bulk/run-bulk-act';
import { mailApprovalAnswer, mailApprover } from '../carts/approvals/approval-letters';
import { revokeChat, syncChannel, syncPerson } from '../chat/sync-channel';
import { syncTeamChannels } from '../chat/team';
import type { Config } from '../config';
import { mailConnectionLink } from '../connections/link';
import type { Jobs, Services } from '../context';
import { followLicense } from '../customers/follow-license';
import type { Database } from '../db/client';
import { mailDeal } from '../deals/deal-letters';
import { expireDeals } from '../deals/expire-deals';
import { findFollowed, mailFollowed, noteFollowed } from '../directory/follow-news';
import { sweepFiles } from '../files/sweep';
import { purgeKeys } from '../http/idempotency';
import { purgeCounts } from '../http/shared-counts';
import { purgeExpired } from '../identity';
import { checkIntegrations } from '../integrations/check-integrations';
import { changesReader, historyReader } from '../integrations/tracking/read-license';
import { syncLicense } from '../integrations/tracking/sync-license';
import { compareLicenses } from '../integrations/tracking/tracking-rounds';
import { sendMarketplaceMoves } from '../integrations/wholesale/send-marketplace-moves';
import { mailQuestion } from '../inventory/reconciliation/ask-colleague';
import { readLabResults } from '../inventory/tracking/read-lab-results';
import { sendTrackingWrites } from '../inventory/tracking/send-writes';
import { TRACKED } from '../inventory/tracking/tracked-lists';
import { readDeliveries } from '../inventory/tracking/transfers';
import { listenTo } from '../live/listen';
import type { Log } from '../log';
import { mailMention } from '../orders/comments/mentions';
import { sendOrderMail } from '../orders/documents/mail-documents';
import { mailCancelledOrder, mailOrderTo, mailPlacedOrder } from '../orders/order-letters';
import { mailProblem, mailProblemAnswer, mailProblemTo } from '../orders/problems/problem-letters';
import { mailCompanyInvitation } from '../organization/company-invites';
import { type JobData, QUEUES, type Queue, type QueueName } from '../queues';
import { findDueMailings, mailReport, mailReportTo } from '../reports/mailings/mail-reports';
import { finishDeletion } from '../session/delete-account';
import { mailInvitation } from '../team/mail-invitation';
import { BULKS } from './bulks';

/** Every queue's handler; a missing one doesn't compile. */
const WORK: { [N in QueueName]: (services: Services, data: JobData<N>) => Promise<void> } = {
  'order-placed': mailPlacedOrder,
  'order-cancelled': mailCancelledOrder,
  'order-letter': mailOrderTo,
  'order-problem': mailProblem,
  'problem-letter': mailProblemTo,
  'problem-answer': mailProblemAnswer,
  'mention-letter': mailMention,
  'difference-question': mailQuestion,
  'deal-letter': mailDeal,
  'expire-deals': expireDeals,
  'approval-letter': mailApprover,
  'approval-answer': mailApprovalAnswer,
  'find-followed': findFollowed,
  'follow-news': noteFollowed,
  'follow-letter': mailFollowed,
  'order-mail': sendOrderMail,
  'account-deleted': finishDeletion,
  'org-invitation': mailInvitation,
  'company-invitation': mailCompanyInvitation,
  'brand-invitation': mailBrandInvitation,
  'connection-invitation': mailConnectionLink,
  'brand-suggestion': mailSuggestion,
  'chat-channel': syncChannel,
  'chat-person': syncPerson,
  'chat-sign-out': revokeChat,
  'chat-team': syncTeamChannels,
  'license-moved': followLicense,
  'sync-license': syncLicense,
  'read-license': changesReader(TRACKED),
  'read-history': historyReader(TRACKED),
  'read-deliveries': readDeliveries,
  'read-lab-results': readLabResults,
  'send-tracking-writes': sendTrackingWrites,
  'compare-licenses': compareLicenses,
  'send-marketplace-moves': sendMarketplaceMoves,
  'find-due-mailings': findDueMailings,
  'mail-report': mailReport,
  'report-letter': mailReportTo,
  'bulk-act': bulkActRunner(BULKS),
  'resume-bulk-acts': resumeBulkActs,
  'check-integrations': checkIntegrations,
  'reconcile-billing': reconcileBilling,
  'sweep-files': (services) => sweepFiles(services),
  'purge-expired': async ({ database }) => {
    await purgeExpired(database.db);
    await purgeKeys(database.db);
    await purgeCounts(database.db);
    await purgeBulkActs(database.db);
  },
};

const NAMES = Object.keys(QUEUES) as QueueName[];

/** New jobs start immediately; this is how late a retried one may start. */
const POLL_SECONDS = 2;
/** A job whose process shows no sign of life for so long is retried, as after a crash. */
const HEARTBEAT_SECONDS = 20;
/** How often that is looked for. */
const SUPERVISE_SECONDS = 20;
const DAY_SECONDS = 24 * 60 * 60;
/** How long a job waits to be begun; it is deleted then. */
const KEPT_SECONDS = 14 * DAY_SECONDS;
/** The same of a part's job, which waits until the part is switched on again. */
const PART_KEPT_SECONDS = 20 * 365 * DAY_SECONDS;

/** Starts the queues of a prepared database; all server processes share the work. */
export async function startJobs(given: Omit<Services, 'jobs'>): Promise<Jobs> {
  const { config, database, log } = given;
  const boss = openBoss(database, log);
  const jobs: Jobs = {
    enqueue: enqueuesWith(boss),
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
  const services: Services = { ...given, jobs };
  await boss.start();
  for (const name of NAMES.filter(isOffered(config))) await work(boss, services, name);
  await resumeBulkActs(services);
  return jobs;
}

/** Jobs of a part that is switched off wait until it is offered again. */
const isOffered =
  ({ parts }: Pick<Config, 'parts'>) =>
  (name: QueueName): boolean => {
    const { part }: Queue = QUEUES[name];
    return part === undefined || parts[part];
  };

/** Creates what the queues need in the platform's own database, and brings it up to date. */
export async function prepareJobs(database: Database, log: Log): Promise<void> {
  const boss = openBoss(database, log, { supervise: false, schedule: false });
  await boss.start();
  await keepQueues(boss);
  await boss.stop({ graceful: false });
}

function openBoss(
  database: Database,
  log: Log,
  options: Pick<ConstructorOptions, 'supervise' | 'schedule'> = {},
): PgBoss {
  const address = { connectionString: database.pool.options.connectionString };
  const boss = new PgBoss({
    db: {
      // A single statement is named and planned once per connection; several in one text can't be.
      executeSql: (text, values) =>
        text.includes(';') ? database.pool.query(text, values) : database.pool.query({ text, values: values ?? [] }),
      listen: async (channel, hear, missed) => {
        const close = await listenTo(`"${channel}"`, address, log, { hear, missed });
        return { close };
      },
    },
    schema: 'jobs',
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    ...options,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  return boss;
}

/** What the database keeps of a queue and may change later. */
const policyOf = ({ retries, expires, part }: Queue) => ({
  retryLimit: retries,
  retryBackoff: true,
  expireInSeconds: expires,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retentionSeconds: part === undefined ? KEPT_SECONDS : PART_KEPT_SECONDS,
  notify: true,
});

/** Creates the queues and schedules the database lacks and corrects those that differ: at most starts, none. */
async function keepQueues(boss: PgBoss): Promise<void> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  const kept = new Map(queues.map((queue) => [queue.name, queue]));
  const keptSchedules = new Map(schedules.map(({ name, cron }) => [name, cron]));
  for (const name of NAMES) {
    const { once, schedule, ...queue }: Queue = QUEUES[name];
    const policy = policyOf(queue);
    const known = kept.get(name);
    if (!known) await boss.createQueue(name, { ...policy, policy: once ? 'short' : 'standard' });
    else if (!isLike(known, policy)) await boss.updateQueue(name, policy);
    if (schedule && keptSchedules.get(name) !== schedule) await boss.schedule(name, schedule);
  }
}

const isLike = (known: QueueResult, policy: ReturnType<typeof policyOf>): boolean =>
  Object.entries(policy).every(([setting, value]) => known[setting as keyof typeof policy] === value);

/**
 * Enqueues a job in the caller's transaction. Where one waiting job is enough, an equal one that waits isn't begun before
 * that transaction ends: it would read the state before it, and nobody would do the work of what is written here.
 */
export function enqueuesWith(boss: Pick<PgBoss, 'send'>): Jobs['enqueue'] {
  return async (db, { name, data }) => {
    const place = placeOf(name, data);
    for (;;) {
      const id = await boss.send(name, data as object, { db: fromDrizzle(db, sql), ...place });
      if (id !== null || place.singletonKey === undefined) return;
      // Whoever fetches jobs skips those that are locked. None waits anymore if it was begun meanwhile.
      const waiting = await db.execute(sql`
        select 1 from jobs.job where name = ${name} and singleton_key = ${place.singletonKey} and state = 'created' for share`);
      if (waiting.rows.length > 0) return;
    }
  };
}

/** A job's group (its organization, if any), and its key where one is enough. */
function placeOf(name: QueueName, data: unknown): SendOptions {
  const { once, ever }: Queue = QUEUES[name];
  const orgId = (data as { orgId?: number } | null)?.orgId;
  return {
    ...(orgId === undefined ? {} : { group: { id: String(orgId) } }),
    ...(once ? { singletonKey: JSON.stringify(data) } : {}),
    ...(ever ? { id: idOf(name, data) } : {}),
  };
}

/** The key of equal jobs, of which the queue keeps one. */
function idOf(name: QueueName, data: unknown): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([name, data]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5');
}

async function work(boss: PgBoss, services: Services, name: QueueName): Promise<void> {
  const { data, together, sideBySide, eachOrganization }: Queue = QUEUES[name];
  const options = {
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
    batchSize: together,
    burstWhenBatchFull: true,
    perJobResults: true,
    ...(eachOrganization === undefined ? {} : { groupConcurrency: eachOrganization }),
  } as const;
  const settle = (job: Job<unknown>) =>
    settled(services.log, job, () => WORK[name](services, data.parse(job.data) as never));
  await boss.work(name, options, (batch) => (sideBySide ? Promise.all(batch.map(settle)) : oneByOne(batch, settle)));
}

async function oneByOne(
  batch: readonly Job<unknown>[],
  settle: (job: Job<unknown>) => Promise<JobResult>,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for (const job of batch) results.push(await settle(job));
  return results;
}

/** Runs one job; a failed one is retried independently of others fetched with it. */
async function settled(log: Log, { id, name }: Job<unknown>, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work();
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: name }, 'a job failed');
    return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } };
  }
}

import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss, type SendOptions } from 'pg-boss';
import { CHOSEN } from '../../domain/retention/periods';
import { purgeAudits } from '../accounting/audit/read-audits';
import { auditBooks } from '../accounting/audit/run-audit';
import { sweepBooks, sweepBooksRecords } from '../accounting/changes/hear-books';
import { readBooksChanges } from '../accounting/changes/read-changes';
import { checkBooks, findBooks } from '../accounting/connection/check-books';
import { readBooksRecords } from '../accounting/mapping/read-records';
import { followBooks } from '../accounting/push/follow-books';
import { pushBooks } from '../accounting/push/push-books';
import { resumePushes } from '../accounting/push/resume-pushes';
import { remindMakers } from '../api-keys/remind-makers';
import { reconcileBilling } from '../billing/reconcile';
import { mailBrandInvitation } from '../brands/invites';
import { mailSuggestion } from '../brands/suggest-brand';
import { bulkActRunner, resumeBulkActs } from '../bulk/run-bulk-act';
import { mailApprovalAnswer, mailApprover } from '../carts/approvals/approval-letters';
import { purgeExports } from '../chat/export/exports';
import { makeExport } from '../chat/export/make-export';
import { mailChannelInvitation } from '../chat/invites';
import { purgeMentions, tellMentioned } from '../chat/mentions/tell-mentioned';
import { syncNetworkChannel } from '../chat/network-channels';
import { syncOrgChannel } from '../chat/org-channels';
import { sweepChat } from '../chat/sweep-chat';
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
import { mailIdentity, purgeExpired } from '../identity';
import { findIntakeTodos, followIntake } from '../intakes/follow-todos';
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
import { mailLicenseCode, purgeLicenseCodes } from '../licenses/claims/proofs';
import { findWatched, tellWatched } from '../licenses/tell-watched';
import type { Log } from '../log';
import { tellPartnerEnded } from '../network/partners/tell-partner';
import { purgeFeeds } from '../notices/forget-feed';
import { followHarvest } from '../notifications/follow-harvests';
import { followInvites } from '../notifications/follow-invites';
import { mailFromFeed } from '../notifications/mail/feed-letter';
import { heldFirst } from '../notifications/mail/hold';
import { sendDueLetters } from '../notifications/mail/send-due';
import { notifyPeople } from '../notifications/notify';
import { settle, settleNotifications } from '../notifications/settle';
import { wakeSnoozed } from '../notifications/snooze';
import { mailMention } from '../orders/comments/mentions';
import { noteUnsentMail, sendOrderMail } from '../orders/documents/mail-documents';
import { announceChange, announceNews, mailOrderNews } from '../orders/news/news-letters';
import { mailCancelledOrder, mailOrderTo, mailPlacedOrder } from '../orders/order-letters';
import { mailProblem, mailProblemAnswer, mailProblemTo } from '../orders/problems/problem-letters';
import { mailCompanyInvitation } from '../organization/company-invites';
import { GIVEN_UP, type JobData, QUEUES, type Queue, type QueueName } from '../queues';
import { findDueMailings, mailReport, mailReportTo, noteUnsentReport } from '../reports/mailings/mail-reports';
import { findOldRecords, sweepRecords } from '../retention/sweep-records';
import { finishDeletion } from '../session/delete-account';
import { mailInvitation } from '../team/mail-invitation';
import { purgeUsage } from '../usage/forget-usage';
import { purgeReceipts } from '../webhooks/receiver';
import { remindOwners } from '../webhooks/remind-owners';
import { sendProduct } from '../wholesale/products/send-product';
import { readHinted, sendOrder } from '../wholesale/read-order';
import { readWholesale, sweepWholesale } from '../wholesale/read-wholesale';
import { findDueStock, pushWholesaleStock } from '../wholesale/stock/push-due';
import { BULKS } from './bulks';
import { purgeFailedJobs } from './failed-jobs';
import { keepQueues } from './keep-queues';
import { openBoss } from './open-boss';
import { wakeDue } from './wake-due';
import { type Running, work, workOnGivenUp } from './worker';

/** Every queue's handler; a missing one doesn't compile. */
const WORK: { [N in QueueName]: (services: Services, data: JobData<N>) => Promise<void> } = {
  notify: notifyPeople,
  'settle-notifications': settleNotifications,
  'follow-invites': followInvites,
  'wake-snoozed': wakeSnoozed,
  'order-placed': mailPlacedOrder,
  'order-cancelled': mailCancelledOrder,
  'order-letter': heldFirst('order-letter', mailOrderTo),
  'order-news': announceNews,
  'order-changed': announceChange,
  'order-news-letter': heldFirst('order-news-letter', mailOrderNews),
  'order-problem': mailProblem,
  'problem-letter': heldFirst('problem-letter', mailProblemTo),
  'problem-answer': heldFirst('problem-answer', mailProblemAnswer),
  'mention-letter': heldFirst('mention-letter', mailMention),
  'difference-question': heldFirst('difference-question', mailQuestion),
  'deal-letter': heldFirst('deal-letter', mailDeal),
  'expire-deals': expireDeals,
  'approval-letter': heldFirst('approval-letter', mailApprover),
  'approval-answer': heldFirst('approval-answer', mailApprovalAnswer),
  'find-followed': findFollowed,
  'follow-news': noteFollowed,
  'follow-letter': heldFirst('follow-letter', mailFollowed),
  'send-due-letters': sendDueLetters,
  'feed-letter': mailFromFeed,
  'order-mail': sendOrderMail,
  'account-deleted': finishDeletion,
  'org-invitation': mailInvitation,
  'company-invitation': mailCompanyInvitation,
  'brand-invitation': mailBrandInvitation,
  'channel-invitation': mailChannelInvitation,
  'connection-invitation': mailConnectionLink,
  'license-code': mailLicenseCode,
  'brand-suggestion': mailSuggestion,
  'identity-letter': mailIdentity,
  'chat-channel': syncChannel,
  'chat-export': makeExport,
  'chat-network-channel': syncNetworkChannel,
  'chat-org-channel': syncOrgChannel,
  'chat-mention': tellMentioned,
  'chat-person': syncPerson,
  'chat-sign-out': revokeChat,
  'chat-team': syncTeamChannels,
  'sweep-chat': sweepChat,
  'find-watched': findWatched,
  'tell-watched': (services, data) => tellWatched(services, data, settle),
  'partner-ends': tellPartnerEnded,
  'license-moved': followLicense,
  'sync-license': syncLicense,
  'follow-harvest': followHarvest,
  'follow-intake': followIntake,
  'find-intake-todos': findIntakeTodos,
  'read-license': changesReader(TRACKED),
  'read-history': historyReader(TRACKED),
  'read-deliveries': readDeliveries,
  'read-lab-results': readLabResults,
  'send-tracking-writes': sendTrackingWrites,
  'compare-licenses': compareLicenses,
  'send-marketplace-moves': sendMarketplaceMoves,
  'read-books': readBooksChanges,
  'read-books-records': readBooksRecords,
  'audit-books': auditBooks,
  'sweep-books': sweepBooks,
  'sweep-books-records': sweepBooksRecords,
  'find-books': findBooks,
  'check-books': checkBooks,
  'follow-books': followBooks,
  'push-books': pushBooks,
  'resume-pushes': resumePushes,
  'send-wholesale-product': sendProduct,
  'find-due-stock': findDueStock,
  'push-wholesale-stock': pushWholesaleStock,
  'sweep-wholesale': sweepWholesale,
  'read-wholesale': readWholesale,
  'wholesale-hint': readHinted,
  'send-wholesale-order': sendOrder,
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
    await purgeFailedJobs(database.db);
    await purgeLicenseCodes(database.db);
    await purgeFeeds(database.db);
    await purgeUsage(database.db);
    await purgeMentions(database.db);
    await purgeExports(database.db);
    await purgeAudits(database.db);
    await purgeReceipts(database.db);
  },
  'remind-of-api-keys': remindMakers,
  'remind-of-webhooks': remindOwners,
  'find-old-records': findOldRecords,
  'sweep-records': (services, data) => sweepRecords(services, data),
};

const NAMES = Object.keys(QUEUES) as QueueName[];

/**
 * Starts the queues of a prepared database; all server processes share the work. `running` is what this one works on. A
 * queue's workers begin with its first job: all of them at once would ask for jobs where nearly no queue has any.
 */
export async function startJobs(
  given: Omit<Services, 'jobs'>,
): Promise<Jobs & { readonly running: ReadonlyMap<string, number> }> {
  const { config, database, log } = given;
  const running: Running = new Map();
  /** What begins the work of queues that had no job yet. */
  const beginning = new Map<string, () => Promise<void>>();
  const news = (queue: string) => {
    const begin = beginning.get(queue);
    if (!begin) return wake(queue);
    beginning.delete(queue);
    begin().catch((err: unknown) => {
      beginning.set(queue, begin);
      log.error({ err, job: queue }, 'the work of a queue did not begin');
    });
  };
  const { boss, wake } = openBoss(database, log, { news });
  const jobs = {
    running,
    enqueue: enqueuesWith(boss),
    close: () => {
      beginning.clear();
      endWaking();
      return boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
  const services: Services = { ...given, jobs };
  await boss.start();
  for (const name of NAMES.filter(isOffered(config)))
    beginning.set(name, () => work(boss, services, name, WORK[name] as never, running));
  beginning.set(GIVEN_UP, () =>
    workOnGivenUp(boss, services, { 'order-mail': noteUnsentMail, 'report-letter': noteUnsentReport }),
  );
  const endWaking = wakeDue(database.pool, [...NAMES, GIVEN_UP], news, log);
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

/** Creates what the queues need in the platform's own database, and brings it up to date: finished jobs stay `keepDays`. */
export async function prepareJobs(
  database: Database,
  log: Log,
  keepDays: number | null = CHOSEN.jobs.days,
): Promise<void> {
  const { boss } = openBoss(database, log, { supervise: false, schedule: false });
  await boss.start();
  await keepQueues(boss, database.db, keepDays);
  await boss.stop({ graceful: false });
}

/**
 * Enqueues a job in the caller's transaction. Where one waiting job is enough, an equal one that waits isn't begun before
 * that transaction ends: it would read the state before it, and nobody would do the work of what is written here.
 */
export function enqueuesWith(boss: Pick<PgBoss, 'send'>): Jobs['enqueue'] {
  return async (db, { name, data, again, startAt }) => {
    const place = { ...placeOf(name, data, again), ...(startAt === undefined ? {} : { startAfter: startAt }) };
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
function placeOf(name: QueueName, data: unknown, again: string | undefined): SendOptions {
  const { once, ever, after }: Queue = QUEUES[name];
  const orgId = (data as { orgId?: number } | null)?.orgId;
  return {
    ...(orgId === undefined ? {} : { group: { id: String(orgId) } }),
    ...(after === undefined ? {} : { startAfter: after }),
    ...(once ? { singletonKey: JSON.stringify(data) } : {}),
    ...(ever ? { id: idOf(again === undefined ? [name, data] : [name, data, again]) } : {}),
  };
}

/** The key of equal jobs, of which the queue keeps one. */
function idOf(parts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5');
}

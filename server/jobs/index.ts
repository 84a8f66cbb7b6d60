import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import { reconcileBilling } from '../billing/reconcile';
import { keepChannel } from '../chat/keep-channel';
import { followTeam } from '../chat/team';
import type { Jobs, JobTools } from '../context';
import { purgeKeys } from '../http/idempotency';
import { purgeExpired } from '../identity';
import { checkIntegrations } from '../integrations/check-integrations';
import { syncLicense } from '../integrations/sync-license';
import { tellMarketplaceOf } from '../integrations/tell-marketplace';
import type { Log } from '../log';
import { mailPlacedOrder } from '../orders/mail-placed-order';
import { mailInvitation } from '../team/mail-invitation';

type Handler = (tools: JobTools, data: never) => Promise<void>;

/** Every queue by name, with the work it does. Each job may run more than once and must bear it. */
const QUEUES: Record<string, Handler> = {
  'order-placed': mailPlacedOrder,
  'org-invitation': mailInvitation,
  'chat-channel': keepChannel,
  'chat-team': followTeam,
  'sync-license': syncLicense,
  'tell-marketplace': tellMarketplaceOf,
  'check-integrations': checkIntegrations,
  'reconcile-billing': reconcileBilling,
  'purge-expired': async ({ database }) => {
    await purgeExpired(database.db);
    await purgeKeys(database.db);
  },
};

const HOURLY = '17 * * * *';
const HALF_PAST = '30 * * * *';
const QUARTER_HOURLY = '*/15 * * * *';

/** Up to twenty at a time, each settled by itself, and at once again while there are more. */
const POLLING = { pollingIntervalSeconds: 2, batchSize: 20, perJobResults: true, burstWhenBatchFull: true } as const;

/** Starts the queue on the platform's own database; every server process works off the same one. */
export async function startJobs(given: Omit<JobTools, 'enqueue'>): Promise<Jobs> {
  const { pool } = given.database;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
  });
  const enqueue: Jobs['enqueue'] = async (db, { name, data }) => {
    await boss.send(name, data, { db: fromDrizzle(db, sql) });
  };
  const tools: JobTools = { ...given, enqueue };
  boss.on('error', (error) => tools.log.error({ err: error }, 'jobs'));
  await boss.start();
  for (const [name, work] of Object.entries(QUEUES)) {
    await boss.createQueue(name, { retryLimit: 5, retryBackoff: true });
    await boss.work(name, POLLING, async (batch) => {
      const results: JobResult[] = [];
      for (const { id, data } of batch)
        results.push(await settle(tools.log, { id, name }, () => work(tools, data as never)));
      return results;
    });
  }
  await boss.schedule('purge-expired', HOURLY);
  await boss.schedule('reconcile-billing', HALF_PAST);
  await boss.schedule('check-integrations', QUARTER_HOURLY);

  return {
    enqueue,
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Does one job; one that fails is tried again, whatever becomes of the others of its batch. */
async function settle(log: Log, { id, name }: Pick<Job, 'id' | 'name'>, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work();
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: name }, 'a job failed');
    return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } };
  }
}

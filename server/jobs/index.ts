import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { reconcileBilling } from '../billing/reconcile';
import { keepChannel } from '../chat/keep-channel';
import { followTeam } from '../chat/team';
import type { Jobs, JobTools } from '../context';
import { purgeKeys } from '../http/idempotency';
import { purgeExpired } from '../identity';
import { checkIntegrations } from '../integrations/check-integrations';
import { syncLicence } from '../integrations/sync-licence';
import { tellMarketplaceOf } from '../integrations/tell-marketplace';
import { mailPlacedOrder } from '../orders/mail-placed-order';
import { mailInvitation } from '../team/mail-invitation';

type Handler = (tools: JobTools, data: never) => Promise<void>;

/** Every queue by name, with the work it does. Each job may run more than once and must bear it. */
const QUEUES: Record<string, Handler> = {
  'order-placed': mailPlacedOrder,
  'org-invitation': mailInvitation,
  'chat-channel': keepChannel,
  'chat-team': followTeam,
  'sync-licence': syncLicence,
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
    await boss.work(name, { pollingIntervalSeconds: 2 }, async (batch) => {
      for (const job of batch) await work(tools, job.data as never);
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

import { randomUUID } from 'node:crypto';
import { and, asc, inArray, isNotNull, lt, ne, or } from 'drizzle-orm';
import type { AuditEntry, Services } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { auditLog, hostedPages, subscriptions } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { transact } from '../db/transact';
import { publish } from '../live/publish';
import { acknowledge, type Settlement, settlePage, settleSubscription } from './settle';

/** Rows of each kind per run; the next run continues. */
const MOST = 500;
/** A subscription is checked at least this often: it may have been ended at the service. */
const CHECKED_EVERY_MS = 86_400_000;

/**
 * Checks unfinished checkout pages, portal visits that may have changed a subscription, expired periods and, once a day,
 * every other subscription with the billing service, so a closed browser never leaves a plan outdated: those checked
 * longest ago first, so that none that can't be settled keeps others waiting. A failure doesn't stop the rest; it is
 * raised at the end for the queue to retry.
 */
export async function reconcileBilling({
  database: { db },
  billing,
  jobs,
}: Pick<Services, 'database' | 'billing' | 'jobs'>): Promise<void> {
  const now = new Date();
  const run = randomUUID();
  const settlement: Settlement = {
    db,
    now,
    billing,
    inTransaction: (work) =>
      transact(db, (tx) =>
        work({
          db: tx,
          publish: (event) => publish(tx, event),
          audit: (entry) => record(tx, run, entry),
          enqueue: (job) => jobs.enqueue(tx, job),
        }),
      ),
  };
  const pages = await db
    .select()
    .from(hostedPages)
    .where(inArray(hostedPages.state, ['requested', 'succeeded']))
    .orderBy(asc(hostedPages.updatedAt), asc(hostedPages.id))
    .limit(MOST);
  const doubtful = await db
    .select({ id: subscriptions.id, orgId: subscriptions.orgId })
    .from(subscriptions)
    .where(
      or(
        isNotNull(subscriptions.portalUntil),
        and(
          ne(subscriptions.status, 'cancelled'),
          or(
            lt(subscriptions.currentTermEnd, now),
            lt(subscriptions.updatedAt, new Date(now.getTime() - CHECKED_EVERY_MS)),
          ),
        ),
      ),
    )
    .orderBy(asc(subscriptions.updatedAt), asc(subscriptions.id))
    .limit(MOST);
  // Whatever becomes of these, the next run begins with others.
  await touch(db, hostedPages, pages, now);
  await touch(db, subscriptions, doubtful, now);
  const work = [
    ...pages.map((page) => () => (page.state === 'succeeded' ? acknowledge : settlePage)(settlement, page)),
    ...doubtful.map(
      ({ orgId }) =>
        () =>
          settleSubscription(settlement, orgId, null),
    ),
  ];
  let failure: unknown;
  for (const settle of work) await settle().catch((error: unknown) => (failure ??= error));
  if (failure) throw failure;
}

async function touch(db: Db, table: typeof hostedPages | typeof subscriptions, rows: { id: number }[], now: Date) {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.update(table).set({ updatedAt: now }).where(isOneOf(table.id, ids));
}

/** An audit entry without a person. */
async function record(db: Db, run: string, { entity = 'subscription', orgId, id, before, after }: AuditEntry) {
  const entityId = id === null ? null : String(id);
  const of = { orgId: orgId ?? NO_ORGANIZATION, endpoint: 'JOB reconcile-billing', requestId: run };
  await db.insert(auditLog).values({ ...of, entity, entityId, before: before ?? null, after: after ?? null });
}

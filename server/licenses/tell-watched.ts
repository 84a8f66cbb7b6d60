import { and, asc, eq } from 'drizzle-orm';
import { newsOf } from '../../domain/licenses/watch';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { licenses, licenseWatches } from '../db/schema';
import { transact } from '../db/transact';
import { noticeAt } from '../notices/notices';
import type { JobData } from '../queues';
import { known } from './read-warning';
import { tellExpiring } from './tell-expiring';

/** Has every organization’s watched licenses looked at, and programs told of their own that expire. */
export async function findWatched(services: Services): Promise<void> {
  const {
    database: { db },
    jobs,
  } = services;
  await tellExpiring(db);
  const found = await db.selectDistinct({ orgId: licenseWatches.orgId }).from(licenseWatches);
  for (const { orgId } of found) await jobs.enqueue(db, { name: 'tell-watched', data: { orgId } });
}

type Settle = (tx: Db, settled: JobData<'settle-notifications'>) => Promise<void>;

/**
 * Tells an organization what became of the licenses it watches, and keeps that it was told: together, so that nothing is
 * told twice however often this runs. `settle` settles what was told before.
 */
export async function tellWatched(
  { config, database: { db }, jobs }: Services,
  { orgId }: JobData<'tell-watched'>,
  settle: Settle,
): Promise<void> {
  await transact(db, async (tx) => {
    const now = new Date();
    const watches = await tx
      .select()
      .from(licenseWatches)
      .where(eq(licenseWatches.orgId, orgId))
      .orderBy(asc(licenseWatches.licenseId))
      .for('no key update');
    for (const watch of watches) {
      const { licenseId } = watch;
      const [license] = await tx.select().from(licenses).where(eq(licenses.id, licenseId));
      if (license === undefined) continue;
      const before = {
        lapse: watch.toldLapse,
        expiresOn: watch.toldExpiresOn,
        barred: watch.toldBarred,
        isGone: watch.toldGone,
      };
      const { steps, told, isRenewed } = newsOf(known(license), before, now);
      const after = {
        toldLapse: told.lapse,
        toldExpiresOn: told.expiresOn,
        toldBarred: told.barred,
        toldGone: told.isGone,
      };
      await tx
        .update(licenseWatches)
        .set(after)
        .where(and(eq(licenseWatches.orgId, orgId), eq(licenseWatches.licenseId, licenseId)));
      const subject = subjectOf.watchedLicense(licenseId);
      // At once: as a job it might settle what is told below as well.
      if (isRenewed && config.parts.feed) await settle(tx, { orgId, subjects: [subject], outcome: 'Renewed' });
      for (const step of steps) {
        const expiresOn = step === 'GONE' ? null : license.expiresOn;
        const payload = { about: 'LICENSE_WATCHED' as const, licenseId, step, expiresOn };
        await jobs.enqueue(tx, noticeAt({ type: 'CUSTOM', orgId, subject, payload }, { by: null, now }));
      }
    }
  });
}

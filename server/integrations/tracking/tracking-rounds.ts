import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { HISTORY_BEGINS } from '../../../domain/integrations/tracking-reads';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { licenseSyncs, trackingReads } from '../../db/schema';
import { transact } from '../../db/transact';

type Ids = { orgId: number; licenseId: number };

/** Has every list of a license read from its beginning, in the transaction `tx`. */
export async function beginRound(tx: Db, { orgId, licenseId }: Ids): Promise<void> {
  await tx
    .update(licenseSyncs)
    .set({ roundBeganAt: sql`date_trunc('milliseconds', statement_timestamp())` })
    .where(and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenseId)));
  await tx
    .update(trackingReads)
    .set({ roundUntil: new Date(HISTORY_BEGINS), spanSeconds: null, records: 0, problem: null, incompleteAt: null })
    .where(and(eq(trackingReads.orgId, orgId), eq(trackingReads.licenseId, licenseId)));
}

/** Each night, compares every license whose history was read with the tracking system, whole. */
export async function compareLicenses({ database: { db }, jobs }: Services): Promise<void> {
  const compared = await db
    .select({ orgId: licenseSyncs.orgId, licenseId: licenseSyncs.licenseId })
    .from(licenseSyncs)
    .where(and(isNotNull(licenseSyncs.comparedAt), isNull(licenseSyncs.roundBeganAt)));
  for (const ids of compared) {
    await transact(db, async (tx) => {
      await beginRound(tx, ids);
      await jobs.enqueue(tx, { name: 'sync-license', data: ids });
    });
  }
}

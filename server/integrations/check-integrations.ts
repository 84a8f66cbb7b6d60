import { eq } from 'drizzle-orm';
import type { Services } from '../context';
import { licenseSyncs, marketplaceMoves } from '../db/schema';
import { transact } from '../db/transact';
import { publish } from '../live/publish';
import { endSyncs, readOrganizations } from './tracking/end-syncs';

/**
 * Checks every connected license again, but ends the sync of organizations that have nobody left or whose plan no longer
 * includes it; and sends order changes the wholesale marketplace hasn't received yet.
 */
export async function checkIntegrations({ config: { parts }, database: { db }, jobs }: Services): Promise<void> {
  const connected = await db
    .select({ orgId: licenseSyncs.orgId, licenseId: licenseSyncs.licenseId })
    .from(licenseSyncs);
  const orgIds = [...new Set(connected.map(({ orgId }) => orgId))];
  const read = await readOrganizations(db, orgIds);
  for (const orgId of orgIds.filter((id) => !read.has(id))) {
    await transact(db, async (tx) => {
      await endSyncs({ db: tx, enqueue: (job) => jobs.enqueue(tx, job) }, orgId);
      await publish(tx, { topic: 'organization', kind: 'changed', id: orgId, orgIds: [orgId] });
    });
  }
  // Of a part that is switched off, jobs wait: each check would add to them.
  for (const data of connected.filter(({ orgId }) => parts.tracking && read.has(orgId)))
    await jobs.enqueue(db, { name: 'sync-license', data });
  if (!parts.wholesale) return;
  const open = await db
    .selectDistinct({ orgId: marketplaceMoves.orgId, orderId: marketplaceMoves.orderId })
    .from(marketplaceMoves)
    .where(eq(marketplaceMoves.state, 'PENDING'));
  for (const data of open) await jobs.enqueue(db, { name: 'send-marketplace-moves', data });
}

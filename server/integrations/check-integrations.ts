import { eq } from 'drizzle-orm';
import type { Services } from '../context';
import { licenseSyncs, marketplaceMoves } from '../db/schema';

/** Checks every connected license again, and sends order changes the wholesale marketplace hasn't received yet. */
export async function checkIntegrations({ database: { db }, jobs }: Services): Promise<void> {
  const connected = await db
    .select({ orgId: licenseSyncs.orgId, licenseId: licenseSyncs.licenseId })
    .from(licenseSyncs);
  for (const data of connected) await jobs.enqueue(db, { name: 'sync-license', data });
  const open = await db
    .selectDistinct({ orgId: marketplaceMoves.orgId, orderId: marketplaceMoves.orderId })
    .from(marketplaceMoves)
    .where(eq(marketplaceMoves.state, 'PENDING'));
  for (const data of open) await jobs.enqueue(db, { name: 'send-marketplace-moves', data });
}

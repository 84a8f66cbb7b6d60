import { eq } from 'drizzle-orm';
import type { JobTools } from '../context';
import { licenseSyncs, marketplaceMoves } from '../db/schema';

/** Looks at every connected license again, and goes on with what the wholesale marketplace was not told. */
export async function checkIntegrations({ database: { db }, enqueue }: JobTools): Promise<void> {
  const connected = await db.select({ licenseId: licenseSyncs.licenseId }).from(licenseSyncs);
  for (const data of connected) await enqueue(db, { name: 'sync-license', data });
  const open = await db
    .selectDistinct({ orderId: marketplaceMoves.orderId })
    .from(marketplaceMoves)
    .where(eq(marketplaceMoves.state, 'PENDING'));
  for (const data of open) await enqueue(db, { name: 'tell-marketplace', data });
}

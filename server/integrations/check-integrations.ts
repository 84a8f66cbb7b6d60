import { eq } from 'drizzle-orm';
import type { JobTools } from '../context';
import { licenceSyncs, marketplaceMoves } from '../db/schema';

/** Looks at every connected licence again, and goes on with what the wholesale marketplace was not told. */
export async function checkIntegrations({ database: { db }, enqueue }: JobTools): Promise<void> {
  const connected = await db.select({ licenceId: licenceSyncs.licenceId }).from(licenceSyncs);
  for (const data of connected) await enqueue(db, { name: 'sync-licence', data });
  const open = await db
    .selectDistinct({ orderId: marketplaceMoves.orderId })
    .from(marketplaceMoves)
    .where(eq(marketplaceMoves.state, 'PENDING'));
  for (const data of open) await enqueue(db, { name: 'tell-marketplace', data });
}

import { and, eq } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { wholesaleSyncs } from '../db/schema';
import { places } from '../integrations/credential-encryption';
import type { ShopAccess } from '../integrations/wholesale/wholesale-marketplace';

export type Sync = typeof wholesaleSyncs.$inferSelect;
/** A connection with its key opened. */
export type OpenShop = { sync: Sync; at: ShopAccess };

export async function findSync(db: Db, orgId: number, syncId: number): Promise<Sync | undefined> {
  const [sync] = await db
    .select()
    .from(wholesaleSyncs)
    .where(and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.id, syncId)));
  return sync;
}

/** A connection's shop there; null without a key. `isBackground` calls wait behind people's. */
export function openShop(
  { integrations }: Pick<Services, 'integrations'>,
  sync: Sync,
  isBackground: boolean,
): OpenShop | null {
  if (sync.sealedKey === null) return null;
  const key = integrations.vault.open(sync.sealedKey, places.wholesale(sync.orgId, sync.usState));
  return { sync, at: { key, orgId: sync.orgId, isBackground } };
}

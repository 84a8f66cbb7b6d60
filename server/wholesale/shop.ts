import { and, eq } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { wholesaleSyncs } from '../db/schema';
import type { ShopAccess } from '../integrations/wholesale/wholesale-marketplace';
import { openShop as openAccess, type Sync } from './syncs';

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
  return { sync, at: openAccess({ integrations }, sync, isBackground) };
}

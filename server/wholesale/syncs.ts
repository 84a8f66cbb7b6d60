import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { companies, wholesaleSyncs } from '../db/schema';
import { places } from '../integrations/credential-encryption';
import type { ShopAccess } from '../integrations/wholesale/wholesale-marketplace';

export type Sync = typeof wholesaleSyncs.$inferSelect;
export type SyncKey = { orgId: number; syncId: number };
export type SyncCompany = typeof companies.$inferSelect;

/** A connection that has a key; undefined once it is disabled. */
export async function findActiveSync(db: Db, { orgId, syncId }: SyncKey): Promise<Sync | undefined> {
  const [sync] = await db
    .select()
    .from(wholesaleSyncs)
    .where(and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.id, syncId), isNotNull(wholesaleSyncs.sealedKey)));
  return sync;
}

/** The company whose orders these are: the one it names, or the only one in its state. Undefined while nobody chose. */
export async function companyOf(db: Db, sync: Pick<Sync, 'orgId' | 'usState' | 'companyId'>) {
  const found = await sellingCompanies(db, sync);
  if (sync.companyId !== null) return found.find(({ id }) => id === sync.companyId);
  return found.length === 1 ? found[0] : undefined;
}

/** The companies that sell in a connection's state. */
export const sellingCompanies = (db: Db, { orgId, usState }: Pick<Sync, 'orgId' | 'usState'>): Promise<SyncCompany[]> =>
  db
    .select()
    .from(companies)
    .where(and(eq(companies.orgId, orgId), eq(companies.usState, usState), isNull(companies.removedAt)))
    .orderBy(asc(companies.id));

/** What opens a connection's shop, for a job unless a person waits. */
export function openShop(
  { integrations }: Pick<Services, 'integrations'>,
  sync: Sync,
  isBackground = true,
): ShopAccess {
  const key = integrations.vault.open(sync.sealedKey ?? '', places.wholesale(sync.orgId, sync.usState));
  return { key, orgId: sync.orgId, isBackground };
}

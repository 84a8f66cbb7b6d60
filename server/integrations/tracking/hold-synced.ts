import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { holdShared } from '../../db/hold';
import { licenseSyncs } from '../../db/schema';

/**
 * Whether a license is still synced, in a transaction that stores what was read of it and does so first: until it ends the
 * license isn't removed.
 */
export async function holdSynced(tx: Db, { orgId, licenseId }: { orgId: number; licenseId: number }): Promise<boolean> {
  await holdShared(tx, [{ kind: 'license', id: licenseId }]);
  const own = and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenseId));
  return (await tx.$count(licenseSyncs, own)) > 0;
}

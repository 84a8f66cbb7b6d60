import { and, eq } from 'drizzle-orm';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { holdShared } from '../../db/hold';
import { licenseSyncs, licenses, trackingKeys } from '../../db/schema';
import { KeyRefused } from '../answers';
import { places } from '../credential-encryption';
import { findLicense, keyInUse, type SyncedLicense } from './list-license-syncs';
import type { LicenseAccess } from './tracking-calls';

/** How a job reaches a license for somebody: with their own key for its state, else the license's; undefined without. */
export async function accessOf(
  { database: { db }, integrations: { vault } }: Services,
  { orgId, licenseId, orgUserId }: { orgId: number; licenseId: number; orgUserId: number },
): Promise<LicenseAccess | undefined> {
  const found = await findLicense(db, orgId, eq(licenses.id, licenseId));
  if (found === undefined) return undefined;
  const { usState, licenseNumber } = found.license;
  const [own] = await db
    .select()
    .from(trackingKeys)
    .where(
      and(eq(trackingKeys.orgId, orgId), eq(trackingKeys.orgUserId, orgUserId), eq(trackingKeys.usState, usState)),
    );
  const userKey = own ? vault.open(own.sealedKey, places.ownKey(orgUserId, usState)) : keyInUse(found, vault);
  return userKey === undefined ? undefined : { usState, licenseNumber, userKey };
}

type License = { orgId: number; licenseId: number };

/**
 * Whether a license is still synced, in a transaction that stores what was read of it and does so first: until it ends the
 * license isn't removed.
 */
export async function holdSynced(tx: Db, { orgId, licenseId }: License): Promise<boolean> {
  await holdShared(tx, [{ kind: 'license', id: licenseId }]);
  const own = and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenseId));
  return (await tx.$count(licenseSyncs, own)) > 0;
}

/**
 * Does a job's work about a license while it is synced, with the key it is synced with; else nothing. A refused key is
 * left to the license's sync to check.
 */
export async function whileSynced(
  { database: { db }, integrations: { vault }, jobs }: Services,
  license: License,
  work: (found: SyncedLicense, at: LicenseAccess) => Promise<void>,
): Promise<void> {
  const found = await findLicense(db, license.orgId, eq(licenses.id, license.licenseId));
  if (!found?.sync || found.status === 'OFFLINE' || found.status === 'SYNC_PENDING') return;
  const userKey = keyInUse(found, vault);
  if (userKey === undefined) return;
  const { usState, licenseNumber } = found.license;
  try {
    await work(found, { usState, licenseNumber, userKey });
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    await jobs.enqueue(db, { name: 'sync-license', data: license });
  }
}

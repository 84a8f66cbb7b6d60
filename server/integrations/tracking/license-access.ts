import { and, eq } from 'drizzle-orm';
import { explainNoAccess, includesLicense } from '../../../domain/integrations/tracking';
import type { Services } from '../../context';
import { licenses, orgUsers, trackingKeys } from '../../db/schema';
import { KeyRefused } from '../answers';
import { places } from '../credential-encryption';
import { findLicense, keyInUse, type SyncedLicense } from './list-license-syncs';
import { saveRefusedKey } from './save-sync-status';
import type { LicenseAccess } from './tracking-calls';

/**
 * How a job reaches a license for somebody: with their own key for its state while they are a member, else the license's;
 * undefined without.
 */
export async function accessOf(
  { database: { db }, integrations: { vault } }: Services,
  { orgId, licenseId, orgUserId }: { orgId: number; licenseId: number; orgUserId: number },
): Promise<LicenseAccess | undefined> {
  const found = await findLicense(db, orgId, eq(licenses.id, licenseId));
  if (found === undefined) return undefined;
  const { usState, licenseNumber } = found.license;
  const [own] = await db
    .select({ sealedKey: trackingKeys.sealedKey })
    .from(trackingKeys)
    .innerJoin(orgUsers, and(eq(orgUsers.id, trackingKeys.orgUserId), eq(orgUsers.status, 'ACTIVE')))
    .where(
      and(eq(trackingKeys.orgId, orgId), eq(trackingKeys.orgUserId, orgUserId), eq(trackingKeys.usState, usState)),
    );
  const userKey = own ? vault.open(own.sealedKey, places.ownKey(orgUserId, usState)) : keyInUse(found, vault);
  return userKey === undefined ? undefined : { usState, licenseNumber, userKey };
}

type License = { orgId: number; licenseId: number };

/**
 * What their clock says, in milliseconds, once the key itself is known to be good for the license: whatever is refused
 * beside is that list's alone. Raises KeyRefused with the reason, and UNAVAILABLE when nothing answers.
 */
export async function assertKeyOpens({ integrations }: Services, at: LicenseAccess): Promise<number> {
  const { licenseNumbers, theirNow } = await integrations.tracking.openedBy(at);
  if (!includesLicense(licenseNumbers, at.licenseNumber)) {
    throw new KeyRefused(explainNoAccess(at.licenseNumber, licenseNumbers, 'Its key'));
  }
  return theirNow;
}

/**
 * Does a job's work about a license while it is synced, with the key it is synced with; else nothing. Work raises
 * KeyRefused only once the key itself is refused: then the license goes offline, without any other job.
 */
export async function whileSynced(
  tools: Services,
  license: License,
  work: (found: SyncedLicense, at: LicenseAccess) => Promise<void>,
): Promise<void> {
  const { database, integrations } = tools;
  const found = await findLicense(database.db, license.orgId, eq(licenses.id, license.licenseId));
  if (!found?.sync || found.status === 'OFFLINE' || found.status === 'SYNC_PENDING') return;
  const userKey = keyInUse(found, integrations.vault);
  if (userKey === undefined) return;
  const { usState, licenseNumber } = found.license;
  try {
    await work(found, { usState, licenseNumber, userKey });
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    await saveRefusedKey(tools, found, error);
  }
}

import { and, eq } from 'drizzle-orm';
import type { Services } from '../context';
import { licenses, trackingKeys } from '../db/schema';
import { findLicense, keyInUse } from './license-syncs';
import type { LicenseAccess } from './tracking-calls';
import { places } from './vault';

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

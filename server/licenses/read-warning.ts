import { and, eq } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { type KnownLicense, warningOf } from '../../domain/licenses/warning';
import type { LicenseWarning } from '../../domain/organization/license-warning';
import type { Db } from '../db/client';
import { licenses, licenseWatches } from '../db/schema';

type License = typeof licenses.$inferSelect;

/** What of a license its warnings and steps are made of. */
export const known = (license: License): KnownLicense => ({
  licenseNumber: license.licenseNumber,
  usState: license.usState,
  expiresOn: license.expiresOn,
  statedStatus: license.statedStatus,
  checkedAt: license.checkedAt?.toISOString() ?? null,
  isListed: license.isPublic && license.removedAt === null,
});

/**
 * What an organization is warned of about a license: one of its own, or one the directory shows. Of any other nothing is
 * said, but to who watches it that it is gone.
 */
export async function readWarning(
  db: Db,
  { orgId }: Pick<Membership, 'orgId'>,
  licenseId: number | null,
): Promise<LicenseWarning | null> {
  if (licenseId === null) return null;
  const [found] = await db
    .select({ license: licenses, watched: licenseWatches.licenseId })
    .from(licenses)
    .leftJoin(licenseWatches, and(eq(licenseWatches.orgId, orgId), eq(licenseWatches.licenseId, licenses.id)))
    .where(eq(licenses.id, licenseId));
  if (found === undefined) return null;
  const license = known(found.license);
  const isWatched = found.watched !== null;
  const isSeen = license.isListed || (found.license.orgId === orgId && found.license.removedAt === null);
  return isSeen || isWatched ? warningOf(license, isWatched, new Date()) : null;
}

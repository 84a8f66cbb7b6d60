import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { licenseConnectionStatus } from '../../../domain/access/vocabulary';
import { notFound } from '../../../domain/errors';
import type { tracking } from '../../../domain/integrations/contract';
import type { TrackingLicenseSync } from '../../../domain/integrations/integrations';
import { toListReads } from '../../../domain/integrations/tracking-lists';
import type { Db } from '../../db/client';
import { licenseSyncs, licenses, orgUsers, trackingKeys, trackingReads, users } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { places, type Vault } from '../credential-encryption';

export const listLicenseSyncs: Verb<typeof tracking.licenseSyncs> = async ({ db, membership }) =>
  (await findLicenses(db, membership.orgId, visibleLicenses(membership))).map(toLicenseSync);

/** What a license's key may read, list by list. NOT_FOUND unless the caller sees the license and it is synced. */
export const listLicenseLists: Verb<typeof tracking.licenseLists> = async ({ db, membership }, { params }) => {
  const where = and(eq(licenses.id, params.licenseId), visibleLicenses(membership));
  const found = await findLicense(db, membership.orgId, where);
  if (!found?.sync) throw notFound('License sync');
  const reads = await db
    .select()
    .from(trackingReads)
    .where(and(eq(trackingReads.orgId, membership.orgId), eq(trackingReads.licenseId, params.licenseId)));
  return toListReads(reads);
};

/** An organization's license with its sync and, if it uses a person's own key, that key. */
export async function findLicenses(db: Db, orgId: number, where: SQL | undefined) {
  const rows = await db
    .select({
      license: licenses,
      sync: licenseSyncs,
      ownKey: trackingKeys,
      owner: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(licenses)
    .leftJoin(licenseSyncs, and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenses.id)))
    .leftJoin(orgUsers, and(eq(orgUsers.id, licenseSyncs.orgUserId), eq(orgUsers.status, 'ACTIVE')))
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .leftJoin(
      trackingKeys,
      and(
        eq(trackingKeys.orgId, orgId),
        eq(trackingKeys.orgUserId, orgUsers.id),
        eq(trackingKeys.usState, licenses.usState),
      ),
    )
    .where(and(eq(licenses.orgId, orgId), where))
    .orderBy(asc(licenses.usState), asc(licenses.licenseNumber));
  return rows.map((row) => ({ ...row, status: statusOf(row.license) }));
}

export type SyncedLicense = Awaited<ReturnType<typeof findLicenses>>[number];

export async function findLicense(db: Db, orgId: number, where: SQL | undefined): Promise<SyncedLicense | undefined> {
  const [found] = await findLicenses(db, orgId, where);
  return found;
}

/** The key a license is read with; undefined if its owner left or deleted it, or there never was one. */
export function keyInUse({ license, sync, ownKey }: SyncedLicense, vault: Vault): string | undefined {
  if (sync?.sealedKey) return vault.open(sync.sealedKey, places.license(license.id));
  return ownKey ? vault.open(ownKey.sealedKey, places.ownKey(ownKey.orgUserId, ownKey.usState)) : undefined;
}

export function toLicenseSync({ license, sync, ownKey, owner, status }: SyncedLicense): TrackingLicenseSync {
  return {
    licenseId: license.id,
    licenseNumber: license.licenseNumber,
    name: license.name,
    state: { ansiAbbrevation: license.usState },
    connectionStatus: status,
    keyLastFour: sync?.lastFour ?? ownKey?.lastFour ?? null,
    keyOwner: ownKey && !sync?.sealedKey ? owner : null,
    checked: sync?.checkedAt?.toISOString() ?? null,
    problem: sync?.problem ?? null,
  };
}

function statusOf({ syncNotFound, historicalSyncDone, syncActive }: typeof licenses.$inferSelect) {
  return licenseConnectionStatus({ syncNotFound, historicalSyncDone, active: syncActive });
}

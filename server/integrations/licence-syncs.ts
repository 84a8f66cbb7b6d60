import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { tracking } from '../../domain/integrations/contract';
import type { TrackingLicenceSync } from '../../domain/integrations/integrations';
import { licenceConnectionStatus } from '../../domain/organisation/vocabulary';
import type { Db } from '../db/client';
import { licenceSyncs, licences, orgUsers, trackingKeys, users } from '../db/schema';
import { visibleLicences } from '../db/visibility';
import type { Verb } from '../http/implement';
import { places, type Vault } from './vault';

export const listLicenceSyncs: Verb<typeof tracking.licenceSyncs> = async ({ db, membership }) =>
  (await findLicences(db, visibleLicences(membership))).map(toLicenceSync);

/** A licence with its sync and, where it reads with a person's own key, that key; neither where there is none. */
export async function findLicences(db: Db, where: SQL | undefined) {
  const rows = await db
    .select({
      licence: licences,
      sync: licenceSyncs,
      ownKey: trackingKeys,
      owner: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(licences)
    .leftJoin(licenceSyncs, eq(licenceSyncs.licenceId, licences.id))
    .leftJoin(orgUsers, and(eq(orgUsers.id, licenceSyncs.orgUserId), eq(orgUsers.status, 'ACTIVE')))
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .leftJoin(trackingKeys, and(eq(trackingKeys.orgUserId, orgUsers.id), eq(trackingKeys.usState, licences.usState)))
    .where(where)
    .orderBy(asc(licences.usState), asc(licences.licenceNumber));
  return rows.map((row) => ({ ...row, status: statusOf(row.licence) }));
}

export type SyncedLicence = Awaited<ReturnType<typeof findLicences>>[number];

export async function findLicence(db: Db, where: SQL | undefined): Promise<SyncedLicence | undefined> {
  const [found] = await findLicences(db, where);
  return found;
}

/** The key a licence is read with; undefined where its person has left or forgotten it, or there never was one. */
export function keyInUse({ licence, sync, ownKey }: SyncedLicence, vault: Vault): string | undefined {
  if (sync?.sealedKey) return vault.open(sync.sealedKey, places.licence(licence.id));
  return ownKey ? vault.open(ownKey.sealedKey, places.ownKey(ownKey.orgUserId, ownKey.usState)) : undefined;
}

export function toLicenceSync({ licence, sync, ownKey, owner, status }: SyncedLicence): TrackingLicenceSync {
  return {
    licenseId: licence.id,
    licenseNumber: licence.licenceNumber,
    name: licence.name,
    state: { ansiAbbrevation: licence.usState },
    connectionStatus: status,
    keyLastFour: sync?.lastFour ?? ownKey?.lastFour ?? null,
    keyOwner: ownKey && !sync?.sealedKey ? owner : null,
    checked: sync?.checkedAt?.toISOString() ?? null,
    problem: sync?.problem ?? null,
  };
}

function statusOf({ syncNotFound, historicalSyncDone, syncActive }: typeof licences.$inferSelect) {
  return licenceConnectionStatus({ syncNotFound, historicalSyncDone, active: syncActive });
}

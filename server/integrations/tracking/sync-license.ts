import { and, eq, ne, or, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { explainNoAccess, includesLicense } from '../../../domain/integrations/tracking';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { licenseSyncs, licenses, trackingWrites } from '../../db/schema';
import { transact } from '../../db/transact';
import { publish } from '../../live/publish';
import { KeyRefused } from '../answers';
import { holdSynced } from './license-access';
import { findLicense, keyInUse, type SyncedLicense } from './list-license-syncs';
import { beginRound } from './tracking-rounds';

type Flags = Readonly<Record<'syncNotFound' | 'historicalSyncDone' | 'syncActive', boolean>>;

const SILENT = 'The tracking system isn’t responding. We’ll try again automatically.';

const BEGUN: Flags = { syncNotFound: false, historicalSyncDone: false, syncActive: false };
const READING: Flags = { ...BEGUN };
const ONLINE: Flags = { syncNotFound: false, historicalSyncDone: true, syncActive: true };
const OFFLINE: Flags = { syncNotFound: false, historicalSyncDone: true, syncActive: false };

/**
 * Moves a license from pending over syncing to online, or checks one that is online. Sets it offline, with the reason,
 * when its key is gone, refused, or can't access it. Raises UNAVAILABLE for a retry, leaving the license unchanged.
 */
export async function syncLicense(
  tools: Services,
  { orgId, licenseId }: { orgId: number; licenseId: number },
): Promise<void> {
  const { database, integrations } = tools;
  const found = await findLicense(database.db, orgId, eq(licenses.id, licenseId));
  if (!found?.sync) return;
  const key = keyInUse(found, integrations.vault);
  if (key === undefined) return saveSyncStatus(tools, found, OFFLINE, 'Its key was removed. Reconnect it.');
  if (found.status === 'SYNC_PENDING') await saveSyncStatus(tools, found, BEGUN, null);
  try {
    const facilities = await integrations.tracking.facilities(found.license.usState, key);
    const numbers = facilities.map(({ licenseNumber }) => licenseNumber);
    const { licenseNumber } = found.license;
    if (includesLicense(numbers, licenseNumber)) await saveSyncStatus(tools, found, opened(found), null);
    else await saveSyncStatus(tools, found, OFFLINE, explainNoAccess(licenseNumber, numbers, 'Its key'));
  } catch (error) {
    if (error instanceof KeyRefused) {
      return saveSyncStatus(tools, found, OFFLINE, 'The tracking system no longer accepts its key. Reconnect it.');
    }
    if (error instanceof DomainError) await saveProblem(tools, found);
    throw error;
  }
}

/** A license its key opens is online once its history was read; until then it is syncing. */
const opened = ({ sync }: SyncedLicense): Flags => (sync?.comparedAt ? ONLINE : READING);

/** Says that the tracking system didn't respond, leaving the license as it is. */
export const saveProblem = (tools: Services, found: SyncedLicense): Promise<void> =>
  saveSyncStatus(tools, found, null, SILENT);

/** A license whose history was read is online; every page hears of it. */
export async function finishHistory(tx: Db, license: SyncedLicense['license']): Promise<void> {
  const isOther = await changeFlags(tx, license, ONLINE);
  const topic = isOther ? 'organization' : 'integrations';
  await publish(tx, { topic, kind: 'changed', id: license.id, orgIds: [license.orgId] });
}

/**
 * Saves a license's sync status and publishes it: as a change of the organization, which every page reads again, only
 * if the status changed. Does nothing if another key was entered meanwhile, whose own job saves the result. Null
 * `flags` keep the status.
 */
function saveSyncStatus(
  { database, jobs }: Services,
  { license, sync }: SyncedLicense,
  flags: Flags | null,
  problem: string | null,
): Promise<void> {
  const now = new Date();
  return transact(database.db, async (tx) => {
    if (!(await holdSynced(tx, { orgId: license.orgId, licenseId: license.id }))) return;
    const isOpen = flags === ONLINE || flags === READING;
    const checkedAt = isOpen || flags === OFFLINE ? { checkedAt: now } : {};
    const sameKey = sql`${licenseSyncs.sealedKey} is not distinct from ${sync?.sealedKey ?? null}`;
    const kept = await tx
      .update(licenseSyncs)
      .set({ problem, updatedAt: now, ...checkedAt })
      .where(and(eq(licenseSyncs.orgId, license.orgId), eq(licenseSyncs.licenseId, license.id), sameKey))
      .returning({ id: licenseSyncs.licenseId });
    if (kept.length === 0) return;
    if (isOpen) {
      if (!sync?.comparedAt && !sync?.roundBeganAt)
        await beginRound(tx, { orgId: license.orgId, licenseId: license.id });
      const ids = { orgId: license.orgId, licenseId: license.id };
      await jobs.enqueue(tx, { name: 'read-license', data: ids });
      if (await hasUnsent(tx, ids)) await jobs.enqueue(tx, { name: 'send-tracking-writes', data: ids });
    }
    const isOther = flags !== null && (await changeFlags(tx, license, flags));
    const topic = isOther ? 'organization' : 'integrations';
    await publish(tx, { topic, kind: 'changed', id: license.id, orgIds: [license.orgId] });
  });
}

/** Whether something is still to be written at the tracking system, as after its key was refused. */
async function hasUnsent(tx: Db, { orgId, licenseId }: { orgId: number; licenseId: number }): Promise<boolean> {
  const unsent = await tx
    .select({ id: trackingWrites.id })
    .from(trackingWrites)
    .where(
      and(
        eq(trackingWrites.orgId, orgId),
        eq(trackingWrites.licenseId, licenseId),
        eq(trackingWrites.state, 'PENDING'),
      ),
    )
    .limit(1);
  return unsent.length > 0;
}

/** Whether they were others before. */
async function changeFlags(tx: Db, { id, orgId }: SyncedLicense['license'], flags: Flags): Promise<boolean> {
  const { syncNotFound, historicalSyncDone, syncActive } = licenses;
  const changed = await tx
    .update(licenses)
    .set(flags)
    .where(
      and(
        eq(licenses.orgId, orgId),
        eq(licenses.id, id),
        or(
          ne(syncNotFound, flags.syncNotFound),
          ne(historicalSyncDone, flags.historicalSyncDone),
          ne(syncActive, flags.syncActive),
        ),
      ),
    )
    .returning({ id: licenses.id });
  return changed.length > 0;
}

import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { explainLists } from '../../../domain/integrations/tracking-lists';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { licenseSyncs, licenses, trackingReads, trackingWrites } from '../../db/schema';
import { transact } from '../../db/transact';
import { tell } from '../../events/tell-events';
import { publish } from '../../live/publish';
import { noticeAt } from '../../notices/notices';
import type { KeyRefused } from '../answers';
import { holdSynced } from './hold-synced';
import type { SyncedLicense } from './list-license-syncs';
import { beginRound } from './tracking-rounds';
import { unsentOf } from './unsent-writes';

type Ids = { orgId: number; licenseId: number };
export type Flags = Readonly<Record<'syncNotFound' | 'historicalSyncDone' | 'syncActive', boolean>>;

const DAY = 86_400_000;

const SILENT = 'The tracking system isn’t responding. We’ll try again automatically.';

export const BEGUN: Flags = { syncNotFound: false, historicalSyncDone: false, syncActive: false };
export const READING: Flags = { ...BEGUN };
export const ONLINE: Flags = { syncNotFound: false, historicalSyncDone: true, syncActive: true };
export const OFFLINE: Flags = { syncNotFound: false, historicalSyncDone: true, syncActive: false };

/** Says that the tracking system didn't respond, leaving the license as it is. */
export const saveProblem = (tools: Services, found: SyncedLicense): Promise<void> =>
  saveSyncStatus(tools, found, null, SILENT);

const REFUSED = 'The tracking system no longer accepts its key. Reconnect it.';

/** A license whose key is refused is offline, with the reason. */
export const saveRefusedKey = (tools: Services, found: SyncedLicense, { message }: KeyRefused): Promise<void> =>
  saveSyncStatus(tools, found, OFFLINE, message || REFUSED);

/** Says which lists can't be read of a license whose key is good, or no longer does; publishes only a change. */
export function saveListProblems({ database }: Services, { license, sync }: SyncedLicense): Promise<void> {
  const ids = { orgId: license.orgId, licenseId: license.id };
  return transact(database.db, async (tx) => {
    if (!(await holdSynced(tx, ids))) return;
    const problem = await listProblem(tx, ids);
    const changed = await tx
      .update(licenseSyncs)
      .set({ problem })
      .where(
        and(
          ofLicense(ids),
          sameKey(sync),
          sql`${licenseSyncs.problem} is distinct from ${problem}`,
          sql`exists (select from ${licenses} where ${licenses.orgId} = ${ids.orgId} and ${licenses.id} = ${ids.licenseId}
            and (${licenses.syncActive} or not ${licenses.historicalSyncDone}))`,
        ),
      )
      .returning({ id: licenseSyncs.licenseId });
    if (changed.length === 0) return;
    await publish(tx, { topic: 'integrations', kind: 'changed', id: license.id, orgIds: [license.orgId] });
  });
}

const ofLicense = ({ orgId, licenseId }: Ids) =>
  and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenseId));

/** Whether no other key was entered meanwhile. */
const sameKey = (sync: SyncedLicense['sync']) =>
  sql`${licenseSyncs.sealedKey} is not distinct from ${sync?.sealedKey ?? null}`;

const listProblem = async (tx: Db, { orgId, licenseId }: Ids): Promise<string | null> =>
  explainLists(
    await tx
      .select()
      .from(trackingReads)
      .where(and(eq(trackingReads.orgId, orgId), eq(trackingReads.licenseId, licenseId))),
  );

const historyRead = ({ orgId, id }: SyncedLicense['license'], now: Date) =>
  noticeAt(
    { type: 'HISTORICAL_SYNC_COMPLETE', orgId, subject: subjectOf.license(id), payload: { licenseId: id } },
    { by: null, now },
  );

/** A license whose history was read is online; every page and those who manage licenses hear of it. */
export async function finishHistory(jobs: Services['jobs'], tx: Db, license: SyncedLicense['license']): Promise<void> {
  const isOther = await changeFlags(tx, license, ONLINE);
  if (isOther && !license.historicalSyncDone) await jobs.enqueue(tx, historyRead(license, new Date()));
  await tell(tx, {
    type: 'license.sync_completed',
    orgId: license.orgId,
    subject: { kind: 'license', id: license.id },
  });
  const topic = isOther ? 'organization' : 'integrations';
  await publish(tx, { topic, kind: 'changed', id: license.id, orgIds: [license.orgId] });
}

/**
 * Saves a license's sync status and publishes it: as a change of the organization, which every page reads again, only
 * if the status changed. Does nothing if another key was entered meanwhile, whose own job saves the result. An open license's problem
 * is what its lists say. Null `flags` keep the status.
 */
export function saveSyncStatus(
  { database, jobs }: Services,
  { license, sync }: SyncedLicense,
  flags: Flags | null,
  problem: string | null,
): Promise<void> {
  const now = new Date();
  const ids = { orgId: license.orgId, licenseId: license.id };
  return transact(database.db, async (tx) => {
    if (!(await holdSynced(tx, ids))) return;
    const isOpen = flags === ONLINE || flags === READING;
    const checkedAt = isOpen || flags === OFFLINE ? { checkedAt: now } : {};
    const kept = await tx
      .update(licenseSyncs)
      .set({ problem: isOpen ? await listProblem(tx, ids) : problem, updatedAt: now, ...checkedAt })
      .where(and(ofLicense(ids), sameKey(sync)))
      .returning({ id: licenseSyncs.licenseId });
    if (kept.length === 0) return;
    if (isOpen) {
      if (!sync?.comparedAt && !sync?.roundBeganAt) await beginRound(tx, ids);
      await jobs.enqueue(tx, { name: 'read-license', data: ids });
      // As after its key was refused.
      if ((await tx.$count(trackingWrites, unsentOf(ids))) > 0)
        await jobs.enqueue(tx, { name: 'send-tracking-writes', data: ids });
    }
    const isOther = flags !== null && (await changeFlags(tx, license, flags));
    if (isOpen) await saveChecked(tx, license, now);
    const topic = isOther ? 'organization' : 'integrations';
    await publish(tx, { topic, kind: 'changed', id: license.id, orgIds: [license.orgId] });
  });
}

/** The license's own key opened it: that proves and checks it, once a day, as every server has a copy of its row. */
async function saveChecked(tx: Db, { id, orgId }: SyncedLicense['license'], now: Date): Promise<void> {
  const isOld = or(isNull(licenses.checkedAt), lt(licenses.checkedAt, new Date(now.getTime() - DAY)));
  await tx
    .update(licenses)
    .set({
      checkedAt: now,
      checkedFrom: 'TRACKING_SYSTEM',
      provenAt: sql`case when ${licenses.provenBy} is null then ${now.toISOString()}::timestamptz else ${licenses.provenAt} end`,
      provenBy: sql`coalesce(${licenses.provenBy}, 'KEY')`,
    })
    .where(and(eq(licenses.orgId, orgId), eq(licenses.id, id), or(isOld, isNull(licenses.provenBy))));
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

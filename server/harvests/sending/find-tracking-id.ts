import { and, eq, isNull, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import type { Db } from '../../db/client';
import { harvests } from '../../db/schema';
import { transact } from '../../db/transact';
import type { LicenseAccess } from '../../integrations/tracking/tracking-calls';
import type { HarvestIdentity } from '../../integrations/tracking/tracking-harvests';
import type { TrackingSystem } from '../../integrations/tracking/tracking-system';
import { publish } from '../../live/publish';

type Harvest = typeof harvests.$inferSelect;

/** What tells a harvest apart at the tracking system. */
export const identityOf = (own: Harvest): HarvestIdentity => ({
  name: own.name,
  harvestDate: own.harvestDate,
  locationName: own.dryingLocationName,
  strainName: own.strainName,
});

/** A harvest isn’t listed there, which may be because lists are late: nothing was sent that waits for it. */
export class NotListed extends DomainError {
  constructor() {
    super('UNAVAILABLE', 'The tracking system doesn’t list the harvest yet.');
  }
}

/** Their clock may be behind ours. */
const SKEW_MS = 3_600_000;

/**
 * A harvest’s number at the tracking system, which its answers to plants don’t say: found by what tells it apart, and kept.
 * Then it is submitted. Raises NotListed and KeyRefused.
 */
export async function findTrackingId({
  db,
  tracking,
  at,
  harvest,
}: {
  db: Db;
  tracking: TrackingSystem;
  at: LicenseAccess;
  harvest: Harvest;
}): Promise<number> {
  if (harvest.trackingId !== null) return harvest.trackingId;
  const since = new Date((harvest.submittedAt ?? harvest.createdAt).getTime() - SKEW_MS);
  const found = await tracking.findHarvest(at, identityOf(harvest), since);
  if (found === null) throw new NotListed();
  const { orgId, id } = harvest;
  await transact(db, async (tx) => {
    await tx
      .update(harvests)
      .set({
        trackingId: found.id,
        state: sql`case when ${harvests.state} = 'SUBMITTING' then 'SUBMITTED' else ${harvests.state} end`,
        updatedAt: sql`now()`,
        version: sql`${harvests.version} + 1`,
      })
      .where(and(eq(harvests.orgId, orgId), eq(harvests.id, id), isNull(harvests.trackingId)));
    await publish(tx, { topic: 'harvests', kind: 'changed', id, orgIds: [orgId] });
  });
  return found.id;
}

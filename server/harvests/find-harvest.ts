import { and, eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { type LockStrength, lockRow } from '../db/rows';
import { harvests, licenses } from '../db/schema';
import { visibleHarvests, visibleLicenses } from '../db/visibility';

export type HarvestRecord = typeof harvests.$inferSelect;

/** A harvest the caller sees. NOT_FOUND. */
export async function findHarvest({ db, membership }: Ctx, id: number): Promise<HarvestRecord> {
  const [found] = await db
    .select()
    .from(harvests)
    .where(and(visibleHarvests(membership), eq(harvests.id, id)));
  if (found === undefined) throw notFound('Harvest');
  return found;
}

/** The same, locked, as every change of a harvest and of what belongs to it does first. */
export const lockHarvest = ({ db, membership }: Ctx, id: number, strength?: LockStrength): Promise<HarvestRecord> =>
  lockRow(db, harvests, and(visibleHarvests(membership), eq(harvests.id, id)), 'Harvest', strength);

/** NOT_FOUND for a license the caller doesn’t see. */
export async function assertSeenLicense({ db, membership }: Ctx, id: number): Promise<void> {
  const [found] = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(visibleLicenses(membership), eq(licenses.id, id)));
  if (found === undefined) throw notFound('License');
}

/** CONFLICT with the reason, if there is one. */
export function refuse(why: string | null): void {
  if (why !== null) throw new DomainError('CONFLICT', why);
}

/** Tells screens that a harvest changed. */
export const publishHarvest = ({ publish, membership }: Ctx, id: number): Promise<void> =>
  publish({ topic: 'harvests', kind: 'changed', id, orgIds: [membership.orgId] });

/** Has people’s feeds follow what the tracking system refused of a harvest, after something was done about it. */
export const followRefused = ({ enqueue, membership }: Ctx, harvestId: number): Promise<void> =>
  enqueue({ name: 'follow-harvest', data: { orgId: membership.orgId, harvestId } });

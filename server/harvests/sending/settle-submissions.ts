import { and, eq, exists, isNull, notExists, sql } from 'drizzle-orm';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { harvestPackages, harvestPlants, harvests, harvestWaste, trackingWrites } from '../../db/schema';
import { transact } from '../../db/transact';
import { KeyRefused } from '../../integrations/answers';
import { accessOf } from '../../integrations/tracking/license-access';
import { endUnsent } from '../../integrations/tracking/unsent-writes';
import { publish } from '../../live/publish';
import { findTrackingId } from './find-tracking-id';

type Ids = { orgId: number; licenseId: number };
type Harvest = typeof harvests.$inferSelect;

/**
 * Ends the submissions of a license whose plants were all sent or refused: the harvest is found at the tracking system and
 * submitted, or is in progress again if it took no plant. UNAVAILABLE while it can’t be found.
 */
export async function settleSubmissions(tools: Services, { orgId, licenseId }: Ids): Promise<void> {
  const { db } = tools.database;
  const plantsIn = (state: 'WAITING' | 'SENT') =>
    db
      .select({ one: sql`1` })
      .from(harvestPlants)
      .where(
        and(eq(harvestPlants.orgId, orgId), eq(harvestPlants.harvestId, harvests.id), eq(harvestPlants.state, state)),
      );
  const all = await db
    .select({ harvest: harvests, hasSent: sql<boolean>`${exists(plantsIn('SENT'))}` })
    .from(harvests)
    .where(
      and(
        eq(harvests.orgId, orgId),
        eq(harvests.licenseId, licenseId),
        eq(harvests.state, 'SUBMITTING'),
        isNull(harvests.trackingId),
        notExists(plantsIn('WAITING')),
      ),
    )
    .orderBy(harvests.id);
  for (const { harvest, hasSent } of all) {
    if (hasSent) await find(tools, harvest);
    else await reopen(db, harvest);
  }
}

async function find(tools: Services, harvest: Harvest): Promise<void> {
  const { orgId, licenseId } = harvest;
  const at = await accessOf(tools, { orgId, licenseId, orgUserId: harvest.submittedBy ?? harvest.createdBy });
  if (at === undefined) return;
  const { db } = tools.database;
  await findTrackingId({ db, tracking: tools.integrations.tracking, at, harvest }).catch((error: unknown) => {
    // Its key opens nothing there anymore, which the license says.
    if (!(error instanceof KeyRefused)) throw error;
  });
}

/** Has a harvest of which the tracking system took nothing be as it was before it was submitted. */
async function reopen(db: Db, { orgId, id }: Harvest): Promise<void> {
  await transact(db, async (tx) => {
    const [own] = await tx
      .update(harvests)
      .set({
        state: 'ACTIVE',
        submittedAt: null,
        submittedBy: null,
        updatedAt: sql`now()`,
        version: sql`${harvests.version} + 1`,
      })
      .where(and(eq(harvests.orgId, orgId), eq(harvests.id, id), eq(harvests.state, 'SUBMITTING')))
      .returning({ id: harvests.id });
    if (own === undefined) return;
    await endUnsent(tx, orgId, eq(trackingWrites.harvestId, id), 'The tracking system took none of the plants');
    for (const table of [harvestPackages, harvestWaste]) {
      const waiting = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.orgId, orgId), eq(table.harvestId, id), eq(table.state, 'WAITING')));
      const ids = waiting.map((one) => one.id);
      await tx
        .update(table)
        .set({ state: 'DRAFT' })
        .where(and(eq(table.orgId, orgId), isOneOf(table.id, ids)));
    }
    await publish(tx, { topic: 'harvests', kind: 'changed', id, orgIds: [orgId] });
  });
}

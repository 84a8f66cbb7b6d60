import { and, eq, sql } from 'drizzle-orm';
import { planAllows } from '../../../domain/access/plans';
import { PlanTypeSchema } from '../../../domain/access/vocabulary';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { licenseSyncs, licenses, organizations, orgUsers, trackingKeys } from '../../db/schema';
import { followIntakes } from './follow-intakes';

/** Of some organizations, those whose licenses are read: there are people, and their plan includes it. */
export async function readOrganizations(db: Db, orgIds: readonly number[]): Promise<Set<number>> {
  const found = await db
    .select({ id: organizations.id, plan: organizations.plan })
    .from(organizations)
    .where(
      and(
        isOneOf(organizations.id, orgIds),
        sql`exists (select from ${orgUsers} where ${orgUsers.orgId} = ${organizations.id} and ${orgUsers.status} = 'ACTIVE')`,
      ),
    );
  return new Set(
    found.filter(({ plan }) => planAllows(PlanTypeSchema.parse(plan), 'tracking-sync')).map(({ id }) => id),
  );
}

/**
 * Ends the sync of all licenses of an organization and forgets its keys, its people's too: it has nobody left, or its plan
 * ended. The packages stay as they are; nobody is told of deliveries to it anymore.
 */
export async function endSyncs(ctx: Pick<Ctx, 'db' | 'enqueue'>, orgId: number): Promise<void> {
  const { db } = ctx;
  await db.delete(licenseSyncs).where(eq(licenseSyncs.orgId, orgId));
  await db.delete(trackingKeys).where(eq(trackingKeys.orgId, orgId));
  await db
    .update(licenses)
    .set({ syncNotFound: true, historicalSyncDone: false, syncActive: false })
    .where(and(eq(licenses.orgId, orgId), eq(licenses.syncNotFound, false)));
  await followIntakes(ctx, { orgId });
}

import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { leftOf, type RefusedOf } from '../../domain/harvests/refused';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { harvestPackages, harvestPlants, harvests, harvestWaste, licenses } from '../db/schema';

type Record = 'plants' | 'packages' | 'waste';
const TABLES = { plants: harvestPlants, packages: harvestPackages, waste: harvestWaste };

/** A harvest of which something may be refused, and how much of it still is. */
export type RefusedHarvest = Pick<typeof harvests.$inferSelect, 'id' | 'licenseId' | 'name' | 'state'> & {
  refused: RefusedOf;
};

/** What the tracking system refused of these harvests of an organization; none of those whose license was removed. */
export async function countRefused(db: Db, orgId: number, ids: readonly number[]): Promise<RefusedHarvest[]> {
  const found = await db
    .select({
      id: harvests.id,
      licenseId: harvests.licenseId,
      name: harvests.name,
      state: harvests.state,
      endProblem: harvests.endProblem,
    })
    .from(harvests)
    .innerJoin(licenses, and(eq(licenses.id, harvests.licenseId), isNull(licenses.removedAt)))
    .where(and(eq(harvests.orgId, orgId), isOneOf(harvests.id, ids)));
  const counts = new Map<number, RefusedOf>(
    found.map(({ id, endProblem }) => [id, { plants: 0, packages: 0, waste: 0, kept: 0, end: endProblem !== null }]),
  );
  for (const [record, table] of Object.entries(TABLES) as [Record, (typeof TABLES)[Record]][]) {
    const isKept = and(eq(table.state, 'SENT'), isNotNull(table.problem));
    const rows = await db
      .select({ harvestId: table.harvestId, state: table.state, count: sql<number>`count(*)::int` })
      .from(table)
      .where(and(eq(table.orgId, orgId), isOneOf(table.harvestId, ids), or(eq(table.state, 'REFUSED'), isKept)))
      .groupBy(table.harvestId, table.state);
    for (const { harvestId, state, count } of rows) {
      const of = counts.get(harvestId);
      if (of !== undefined) of[state === 'REFUSED' ? record : 'kept'] += count;
    }
  }
  return found.map(({ endProblem: _, ...one }) => ({
    ...one,
    refused: leftOf(one.state, counts.get(one.id) as RefusedOf),
  }));
}

import { and, eq, ne, sql } from 'drizzle-orm';
import type { HarvestWriteKind } from '../../../domain/inventory/write-kinds';
import type { Jobs } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import {
  harvestPackages,
  harvestPlants,
  harvests,
  harvestWaste,
  trackingDifferences,
  type trackingWrites,
} from '../../db/schema';

type Write = typeof trackingWrites.$inferSelect;
type Records = typeof harvestPlants | typeof harvestPackages | typeof harvestWaste;

/** Where the records of each kind of write are; none for what is about the harvest itself. */
const RECORDS: Partial<Record<HarvestWriteKind, Records>> = {
  HARVEST_PLANT: harvestPlants,
  HARVEST_MANICURE: harvestPlants,
  HARVEST_PACKAGE: harvestPackages,
  HARVEST_TEST_PACKAGE: harvestPackages,
  HARVEST_WASTE: harvestWaste,
};

const ofRecords = (table: Records, orgId: number, ids: readonly number[]) =>
  and(eq(table.orgId, orgId), isOneOf(table.id, ids));

/** Notes on a harvest’s records that the tracking system took them. */
export async function markSent(tx: Db, kind: HarvestWriteKind, writes: readonly Write[]): Promise<void> {
  const table = RECORDS[kind];
  const [first] = writes;
  if (table === undefined || first === undefined) return;
  const ids = writes.map(({ recordId }) => recordId ?? 0);
  await tx
    .update(table)
    .set({ state: 'SENT', problem: null })
    .where(and(ofRecords(table, first.orgId, ids), eq(table.state, 'WAITING')));
}

/** What becomes here of a write about a harvest that the tracking system refused; the harvest and the inbox say why. */
export async function undoHarvestWrite(tx: Db, write: Write, why: string): Promise<void> {
  const { orgId, licenseId, harvestId, recordId } = write;
  const kind = write.kind as HarvestWriteKind;
  const [own] = await tx
    .select()
    .from(harvests)
    .where(and(eq(harvests.orgId, orgId), eq(harvests.id, harvestId ?? 0)))
    .for('no key update');
  if (own === undefined) return;
  const told = await takeBack(tx, { kind, own, recordId: recordId ?? 0, body: write.body, why });
  const { label = own.name, ours } = told;
  await tx
    .insert(trackingDifferences)
    .values({ orgId, licenseId, label, ours, theirs: why, kind: 'REFUSED', cause: 'REFUSED' });
}

/** Has people’s feeds follow what was refused of a harvest: of a package, that of the harvest it was made from. */
export async function tellHarvests(tx: Db, jobs: Jobs, { orgId, harvestId, recordId, kind }: Write): Promise<void> {
  const made = and(eq(harvestPackages.orgId, orgId), eq(harvestPackages.id, recordId ?? 0));
  const [pack] = kind === 'HARVEST_DISCONTINUE' ? await tx.select().from(harvestPackages).where(made) : [];
  const data = { orgId, harvestId: pack?.harvestId ?? harvestId ?? 0 };
  await jobs.enqueue(tx, { name: 'follow-harvest', data });
}

type Refused = {
  kind: HarvestWriteKind;
  own: typeof harvests.$inferSelect;
  recordId: number;
  body: unknown;
  why: string;
};
type Told = { label?: string; ours: string };

async function takeBack(tx: Db, { kind, own, recordId, body, why }: Refused): Promise<Told> {
  const { orgId, id, name } = own;
  const problem = why;
  const ofHarvest = and(eq(harvests.orgId, orgId), eq(harvests.id, id));
  const changed = { updatedAt: sql`now()`, version: sql`${harvests.version} + 1` };
  switch (kind) {
    case 'HARVEST_PLANT':
    case 'HARVEST_MANICURE': {
      const [plant] = await tx
        .update(harvestPlants)
        .set({ state: 'REFUSED', problem })
        .where(ofRecords(harvestPlants, orgId, [recordId]))
        .returning();
      return { ...(plant && { label: plant.label }), ours: `${plant?.weight} ${plant?.unitOfMeasure} in ${name}` };
    }
    case 'HARVEST_RESTORE': {
      const [plant] = await tx
        .update(harvestPlants)
        .set({ state: 'SENT', problem })
        .where(ofRecords(harvestPlants, orgId, [recordId]))
        .returning();
      return { ...(plant && { label: plant.label }), ours: `Put back from ${name}` };
    }
    case 'HARVEST_PACKAGE':
    case 'HARVEST_TEST_PACKAGE': {
      const [made] = await tx
        .update(harvestPackages)
        .set({ state: 'REFUSED', problem })
        .where(ofRecords(harvestPackages, orgId, [recordId]))
        .returning();
      return { ...(made && { label: made.label }), ours: `Made of ${name}` };
    }
    case 'HARVEST_DISCONTINUE': {
      const [made] = await tx
        .update(harvestPackages)
        .set({ state: 'SENT', problem })
        .where(ofRecords(harvestPackages, orgId, [recordId]))
        .returning();
      return { ...(made && { label: made.label }), ours: `Discontinue, made of ${name}` };
    }
    case 'HARVEST_WASTE':
    case 'HARVEST_WASTE_DELETE': {
      const isDeletion = kind === 'HARVEST_WASTE_DELETE';
      const [waste] = await tx
        .update(harvestWaste)
        .set({ state: isDeletion ? 'SENT' : 'REFUSED', problem })
        .where(ofRecords(harvestWaste, orgId, [recordId]))
        .returning();
      const what = `${waste?.weight} ${waste?.unitOfMeasure} of ${waste?.wasteType}`;
      return { ours: isDeletion ? `Delete ${what}` : `Waste: ${what}` };
    }
    case 'HARVEST_FINISH':
      await tx
        .update(harvests)
        .set({ state: 'SUBMITTED', finishedOn: null, endProblem: why, ...changed })
        .where(and(ofHarvest, eq(harvests.state, 'FINISHED')));
      return { ours: 'Finish' };
    case 'HARVEST_UNFINISH': {
      const { finishedOn } = body as { finishedOn: string | null };
      await tx
        .update(harvests)
        .set({ state: 'FINISHED', finishedOn, endProblem: why, ...changed })
        .where(and(ofHarvest, ne(harvests.state, 'FINISHED')));
      return { ours: 'Reopen' };
    }
  }
}

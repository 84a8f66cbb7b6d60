import { and, eq, sql } from 'drizzle-orm';
import { sumInUnit } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { dayOf } from '../../../domain/dates';
import { OVERLAP_MS } from '../../../domain/integrations/tracking-reads';
import type { HarvestWriteKind } from '../../../domain/inventory/write-kinds';
import { isEqual } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import {
  harvestIngredients,
  harvestPackages,
  harvestPlants,
  harvests,
  harvestWaste,
  trackingItems,
  trackingWrites,
} from '../../db/schema';
import type { LicenseAccess } from '../../integrations/tracking/tracking-calls';
import type { HarvestPackageWrite, PlantHarvestWrite } from '../../integrations/tracking/tracking-harvests';
import { PackagesRefused } from '../../integrations/tracking/tracking-packages';
import type { TrackingSystem } from '../../integrations/tracking/tracking-system';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { findTrackingId, identityOf, NotListed } from './find-tracking-id';

/** A write as it was claimed: `wasUnanswered` says that it may be done already. */
export type ClaimedWrite = typeof trackingWrites.$inferSelect & { wasUnanswered: boolean };
type Sending = { db: Db; tracking: TrackingSystem; at: LicenseAccess; writes: readonly ClaimedWrite[] };
type Of = Sending & { harvest: Harvest };
export type Harvest = typeof harvests.$inferSelect;

/**
 * Sends writes of one kind about one harvest in one call, all or none. What was sent before without an answer is looked for
 * first, so that nothing is done twice. They raise PackagesRefused, KeyRefused and UNAVAILABLE.
 */
const SENDS: Record<HarvestWriteKind, (of: Of) => Promise<void>> = {
  HARVEST_PLANT: sendPlants,
  HARVEST_MANICURE: sendManicures,
  HARVEST_PACKAGE: (of) => sendPackages(of, false),
  HARVEST_TEST_PACKAGE: (of) => sendPackages(of, true),
  HARVEST_DISCONTINUE: sendDiscontinuing,
  HARVEST_WASTE: sendWaste,
  HARVEST_WASTE_DELETE: sendWasteDeletion,
  HARVEST_RESTORE: sendRestoring,
  HARVEST_FINISH: sendFinish,
  HARVEST_UNFINISH: sendReopening,
};

/** Which of them can go in one call. */
export const GO_TOGETHER: readonly HarvestWriteKind[] = [
  'HARVEST_PLANT',
  'HARVEST_MANICURE',
  'HARVEST_PACKAGE',
  'HARVEST_TEST_PACKAGE',
  'HARVEST_WASTE',
];

export async function sendHarvestWrites(kind: HarvestWriteKind, sending: Sending): Promise<void> {
  const [first] = sending.writes;
  const [harvest] = await sending.db
    .select()
    .from(harvests)
    .where(and(eq(harvests.orgId, first?.orgId ?? 0), eq(harvests.id, first?.harvestId ?? 0)));
  if (harvest !== undefined) await SENDS[kind]({ ...sending, harvest });
}

const recordIds = (writes: readonly ClaimedWrite[]) => writes.map(({ recordId }) => recordId ?? 0);
const wasTried = ({ writes }: Pick<Of, 'writes'>) => writes.some(({ wasUnanswered }) => wasUnanswered);

async function plantsOf({ db, writes, harvest }: Of) {
  const { orgId, id, label, weight, unitOfMeasure } = harvestPlants;
  return db
    .select({ label, weight, unitOfMeasure })
    .from(harvestPlants)
    .where(and(eq(orgId, harvest.orgId), eq(harvestPlants.harvestId, harvest.id), isOneOf(id, recordIds(writes))))
    .orderBy(id);
}

type Plant = Awaited<ReturnType<typeof plantsOf>>[number];

const toPlantWrite = (harvest: Harvest, { label, weight, unitOfMeasure }: Plant): PlantHarvestWrite => ({
  Plant: label,
  Weight: Number(weight),
  UnitOfWeight: UNIT_NAMES[unitOfMeasure as TrackingUnit],
  DryingLocation: harvest.dryingLocationName,
  HarvestName: harvest.name,
  ActualDate: harvest.harvestDate,
});

/** A plant that no longer flowers and is in a harvest of these words there was sent. */
async function sendPlants(of: Of): Promise<void> {
  const { tracking, at, harvest } = of;
  let plants = await plantsOf(of);
  if (wasTried(of)) {
    const left: Plant[] = [];
    for (const plant of plants) if (!(await isHarvested(of, plant))) left.push(plant);
    plants = left;
  }
  if (plants.length === 0) return;
  await tracking.harvestPlants(
    at,
    plants.map((plant) => toPlantWrite(harvest, plant)),
  );
}

async function isHarvested({ tracking, at, harvest }: Of, { label }: Plant): Promise<boolean> {
  const plant = await tracking.plantAt(at, label);
  if (plant === null || plant.isFlowering || plant.harvestId === null) return false;
  const found = await tracking.harvestAt(at, plant.harvestId);
  const { name, harvestDate, locationName, strainName } = identityOf(harvest);
  return (
    found !== null &&
    found.name.toLowerCase() === name.toLowerCase() &&
    found.harvestDate === harvestDate &&
    found.locationName === locationName &&
    found.strainName === strainName
  );
}

/**
 * A manicured plant still flowers, so that only the number of the harvest's plants there tells whether a call was done:
 * one call goes at a time, and all plants before these were sent or refused. As long as the harvest may only be listed late,
 * none is sent again.
 */
async function sendManicures(of: Of): Promise<void> {
  const { db, tracking, at, harvest } = of;
  const plants = await plantsOf(of);
  if (wasTried(of)) {
    const found = await harvestNow(of);
    const sent = await db.$count(
      harvestPlants,
      and(
        eq(harvestPlants.orgId, harvest.orgId),
        eq(harvestPlants.harvestId, harvest.id),
        eq(harvestPlants.state, 'SENT'),
      ),
    );
    if (found === null && (sent > 0 || isRecent(of))) throw new NotListed();
    if (found !== null && found.plantCount >= sent + plants.length) return;
    await noteSending(of);
  }
  await tracking.manicurePlants(
    at,
    plants.map((plant) => ({ ...toPlantWrite(harvest, plant), PlantCount: 1 })),
  );
}

/** Whether lists may be too late to show what was sent. */
const isRecent = ({ writes }: Of) => writes.some(({ updatedAt }) => updatedAt.getTime() > Date.now() - OVERLAP_MS);

/** Something that got no answer is sent again now, and may be listed as late. */
const noteSending = ({ db, writes, harvest }: Of) =>
  db
    .update(trackingWrites)
    .set({ updatedAt: sql`now()` })
    .where(
      and(
        eq(trackingWrites.orgId, harvest.orgId),
        isOneOf(
          trackingWrites.id,
          writes.map(({ id }) => id),
        ),
      ),
    );

/** The harvest as it is there now, which lists may say later. */
async function harvestNow({ tracking, at, harvest }: Of) {
  const id = harvest.trackingId ?? (await tracking.findHarvest(at, identityOf(harvest), sinceOf(harvest)))?.id;
  return id === undefined ? null : tracking.harvestAt(at, id);
}

/** Before it was submitted nothing of it was there; their clock may be behind ours. */
const sinceOf = ({ submittedAt, createdAt }: Harvest) => new Date((submittedAt ?? createdAt).getTime() - 3_600_000);

async function sendPackages(of: Of, forTesting: boolean): Promise<void> {
  const { tracking, at, harvest } = of;
  await findTrackingId(of);
  let made = await packagesOf(of);
  if (wasTried(of)) {
    const left: HarvestPackageWrite[] = [];
    for (const one of made) {
      const there = await tracking.packageAt(at, one.Tag);
      if (!there?.harvests.includes(harvest.name)) left.push(one);
    }
    made = left;
  }
  if (made.length > 0) await tracking.packageHarvests(at, made, forTesting);
}

async function packagesOf({ db, writes, harvest }: Of): Promise<HarvestPackageWrite[]> {
  const { orgId } = harvest;
  const ids = recordIds(writes);
  const rows = await db
    .select({ pack: harvestPackages, itemName: trackingItems.name })
    .from(harvestPackages)
    .innerJoin(trackingItems, and(eq(trackingItems.orgId, orgId), eq(trackingItems.id, harvestPackages.itemId)))
    .where(and(eq(harvestPackages.orgId, orgId), isOneOf(harvestPackages.id, ids)))
    .orderBy(harvestPackages.id);
  const ingredients = await db
    .select({
      packageId: harvestIngredients.packageId,
      weight: harvestIngredients.weight,
      unit: harvestIngredients.unitOfMeasure,
      trackingId: harvests.trackingId,
    })
    .from(harvestIngredients)
    .innerJoin(harvests, and(eq(harvests.orgId, orgId), eq(harvests.id, harvestIngredients.harvestId)))
    .where(and(eq(harvestIngredients.orgId, orgId), isOneOf(harvestIngredients.packageId, ids)))
    .orderBy(harvestIngredients.harvestId);
  return rows.map(({ pack, itemName }) => ({
    Tag: pack.label,
    Location: pack.locationName,
    Item: itemName,
    UnitOfWeight: UNIT_NAMES[pack.unitOfMeasure as TrackingUnit],
    Note: pack.note || null,
    IsProductionBatch: false,
    ActualDate: pack.packagedOn,
    Ingredients: ingredients
      .filter(({ packageId }) => packageId === pack.id)
      .map(({ weight, unit, trackingId }) => ({
        HarvestId: trackingId ?? 0,
        Weight: Number(weight),
        UnitOfWeight: UNIT_NAMES[unit as TrackingUnit],
      })),
  }));
}

/** A package that holds something else there by now isn't discontinued, whatever was read of it here. */
async function sendDiscontinuing(of: Of): Promise<void> {
  const { tracking, at } = of;
  for (const { Tag, UnitOfWeight, Ingredients } of await packagesOf(of)) {
    const there = await tracking.packageAt(at, Tag);
    if (there === null || there.isArchived) continue;
    const unit = unitNamed(UnitOfWeight);
    const made = unit && sumInUnit(Ingredients.flatMap(amountOf), unit);
    if (there.id === null || there.unit !== unit || made === undefined || !isEqual(there.quantity, made))
      throw new PackagesRefused(`It holds ${there.quantity} ${there.unit ?? ''} there now.`.replace('  ', ' '));
    await tracking.discontinuePackage(at, there.id);
  }
}

const unitNamed = (name: string) =>
  (Object.keys(UNIT_NAMES) as TrackingUnit[]).find((unit) => UNIT_NAMES[unit] === name);

const amountOf = ({ Weight, UnitOfWeight }: HarvestPackageWrite['Ingredients'][number]) => {
  const unit = unitNamed(UnitOfWeight);
  return unit === undefined ? [] : [{ quantity: String(Weight), unit }];
};

type Waste = typeof harvestWaste.$inferSelect;

async function wasteRows({ db, harvest }: Of): Promise<Waste[]> {
  return db
    .select()
    .from(harvestWaste)
    .where(and(eq(harvestWaste.orgId, harvest.orgId), eq(harvestWaste.harvestId, harvest.id)))
    .orderBy(harvestWaste.id);
}

async function sendWaste(of: Of): Promise<void> {
  const { tracking, at, writes } = of;
  const Id = await findTrackingId(of);
  const all = await wasteRows(of);
  let left = all.filter(({ id }) => recordIds(writes).includes(id));
  if (wasTried(of)) {
    // Of waste alike as much is there as was sent: more of it is this.
    const there = await tracking.wasteOf(at, Id);
    left = left.filter((one) => {
      const sent = all.filter((other) => other.state === 'SENT' && isAlike(one, wordsOf(other))).length;
      return there.filter((other) => isAlike(one, other)).length <= sent;
    });
  }
  if (left.length === 0) return;
  await tracking.wasteHarvests(
    at,
    left.map((one) => ({
      Id,
      WasteType: one.wasteType,
      UnitOfWeight: UNIT_NAMES[one.unitOfMeasure as TrackingUnit],
      WasteWeight: Number(one.weight),
      ActualDate: one.wastedOn,
    })),
  );
}

const wordsOf = (one: Waste) => ({
  wasteType: one.wasteType,
  unit: UNIT_NAMES[one.unitOfMeasure as TrackingUnit],
  weight: one.weight,
  date: one.wastedOn,
});

const isAlike = (one: Waste, other: { wasteType: string; unit: string; weight: string; date: string | null }) =>
  one.wasteType === other.wasteType &&
  UNIT_NAMES[one.unitOfMeasure as TrackingUnit] === other.unit &&
  isEqual(one.weight, other.weight) &&
  one.wastedOn === other.date;

/** Which of waste alike is deleted there makes no difference; what it is is kept first, to be looked for. */
async function sendWasteDeletion(of: Of): Promise<void> {
  const { db, tracking, at, writes, harvest } = of;
  const harvestId = await findTrackingId(of);
  const all = await wasteRows(of);
  const own = all.find(({ id }) => recordIds(writes).includes(id));
  if (own === undefined) return;
  const there = await tracking.wasteOf(at, harvestId);
  const others = new Set(all.flatMap(({ id, trackingId }) => (id === own.id ? [] : (trackingId ?? []))));
  const found = there.find(({ id }) => id === own.trackingId);
  if (own.trackingId !== null && found === undefined) return;
  const chosen = found ?? there.find((one) => !others.has(one.id) && isAlike(own, one));
  if (chosen === undefined) return;
  await db
    .update(harvestWaste)
    .set({ trackingId: chosen.id })
    .where(and(eq(harvestWaste.orgId, harvest.orgId), eq(harvestWaste.id, own.id)));
  await tracking.deleteWaste(at, chosen.id);
}

async function sendRestoring(of: Of): Promise<void> {
  const { tracking, at } = of;
  const HarvestId = await findTrackingId(of);
  for (const { label } of await plantsOf(of)) {
    if (wasTried(of) && (await tracking.plantAt(at, label))?.isFlowering) continue;
    await tracking.restorePlants(at, { HarvestId, PlantTags: [label] });
  }
}

async function sendFinish(of: Of): Promise<void> {
  const { tracking, at, harvest } = of;
  const Id = await findTrackingId(of);
  if (wasTried(of) && (await tracking.harvestAt(at, Id))?.isFinished) return;
  const [write] = of.writes;
  const { finishedOn } = (write?.body ?? {}) as { finishedOn?: string };
  await tracking.finishHarvest(at, { Id, ActualDate: finishedOn ?? harvest.finishedOn ?? dayOf(new Date(), 'UTC') });
}

async function sendReopening(of: Of): Promise<void> {
  const { tracking, at } = of;
  const id = await findTrackingId(of);
  if (wasTried(of) && (await tracking.harvestAt(at, id))?.isFinished === false) return;
  await tracking.unfinishHarvest(at, id);
}

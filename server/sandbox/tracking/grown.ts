import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { sumInUnit } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Db } from '../../db/client';
import {
  harvestIngredients,
  harvestPackages,
  harvestPlants,
  harvests,
  harvestWaste,
  licenses,
  sandboxHarvests,
  sandboxPlants,
  sandboxWaste,
} from '../../db/schema';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { numberOf, type recordsOf } from '../records';
import { locationsOf, STRAINS } from './items';

const GROWN = 'grown';
const PLANTS = { vegetative: 60, flowering: 240, onhold: 2, inactive: 30 } as const;
const HARVESTS = { active: 3, onhold: 1, inactive: 9 } as const;
const DAY_MS = 86_400_000;
/** A license's first plant was tagged then, and another every day. */
const GROWS_SINCE = Date.UTC(2026, 0, 5, 16);
const TOGETHER = 100;

type PlantList = keyof typeof PLANTS;
type Records = ReturnType<typeof recordsOf>;
type NewHarvest = typeof sandboxHarvests.$inferInsert;

const of = <One>(all: readonly One[], n: number) => all[n % all.length] as One;
const momentAfter = (days: number) => new Date(GROWS_SINCE + days * DAY_MS);
const dayAfter = (days: number) => momentAfter(days).toISOString().slice(0, 10);

/** Where a license dries what it harvests. */
const dryingRoom = (licenseNumber: string) => locationsOf(licenseNumber)[2];

/** The plants a license has in a list at first, each with its number and tag: the same ones every time. */
export function plantsAtFirst(licenseNumber: string, list: PlantList) {
  const before = (Object.keys(PLANTS) as PlantList[]).slice(0, Object.keys(PLANTS).indexOf(list));
  const first = before.reduce((count, one) => count + PLANTS[one], 0);
  const room = locationsOf(licenseNumber)[1];
  return Array.from({ length: PLANTS[list] }, (_, n) => {
    const Id = numberOf(`${licenseNumber} plant`) * 1_000 + first + n;
    const data = {
      Id,
      State: 'Tracked',
      GrowthPhase: list === 'vegetative' ? 'Vegetative' : 'Flowering',
      StrainName: of(STRAINS, n),
      LocationId: room?.Id ?? null,
      LocationName: room?.Name ?? null,
      PlantedDate: dayAfter(n),
    };
    return { label: `1A40603${String(Id).padStart(17, '0')}`, list, data, modifiedAt: momentAfter(n + 1) };
  });
}

function harvestsAtFirst(licenseNumber: string, list: keyof typeof HARVESTS): NewHarvest[] {
  return Array.from({ length: HARVESTS[list] }, (_, n) => {
    const plantCount = 12 + ((n * 7) % 20);
    const wet = plantCount * (410 + ((n * 37) % 90));
    const day = n * 9 + (list === 'active' ? 240 : 90);
    const isOver = list === 'inactive';
    return {
      licenseNumber,
      list,
      name: `${of(STRAINS, n)} ${dayAfter(day)}${list === 'onhold' ? ' on hold' : ''}`,
      harvestDate: dayAfter(day),
      location: dryingRoom(licenseNumber)?.Name ?? '',
      strain: of(STRAINS, n),
      harvestType: n % 4 === 3 ? 'WholePlant' : 'Product',
      unit: 'g',
      wet: String(wet),
      waste: String(Math.round(wet / 11)),
      packaged: isOver ? String(Math.round(wet / 5)) : '0',
      plantCount,
      packageCount: isOver ? 4 : 0,
      finishedOn: isOver ? dayAfter(day + 14) : null,
      modifiedAt: momentAfter(day + (isOver ? 14 : 1)),
    };
  });
}

/** On the first call about what a license grows, the sandbox has plants and harvests, and those that Verdant knows of. */
export async function fillGrown(db: Db, records: Records, licenseNumber: string): Promise<void> {
  if (await records.has(GROWN, licenseNumber)) return;
  await db.transaction(async (tx) => {
    const plants = (Object.keys(PLANTS) as PlantList[]).flatMap((list) => plantsAtFirst(licenseNumber, list));
    for (let from = 0; from < plants.length; from += TOGETHER) {
      const some = plants.slice(from, from + TOGETHER).map((one) => ({ ...one, licenseNumber }));
      await tx.insert(sandboxPlants).values(some).onConflictDoNothing();
    }
    const first = (Object.keys(HARVESTS) as (keyof typeof HARVESTS)[]).flatMap((list) =>
      harvestsAtFirst(licenseNumber, list),
    );
    await tx.insert(sandboxHarvests).values(first).onConflictDoNothing();
    await fillOurs(tx, licenseNumber);
  });
  if (!(await records.has(GROWN, licenseNumber))) await records.add(GROWN, licenseNumber);
}

/** Adds the harvests that Verdant had submitted by then, with the numbers it has of them, and their plants. */
async function fillOurs(db: Db, licenseNumber: string): Promise<void> {
  const [license] = await db
    .select({ id: licenses.id, orgId: licenses.orgId })
    .from(licenses)
    .where(and(eq(licenses.licenseNumber, licenseNumber), isNull(licenses.removedAt)));
  if (license === undefined) return;
  const { orgId } = license;
  const known = await db
    .select()
    .from(harvests)
    .where(and(eq(harvests.orgId, orgId), eq(harvests.licenseId, license.id), isNotNull(harvests.trackingId)));
  for (const own of known) {
    const plants = await db
      .select()
      .from(harvestPlants)
      .where(and(eq(harvestPlants.orgId, orgId), eq(harvestPlants.harvestId, own.id), eq(harvestPlants.state, 'SENT')));
    const thrown = await db
      .select()
      .from(harvestWaste)
      .where(and(eq(harvestWaste.orgId, orgId), eq(harvestWaste.harvestId, own.id), eq(harvestWaste.state, 'SENT')));
    const packaged = await db
      .select({ weight: harvestIngredients.weight, unitOfMeasure: harvestIngredients.unitOfMeasure })
      .from(harvestIngredients)
      .innerJoin(
        harvestPackages,
        and(eq(harvestPackages.orgId, orgId), eq(harvestPackages.id, harvestIngredients.packageId)),
      )
      .where(
        and(
          eq(harvestIngredients.orgId, orgId),
          eq(harvestIngredients.harvestId, own.id),
          eq(harvestPackages.state, 'SENT'),
        ),
      );
    const [harvestId, unit] = [own.trackingId ?? 0, own.unitOfMeasure as TrackingUnit];
    for (const { wasteType, weight, unitOfMeasure, wastedOn: actualDate } of thrown)
      await db.insert(sandboxWaste).values({
        licenseNumber,
        harvestId,
        wasteType,
        weight,
        unit: UNIT_NAMES[unitOfMeasure as TrackingUnit],
        actualDate,
      });
    const amounts = (rows: readonly { weight: string | null; unitOfMeasure: string }[]) =>
      sumInUnit(
        rows.map((one) => ({ quantity: one.weight ?? '0', unit: one.unitOfMeasure as TrackingUnit })),
        unit,
      );
    await db
      .insert(sandboxHarvests)
      .overridingSystemValue()
      .values({
        id: harvestId,
        licenseNumber,
        list: own.state === 'FINISHED' ? 'inactive' : 'active',
        name: own.name,
        harvestDate: own.harvestDate,
        location: own.dryingLocationName,
        strain: own.strainName,
        harvestType: own.harvestType,
        unit,
        wet: amounts(plants),
        waste: amounts(thrown),
        packaged: amounts(packaged),
        packageCount: packaged.length,
        plantCount: plants.length,
        finishedOn: own.finishedOn,
      })
      .onConflictDoNothing();
    if (own.harvestType !== 'WholePlant' || plants.length === 0) continue;
    const labels = plants.map(({ label }) => label);
    await db
      .update(sandboxPlants)
      .set({ list: 'inactive', harvestId: own.trackingId, harvestCount: 1 })
      .where(and(eq(sandboxPlants.licenseNumber, licenseNumber), inArray(sandboxPlants.label, labels)));
  }
}

type Plant = typeof sandboxPlants.$inferSelect;
type Harvest = typeof sandboxHarvests.$inferSelect;

/** A plant in the tracking system's words. */
export const toPlant = ({ id, label, list, harvestId, harvestCount, data, modifiedAt }: Plant) => ({
  Id: id,
  Label: label,
  ...(data as object),
  HarvestId: harvestId,
  HarvestCount: harvestCount,
  IsOnHold: list === 'onhold',
  LastModified: modifiedAt.toISOString(),
});

/** What a harvest still has, in its unit. */
export const currentOf = ({
  wet,
  waste,
  packaged,
  restored,
}: Pick<Harvest, 'wet' | 'waste' | 'packaged' | 'restored'>) =>
  Number(wet) - Number(waste) - Number(packaged) - Number(restored);

/** A harvest in the tracking system's words. */
export const toHarvest = (one: Harvest) => ({
  Id: one.id,
  Name: one.name,
  HarvestType: one.harvestType,
  SourceStrainNames: one.strain,
  DryingLocationId: locationsOf(one.licenseNumber).find(({ Name }) => Name === one.location)?.Id ?? null,
  DryingLocationName: one.location,
  CurrentWeight: one.list === 'inactive' ? 0 : currentOf(one),
  TotalWetWeight: Number(one.wet),
  TotalWasteWeight: Number(one.waste),
  TotalPackagedWeight: Number(one.packaged),
  TotalRestoredWeight: Number(one.restored),
  PlantCount: one.plantCount,
  PackageCount: one.packageCount,
  UnitOfWeightName: UNIT_NAMES[one.unit as TrackingUnit],
  HarvestStartDate: one.harvestDate,
  FinishedDate: one.finishedOn,
  IsOnHold: one.list === 'onhold',
  LastModified: one.modifiedAt.toISOString(),
});

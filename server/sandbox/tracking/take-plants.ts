import { and, eq, inArray, sql } from 'drizzle-orm';
import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { sum } from '../../../domain/money';
import type { Db } from '../../db/client';
import { sandboxHarvests, sandboxPlants } from '../../db/schema';
import type { PlantHarvestWrite } from '../../integrations/tracking/tracking-harvests';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { isForHarvests, locationsOf } from './items';
import type { TakeAll } from './take-writes';

/** A unit by the tracking system's name for it. */
export const unitNamed = (name: string) =>
  (Object.keys(UNIT_NAMES) as TrackingUnit[]).find((unit) => UNIT_NAMES[unit] === name);

/** An amount in a harvest's unit; null for what isn't a weight. */
export function inUnitOf({ unit }: { unit: string }, weight: number, name: string): string | null {
  const own = unitNamed(name);
  return own === undefined ? null : convertUnits(String(weight), own, unit as TrackingUnit);
}

/** Takes the plants of a call together, each into the harvest of its words, which is begun with the first. */
export const takePlants =
  (harvestType: string): TakeAll<PlantHarvestWrite> =>
  async (tx, licenseNumber, all) => {
    const plants = await tx
      .select()
      .from(sandboxPlants)
      .where(
        and(
          eq(sandboxPlants.licenseNumber, licenseNumber),
          inArray(
            sandboxPlants.label,
            all.map(({ Plant }) => Plant),
          ),
        ),
      )
      .orderBy(sandboxPlants.id)
      .for('update');
    const isWhole = harvestType === 'WholePlant';
    const seen = new Set<string>();
    const harvested = new Map<string, { identity: Identity; rows: number[] }>();
    const locations = locationsOf(licenseNumber).filter(isForHarvests);
    for (const [row, one] of all.entries()) {
      const plant = plants.find(({ label }) => label === one.Plant);
      const isGone = plant === undefined || plant.list !== 'flowering' || (isWhole && seen.has(one.Plant));
      if (isGone) return { row, message: `${one.Plant} is not a flowering plant.` };
      seen.add(one.Plant);
      if (unitNamed(one.UnitOfWeight) === undefined || one.Weight <= 0)
        return { row, message: `${one.Weight} ${one.UnitOfWeight} is no weight.` };
      if (!locations.some(({ Name }) => Name === one.DryingLocation))
        return { row, message: `${one.DryingLocation} is not a location for harvests of this facility.` };
      const identity = {
        licenseNumber,
        name: one.HarvestName,
        harvestDate: one.ActualDate,
        location: one.DryingLocation,
        strain: (plant.data as { StrainName: string }).StrainName,
      };
      const key = JSON.stringify(identity);
      const known = harvested.get(key) ?? { identity, rows: [] };
      known.rows.push(row);
      harvested.set(key, known);
    }
    for (const { identity, rows } of harvested.values()) {
      const some = rows.map((row) => all[row]).filter((one) => one !== undefined);
      const message = await harvestTogether(tx, harvestType, identity, some);
      if (message !== null) return { row: rows[0] ?? 0, message };
    }
    return null;
  };

type Identity = Record<'licenseNumber' | 'name' | 'harvestDate' | 'location' | 'strain', string>;

async function harvestTogether(
  tx: Db,
  harvestType: string,
  identity: Identity,
  all: readonly PlantHarvestWrite[],
): Promise<string | null> {
  const unit = unitNamed(all[0]?.UnitOfWeight ?? '');
  if (unit === undefined) return null;
  await tx
    .insert(sandboxHarvests)
    .values({ ...identity, list: 'active', harvestType, unit })
    .onConflictDoNothing();
  const [found] = await tx
    .select()
    .from(sandboxHarvests)
    .where(
      and(
        eq(sandboxHarvests.licenseNumber, identity.licenseNumber),
        eq(sandboxHarvests.name, identity.name),
        eq(sandboxHarvests.harvestDate, identity.harvestDate),
        eq(sandboxHarvests.location, identity.location),
        eq(sandboxHarvests.strain, identity.strain),
      ),
    )
    .for('update');
  if (found === undefined || found.list !== 'active') return `Harvest ${identity.name} takes no more plants.`;
  const isWhole = harvestType === 'WholePlant';
  const told = all.map((one) => ({
    label: one.Plant,
    data: isWhole
      ? {
          HarvestedWetWeight: one.Weight,
          HarvestedUnitOfWeightName: one.UnitOfWeight,
          HarvestedDate: one.ActualDate,
          State: 'Harvested',
        }
      : {},
  }));
  await tx.execute(sql`
    update sandbox_plants as plant
       set list = ${isWhole ? sql`'inactive'` : sql`plant.list`},
           harvest_id = ${isWhole ? sql`${found.id}` : sql`plant.harvest_id`},
           harvest_count = plant.harvest_count + 1,
           data = plant.data || told.data,
           modified_at = clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told(label text, data jsonb)
     where plant.license_number = ${identity.licenseNumber} and plant.label = told.label`);
  await tx
    .update(sandboxHarvests)
    .set({
      wet: sum([found.wet, ...all.map((one) => inUnitOf(found, one.Weight, one.UnitOfWeight) ?? '0')]),
      plantCount: found.plantCount + all.length,
      modifiedAt: sql`clock_timestamp()` as never,
    })
    .where(eq(sandboxHarvests.id, found.id));
  return null;
}

import { and, eq, sql } from 'drizzle-orm';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { convertUnits } from '../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../domain/catalogue/units/tracking-units';
import { badInput, type DomainError, notFound } from '../../domain/errors';
import type { harvests as contract } from '../../domain/harvests/contract';
import { distributeWeights } from '../../domain/harvests/distribute';
import { type HarvestPlant, MOST_PLANTS, type PlantWeight, WEIGHT_ORIGINS } from '../../domain/harvests/harvest';
import { plantErrors, whyNotAdd, whyNotChange, whyNotChangePlant, whyNotHarvest } from '../../domain/harvests/rules';
import { whenWeighed } from '../../domain/harvests/weigh-line';
import type { Ctx } from '../context';
import { returnedRow } from '../db/rows';
import { harvestPlants } from '../db/schema';
import { onTaken } from '../db/transact';
import type { Verb } from '../implement';
import { findHarvest, followRefused, type HarvestRecord, lockHarvest, publishHarvest, refuse } from './find-harvest';
import { readAvailable, readFlowering, readStrains, readTaken } from './grown-lists';
import { loadHarvest, loadPlants } from './read-harvests';

type Plant = typeof harvestPlants.$inferSelect;

const ofPlants = ({ membership }: Pick<Ctx, 'membership'>, harvestId: number) =>
  and(eq(harvestPlants.orgId, membership.orgId), eq(harvestPlants.harvestId, harvestId));
const isWhole = ({ harvestType }: HarvestRecord) => harvestType === 'WholePlant';

/** Flowering plants a harvest can take, of its strain or another. NOT_FOUND. */
export const listAvailablePlants: Verb<typeof contract.availablePlants> = async (ctx, { params: { id }, query }) => {
  const harvest = await findHarvest(ctx, id);
  if (query.strainId === undefined || query.strainId === harvest.strainId)
    return readAvailable(ctx, harvest, harvest.strainName);
  const strain = (await readStrains(ctx, harvest.licenseId)).find((one) => one.id === query.strainId);
  if (strain === undefined) throw notFound('Strain');
  return readAvailable(ctx, harvest, strain.name);
};

/** What a scanned tag is for a harvest. NOT_FOUND. */
export const scanPlant: Verb<typeof contract.scanPlant> = async (ctx, { params: { id, label } }) => {
  const harvest = await findHarvest(ctx, id);
  const [own] = await loadPlants(ctx, id, eq(harvestPlants.label, label));
  if (own) return { label, harvestPlant: own, available: null, problem: null };
  const [found] = await readFlowering(ctx, harvest.licenseId, { labels: [label] });
  const problem =
    whyNotChange(harvest) ??
    whyNotHarvest(
      label,
      {
        flowering: new Map(found ? [[label, found.strainName]] : []),
        taken: isWhole(harvest) ? await readTaken(ctx, id, [label]) : new Map(),
      },
      harvest.strainName,
    );
  return { label, harvestPlant: null, available: problem === null ? (found ?? null) : null, problem };
};

/** Adds plants, all or none. BAD_INPUT at the plants, CONFLICT, NOT_FOUND. */
export const addPlants: Verb<typeof contract.addPlants> = async (ctx, { params: { id }, body: { plants } }) => {
  const harvest = await lockHarvest(ctx, id);
  const own = await ownLabels(ctx, id);
  refuse(whyNotAdd({ state: harvest.state, plantCount: own.size }, plants.length, MOST_PLANTS));
  const labels = plants.map(({ label }) => label);
  await insertPlants(ctx, harvest, labels, own, (errors) => badInput(errors));
  await ctx.audit({ id, before: { plants: own.size }, after: { plants: own.size + labels.length, added: labels } });
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

async function ownLabels(ctx: Ctx, id: number): Promise<Set<string>> {
  const rows = await ctx.db.select({ label: harvestPlants.label }).from(harvestPlants).where(ofPlants(ctx, id));
  return new Set(rows.map(({ label }) => label));
}

/** Adds plants to a locked harvest; `refusal` is made of what is wrong with them, by field. */
async function insertPlants(
  ctx: Ctx,
  harvest: HarvestRecord,
  labels: readonly string[],
  own: ReadonlySet<string>,
  refusal: (errors: Record<string, string>) => DomainError,
): Promise<Plant[]> {
  const found = await readFlowering(ctx, harvest.licenseId, { labels });
  const errors = plantErrors(
    labels.map((label) => ({ label })),
    {
      own,
      flowering: new Map(found.map(({ label, strainName }) => [label, strainName])),
      taken: isWhole(harvest) ? await readTaken(ctx, harvest.id, labels) : new Map(),
    },
    harvest,
  );
  if (Object.keys(errors).length > 0) throw refusal(errors);
  return ctx.db
    .insert(harvestPlants)
    .values(
      labels.map((label) => ({
        orgId: harvest.orgId,
        harvestId: harvest.id,
        label,
        isWhole: isWhole(harvest),
        unitOfMeasure: harvest.unitOfMeasure,
      })),
    )
    .returning()
    .catch(onTaken(() => refusal({ 'plants.0.label': 'One of these plants is in another harvest' })));
}

/** Weighs a plant by its tag, and adds it first if it isn’t in the harvest. BAD_INPUT, CONFLICT, NOT_FOUND. */
export const harvestPlant: Verb<typeof contract.harvestPlant> = async (ctx, { params: { id }, body }) => {
  const { label, ...weight } = body;
  const harvest = await lockHarvest(ctx, id);
  let [own] = await ctx.db
    .select()
    .from(harvestPlants)
    .where(and(ofPlants(ctx, id), eq(harvestPlants.label, label)));
  if (own === undefined) {
    const labels = await ownLabels(ctx, id);
    refuse(whyNotAdd({ state: harvest.state, plantCount: labels.size }, 1, MOST_PLANTS));
    const refusal = (errors: Record<string, string>) => badInput({ label: Object.values(errors)[0] ?? '' });
    [own] = await insertPlants(ctx, harvest, [label], labels, refusal);
  }
  if (own === undefined) throw notFound('Plant');
  return weigh(ctx, harvest, own, weight);
};

/** Weighs a plant. CONFLICT once it was sent, NOT_FOUND. */
export const updatePlant: Verb<typeof contract.updatePlant> = async (ctx, { params, body }) => {
  const harvest = await lockHarvest(ctx, params.id);
  return weigh(ctx, harvest, await findPlant(ctx, params), body);
};

export async function findPlant(ctx: Ctx, { id, plantId }: { id: number; plantId: number }): Promise<Plant> {
  const [found] = await ctx.db
    .select()
    .from(harvestPlants)
    .where(and(ofPlants(ctx, id), eq(harvestPlants.id, plantId)));
  if (found === undefined) throw notFound('Plant');
  return found;
}

async function weigh(ctx: Ctx, harvest: HarvestRecord, own: Plant, given: PlantWeight): Promise<HarvestPlant> {
  refuse(whyNotChangePlant(harvest, own));
  const { weight, unitOfMeasureAbbreviation, origin, device, weighed } = given;
  await ctx.db
    .update(harvestPlants)
    .set({
      weight,
      unitOfMeasure: unitOfMeasureAbbreviation,
      origin,
      device,
      weighedBy: ctx.membership.orgUserId,
      weighedAt: whenWeighed(weighed, ctx.now),
    })
    .where(and(ofPlants(ctx, harvest.id), eq(harvestPlants.id, own.id)));
  const facts = (one: Pick<Plant, 'weight' | 'unitOfMeasure' | 'origin' | 'device'>) => ({
    plant: own.label,
    weight: one.weight,
    unitOfMeasure: one.unitOfMeasure,
    weightFrom: one.origin && WEIGHT_ORIGINS[one.origin].label,
    device: one.device,
  });
  const after = facts({ weight, unitOfMeasure: unitOfMeasureAbbreviation, origin, device });
  await ctx.audit({ id: harvest.id, before: own.weight === null ? { plant: own.label } : facts(own), after });
  await publishHarvest(ctx, harvest.id);
  return returnedRow(await loadPlants(ctx, harvest.id, eq(harvestPlants.id, own.id)));
}

/** Removes a plant that wasn’t sent. CONFLICT, NOT_FOUND. */
export const removePlant: Verb<typeof contract.removePlant> = async (ctx, { params }) => {
  const harvest = await lockHarvest(ctx, params.id);
  const own = await findPlant(ctx, params);
  refuse(whyNotChangePlant(harvest, own));
  await ctx.db.delete(harvestPlants).where(and(ofPlants(ctx, harvest.id), eq(harvestPlants.id, own.id)));
  await ctx.audit({ id: harvest.id, before: { plant: own.label, weight: own.weight } });
  if (own.state === 'REFUSED') await followRefused(ctx, harvest.id);
  await publishHarvest(ctx, harvest.id);
  return { ok: true };
};

/**
 * Distributes a total, in the harvest’s unit, over the plants that nobody weighed; those that were count as they are.
 * BAD_INPUT for what can’t be, CONFLICT, NOT_FOUND.
 */
export const distribute: Verb<typeof contract.distributeWeights> = async (ctx, { params: { id }, body }) => {
  const harvest = await lockHarvest(ctx, id);
  refuse(whyNotChange(harvest));
  const unit = harvest.unitOfMeasure as TrackingUnit;
  const all = await ctx.db.select().from(harvestPlants).where(ofPlants(ctx, id)).orderBy(harvestPlants.id);
  const isWeighed = ({ origin }: Plant) => origin === 'SCALE' || origin === 'TYPED';
  const weighed = all
    .filter(isWeighed)
    .map((one) => convertUnits(one.weight ?? '0', one.unitOfMeasure as TrackingUnit, unit) ?? '0');
  const open = all.filter((one) => !isWeighed(one));
  // The same harvest and wish give the same weights again.
  const random = xoroshiro128plus(id * 1_000 + open.length);
  const weights = distributeWeights({ weighed, unweighed: open.length }, { ...body, unit }, (least, most) =>
    uniformInt(random, least, most),
  );
  if (weights.some((weight) => Number(weight) <= 0))
    throw badInput({ maxVarianceFromMean: 'A plant would weigh nothing. Allow less.' });
  await ctx.db.execute(sql`
    update ${harvestPlants}
       set weight = given.weight, unit_of_measure = ${unit}, origin = 'DISTRIBUTED', device = '',
           weighed_by = ${ctx.membership.orgUserId}, weighed_at = ${ctx.now.toISOString()}::timestamptz
      from unnest(${sql.param(open.map((one) => one.id))}::bigint[], ${sql.param(weights)}::numeric[]) as given (id, weight)
     where ${harvestPlants.orgId} = ${ctx.membership.orgId} and ${harvestPlants.harvestId} = ${id}
       and ${harvestPlants.id} = given.id`);
  await ctx.audit({
    id,
    after: { ...body, unitOfMeasure: unit, plants: open.length, weightFrom: WEIGHT_ORIGINS.DISTRIBUTED.label },
  });
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

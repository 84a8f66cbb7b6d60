import { and, eq, sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../domain/catalogue/units/tracking-units';
import { dayOf } from '../../domain/dates';
import { assertCurrent, DomainError } from '../../domain/errors';
import { weightIn } from '../../domain/harvests/balance';
import type { harvests as contract } from '../../domain/harvests/contract';
import { previewSubmission } from '../../domain/harvests/preview';
import { whyNotFinish, whyNotRestore, whyNotSubmit, whyNotUnfinish } from '../../domain/harvests/rules';
import { whyStateKeepsPlants, whyTooLate } from '../../domain/harvests/undo';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { returnedRow } from '../db/rows';
import { harvestIngredients, harvestPackages, harvestPlants, harvests, harvestWaste } from '../db/schema';
import { onTaken } from '../db/transact';
import type { Verb } from '../implement';
import { assertKey, enqueueWrites } from './enqueue-writes';
import { findHarvest, followRefused, type HarvestRecord, lockHarvest, publishHarvest, refuse } from './find-harvest';
import { outsideOf } from './group-records';
import { findPlant } from './plants';
import { loadHarvest, loadHarvestPackages, loadPlants, loadWaste, toRows } from './read-harvests';

/** What submitting a harvest sends, call by call. NOT_FOUND. */
export const readPreview: Verb<typeof contract.previewSubmission> = async (ctx, { params: { id } }) => {
  const own = await findHarvest(ctx, id);
  const row = returnedRow(await toRows(ctx, [own]));
  return previewSubmission(row, {
    plants: await loadPlants(ctx, id),
    packages: await loadHarvestPackages(ctx, id),
    waste: await loadWaste(ctx, id),
    outside: outsideOf(own),
  });
};

/**
 * Has a harvest sent to the tracking system: its plants, then packages and waste; of one that was submitted, what was
 * refused. CONFLICT with the reason, NOT_FOUND, STALE, TRACKING_KEY_REQUIRED.
 */
export const submitHarvest: Verb<typeof contract.submit> = async (ctx, { params: { id }, body }) => {
  const { db } = ctx;
  const own = await lockHarvest(ctx, id);
  if (body.version !== undefined) assertCurrent('This harvest', own, body.version);
  refuse(whyNotSubmit(returnedRow(await toRows(ctx, [own]))));
  await assertKey(ctx, own);
  const again = own.state !== 'ACTIVE';
  const set = { state: 'WAITING' as const, problem: null };
  const open = again ? ['REFUSED'] : ['DRAFT', 'REFUSED'];
  const plants = await db
    .update(harvestPlants)
    .set(set)
    .where(and(eq(harvestPlants.orgId, own.orgId), eq(harvestPlants.harvestId, id), isOneOf(harvestPlants.state, open)))
    .returning({ id: harvestPlants.id })
    .catch(onTaken(() => new DomainError('CONFLICT', 'One of its plants is in another harvest now.')));
  const packages = await db
    .update(harvestPackages)
    .set(set)
    .where(
      and(
        eq(harvestPackages.orgId, own.orgId),
        eq(harvestPackages.harvestId, id),
        isOneOf(harvestPackages.state, open),
      ),
    )
    .returning({ id: harvestPackages.id, forTesting: harvestPackages.forTesting })
    .catch(onTaken(() => new DomainError('CONFLICT', 'One of its tags was used for another package.')));
  const waste = await db
    .update(harvestWaste)
    .set(set)
    .where(and(eq(harvestWaste.orgId, own.orgId), eq(harvestWaste.harvestId, id), isOneOf(harvestWaste.state, open)))
    .returning({ id: harvestWaste.id });
  if (!again)
    await change(ctx, own, { state: 'SUBMITTING', submittedAt: ctx.now, submittedBy: ctx.membership.orgUserId });
  const ids = (rows: readonly { id: number }[]) => rows.map((one) => one.id).sort((a, b) => a - b);
  await enqueueWrites(ctx, own, [
    { kind: own.harvestType === 'WholePlant' ? 'HARVEST_PLANT' : 'HARVEST_MANICURE', recordIds: ids(plants) },
    { kind: 'HARVEST_PACKAGE', recordIds: ids(packages.filter(({ forTesting }) => !forTesting)) },
    { kind: 'HARVEST_TEST_PACKAGE', recordIds: ids(packages.filter(({ forTesting }) => forTesting)) },
    { kind: 'HARVEST_WASTE', recordIds: ids(waste) },
  ]);
  await ctx.audit({
    id,
    before: { state: own.state },
    after: { state: 'SUBMITTING', plants: plants.length, packages: packages.length, waste: waste.length },
  });
  await followRefused(ctx, id);
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

const change = ({ db, now }: Ctx, { orgId, id, version }: HarvestRecord, set: Partial<HarvestRecord>) =>
  db
    .update(harvests)
    .set({ ...set, updatedAt: now, version: version + 1 })
    .where(and(eq(harvests.orgId, orgId), eq(harvests.id, id)));

/** Finishes a submitted harvest; what is left is moisture. CONFLICT with the reason, NOT_FOUND, TRACKING_KEY_REQUIRED. */
export const finishHarvest: Verb<typeof contract.finish> = async (ctx, { params: { id }, body }) => {
  const own = await lockHarvest(ctx, id);
  refuse(whyNotFinish(own));
  await assertKey(ctx, own);
  if (await isWaitedFor(ctx, own))
    throw new DomainError('CONFLICT', 'A package of another harvest waits for some of it. Try again once it’s sent.');
  const finishedOn = body.finishedDate ?? dayOf(ctx.now, ctx.timeZone);
  await change(ctx, own, { state: 'FINISHED', finishedOn, endProblem: null });
  await enqueueWrites(ctx, own, [{ kind: 'HARVEST_FINISH', recordIds: [null], body: { finishedOn } }]);
  await ctx.audit({ id, before: { state: own.state }, after: { state: 'FINISHED', finishedOn } });
  await followRefused(ctx, id);
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

/** Whether a package made in another harvest, which takes some of this one, is still to be sent. */
async function isWaitedFor({ db }: Ctx, { orgId, id }: HarvestRecord): Promise<boolean> {
  const rows = await db
    .select({ id: harvestPackages.id })
    .from(harvestIngredients)
    .innerJoin(
      harvestPackages,
      and(eq(harvestPackages.orgId, orgId), eq(harvestPackages.id, harvestIngredients.packageId)),
    )
    .where(
      and(
        eq(harvestIngredients.orgId, orgId),
        eq(harvestIngredients.harvestId, id),
        isOneOf(harvestPackages.state, ['DRAFT', 'WAITING']),
        sql`${harvestPackages.harvestId} <> ${id}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Reopens a finished harvest. CONFLICT with the reason, NOT_FOUND, TRACKING_KEY_REQUIRED. */
export const unfinishHarvest: Verb<typeof contract.unfinish> = async (ctx, { params: { id } }) => {
  const own = await lockHarvest(ctx, id);
  const row = returnedRow(await toRows(ctx, [own]));
  refuse(whyNotUnfinish(own) ?? whyTooLate(row, row.finishedAt, ctx.now));
  await assertKey(ctx, own);
  const { finishedOn } = own;
  await change(ctx, own, { state: 'SUBMITTED', finishedOn: null, endProblem: null });
  await enqueueWrites(ctx, own, [{ kind: 'HARVEST_UNFINISH', recordIds: [null], body: { finishedOn } }]);
  await ctx.audit({ id, before: { state: 'FINISHED', finishedOn }, after: { state: 'SUBMITTED', finishedOn: null } });
  await followRefused(ctx, id);
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

/** Puts a submitted plant back to flowering. CONFLICT with the reason, NOT_FOUND, TRACKING_KEY_REQUIRED. */
export const restorePlant: Verb<typeof contract.restorePlant> = async (ctx, { params }) => {
  const own = await lockHarvest(ctx, params.id);
  const plant = await findPlant(ctx, params);
  const row = returnedRow(await toRows(ctx, [own]));
  const unit = row.defaultUnitOfMeasureAbbreviation;
  const weight = weightIn(plant.weight ?? '0', plant.unitOfMeasure as TrackingUnit, unit);
  refuse(whyNotRestore(row, { state: plant.state, weight }) ?? whyStateKeepsPlants(row, ctx.now));
  await assertKey(ctx, own);
  await ctx.db
    .update(harvestPlants)
    .set({ state: 'UNDONE', problem: null })
    .where(and(eq(harvestPlants.orgId, own.orgId), eq(harvestPlants.id, plant.id)));
  await enqueueWrites(ctx, own, [{ kind: 'HARVEST_RESTORE', recordIds: [plant.id] }]);
  await ctx.audit({ id: own.id, before: { plant: plant.label, weight: plant.weight }, after: { plant: plant.label } });
  if (plant.problem !== null) await followRefused(ctx, own.id);
  await publishHarvest(ctx, own.id);
  return loadHarvest(ctx, own.id);
};

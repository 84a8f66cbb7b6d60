import { and, eq, inArray } from 'drizzle-orm';
import { assertCurrent, badInput } from '../../domain/errors';
import type { harvests as contract } from '../../domain/harvests/contract';
import { whyNotChange, whyNotDelete } from '../../domain/harvests/rules';
import type { Ctx } from '../context';
import { returnedRow } from '../db/rows';
import {
  harvestIngredients,
  harvestPackages,
  harvestPlants,
  harvests,
  harvestWaste,
  trackingWrites,
} from '../db/schema';
import { onTaken } from '../db/transact';
import type { Verb } from '../implement';
import {
  assertSeenLicense,
  followRefused,
  type HarvestRecord,
  lockHarvest,
  publishHarvest,
  refuse,
} from './find-harvest';
import { readLocations, readStrains, readTaken } from './grown-lists';
import { loadHarvest } from './read-harvests';

const refuseTaken = onTaken((constraint) =>
  constraint === 'harvest_plants_whole'
    ? badInput({ harvestType: 'One of its plants is in another harvest that takes it whole' })
    : badInput({ name: 'Another harvest has this name, date, drying location and strain' }),
);

/** What the log has of a harvest. */
const logged = (one: HarvestRecord) => ({
  name: one.name,
  harvestDate: one.harvestDate,
  strain: one.strainName,
  dryingLocation: one.dryingLocationName,
  defaultUnit: one.unitOfMeasure,
  harvestType: one.harvestType,
});

/** Begins a harvest. BAD_INPUT at the fields, NOT_FOUND for a license the caller doesn’t see. */
export const createHarvest: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  await assertSeenLicense(ctx, body.licenseId);
  const strain = (await readStrains(ctx, body.licenseId)).find(({ id }) => id === body.strainId);
  if (strain === undefined) throw badInput({ strainId: 'The license doesn’t have this strain' });
  const dryingLocationName = await findDryingLocation(ctx, body.licenseId, body.dryingLocationId);
  const made = returnedRow(
    await db
      .insert(harvests)
      .values({
        orgId: membership.orgId,
        licenseId: body.licenseId,
        name: body.name,
        harvestDate: body.harvestDate,
        strainId: strain.id,
        strainName: strain.name,
        dryingLocationId: body.dryingLocationId,
        dryingLocationName,
        unitOfMeasure: body.defaultUnitOfMeasureAbbreviation,
        harvestType: body.harvestType,
        createdBy: membership.orgUserId,
      })
      .returning()
      .catch(refuseTaken),
  );
  await ctx.audit({ id: made.id, after: { licenseId: made.licenseId, ...logged(made) } });
  await publishHarvest(ctx, made.id);
  return loadHarvest(ctx, made.id);
};

async function findDryingLocation(ctx: Ctx, licenseId: number, id: number): Promise<string> {
  const found = (await readLocations(ctx, licenseId)).find((one) => one.id === id);
  if (found === undefined) throw badInput({ dryingLocationId: 'The license doesn’t have this location' });
  if (!found.forHarvests) throw badInput({ dryingLocationId: `${found.name} isn’t for harvests` });
  return found.name;
}

/** Changes a harvest that wasn’t submitted. BAD_INPUT at the fields, CONFLICT, NOT_FOUND, STALE. */
export const updateHarvest: Verb<typeof contract.update> = async (ctx, { params: { id }, body }) => {
  const { db, membership } = ctx;
  const before = await lockHarvest(ctx, id);
  assertCurrent('This harvest', before, body.version);
  refuse(whyNotChange(before));
  const dryingLocationName =
    body.dryingLocationId === before.dryingLocationId
      ? before.dryingLocationName
      : await findDryingLocation(ctx, before.licenseId, body.dryingLocationId);
  const ofPlants = and(eq(harvestPlants.orgId, membership.orgId), eq(harvestPlants.harvestId, id));
  if (body.harvestType !== before.harvestType) {
    await assertPlantsFree(ctx, id, body.harvestType === 'WholePlant');
    await db
      .update(harvestPlants)
      .set({ isWhole: body.harvestType === 'WholePlant' })
      .where(ofPlants)
      .catch(refuseTaken);
  }
  const after = returnedRow(
    await db
      .update(harvests)
      .set({
        name: body.name,
        harvestDate: body.harvestDate,
        dryingLocationId: body.dryingLocationId,
        dryingLocationName,
        unitOfMeasure: body.defaultUnitOfMeasureAbbreviation,
        harvestType: body.harvestType,
        updatedAt: ctx.now,
        version: before.version + 1,
      })
      .where(and(eq(harvests.orgId, membership.orgId), eq(harvests.id, id)))
      .returning()
      .catch(refuseTaken),
  );
  await ctx.audit({ id, before: logged(before), after: logged(after) });
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

async function assertPlantsFree(ctx: Ctx, id: number, isWhole: boolean): Promise<void> {
  if (!isWhole) return;
  const own = await ctx.db
    .select({ label: harvestPlants.label })
    .from(harvestPlants)
    .where(and(eq(harvestPlants.orgId, ctx.membership.orgId), eq(harvestPlants.harvestId, id)));
  const labels = own.map(({ label }) => label);
  const [taken] = await readTaken(ctx, id, labels);
  if (taken) throw badInput({ harvestType: `${taken[0]} is in the harvest “${taken[1]}”, which takes it whole` });
}

/** Deletes a harvest that wasn’t submitted, with all that belongs to it. CONFLICT, NOT_FOUND. */
export const removeHarvest: Verb<typeof contract.remove> = async (ctx, { params: { id } }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const before = await lockHarvest(ctx, id, 'update');
  refuse(whyNotDelete(before));
  const packageIds = db
    .select({ id: harvestPackages.id })
    .from(harvestPackages)
    .where(and(eq(harvestPackages.orgId, orgId), eq(harvestPackages.harvestId, id)));
  await db
    .delete(harvestIngredients)
    .where(and(eq(harvestIngredients.orgId, orgId), inArray(harvestIngredients.packageId, packageIds)));
  for (const table of [harvestPackages, harvestWaste, harvestPlants])
    await db.delete(table).where(and(eq(table.orgId, orgId), eq(table.harvestId, id)));
  // Refused before, when it was submitted for the first time.
  await db.delete(trackingWrites).where(and(eq(trackingWrites.orgId, orgId), eq(trackingWrites.harvestId, id)));
  await db.delete(harvests).where(and(eq(harvests.orgId, orgId), eq(harvests.id, id)));
  await ctx.audit({ id, before: logged(before) });
  await followRefused(ctx, id);
  await ctx.publish({ topic: 'harvests', kind: 'removed', id, orgIds: [orgId] });
  return { ok: true };
};

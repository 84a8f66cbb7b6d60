import { and, eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import type { harvests as contract } from '../../domain/harvests/contract';
import { whyNotDiscontinue } from '../../domain/harvests/rules';
import { isOneOf } from '../db/page';
import { lockRows, returnedRow } from '../db/rows';
import { harvestIngredients, harvestPackages, harvests } from '../db/schema';
import { visibleHarvests } from '../db/visibility';
import type { Verb } from '../implement';
import { assertKey, enqueueWrites } from './enqueue-writes';
import { findHarvest, followRefused, publishHarvest, refuse } from './find-harvest';
import { loadHarvest, loadHarvestPackages, toRows } from './read-harvests';

/**
 * Has the tracking system discontinue a package that nothing happened to, which gives its weight back to the harvests it is
 * of. CONFLICT with the reason, NOT_FOUND, TRACKING_KEY_REQUIRED.
 */
export const discontinuePackage: Verb<typeof contract.discontinuePackage> = async (ctx, { params }) => {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  const { id, packageId } = params;
  await findHarvest(ctx, id);
  const ofPackage = and(eq(harvestIngredients.orgId, orgId), eq(harvestIngredients.packageId, packageId));
  const ingredients = await db.select().from(harvestIngredients).where(ofPackage);
  const ids = ingredients.map(({ harvestId }) => harvestId);
  const seen = and(visibleHarvests(membership), isOneOf(harvests.id, ids));
  await lockRows(db, harvests, seen);
  const found = await toRows(ctx, await db.select().from(harvests).where(seen));
  const made = ids.includes(id) && (await loadHarvestPackages(ctx, id)).find((one) => one.id === packageId);
  if (!made) throw notFound('Package');
  const own = await findHarvest(ctx, id);
  refuse(whyNotDiscontinue(returnedRow(found.filter((one) => one.id === id)), made, now));
  if (found.length < ids.length || found.some(({ state }) => state === 'FINISHED'))
    throw new DomainError('CONFLICT', 'Another harvest that it is of is finished. Reopen that first.');
  await assertKey(ctx, own);
  await db
    .update(harvestPackages)
    .set({ state: 'UNDONE', problem: null })
    .where(and(eq(harvestPackages.orgId, orgId), eq(harvestPackages.id, packageId)));
  await enqueueWrites(ctx, own, [{ kind: 'HARVEST_DISCONTINUE', recordIds: [packageId] }]);
  const { label, weight, unitOfMeasureAbbreviation: unitOfMeasure } = made;
  await ctx.audit({ id, before: { package: { label, weight, unitOfMeasure } }, after: { discontinued: label } });
  for (const other of ids) {
    if (made.problem !== null) await followRefused(ctx, other);
    await publishHarvest(ctx, other);
  }
  return loadHarvest(ctx, id);
};

import { and, eq } from 'drizzle-orm';
import { measureOf } from '../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../domain/catalogue/units/tracking-units';
import { badInput, notFound } from '../../domain/errors';
import { weightIn, whyTooMuch } from '../../domain/harvests/balance';
import type { harvests as contract } from '../../domain/harvests/contract';
import { type HarvestPackageDraft, MOST_PACKAGES } from '../../domain/harvests/harvest';
import { whyNotDraw, whyNotRemove } from '../../domain/harvests/rules';
import { formatNumber, sum } from '../../domain/money';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { lockRows, returnedRow } from '../db/rows';
import { harvestIngredients, harvestPackages, harvests, packages, trackingItems } from '../db/schema';
import { onTaken } from '../db/transact';
import { visibleHarvests } from '../db/visibility';
import type { Verb } from '../implement';
import { assertKey, enqueueWrites } from './enqueue-writes';
import { findHarvest, followRefused, type HarvestRecord, lockHarvest, publishHarvest, refuse } from './find-harvest';
import { readLocations } from './grown-lists';
import { loadHarvest, toRows } from './read-harvests';

const TAG_TAKEN = 'A package has this tag already';

/**
 * Makes a package of a harvest, and of others of its license that were submitted. It goes to the tracking system with the
 * submission, or at once after it. BAD_INPUT at the fields, CONFLICT, NOT_FOUND, TRACKING_KEY_REQUIRED.
 */
export const addPackage: Verb<typeof contract.addPackage> = async (ctx, { params: { id }, body }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  await findHarvest(ctx, id);
  const own = await lockIngredients(ctx, id, body);
  refuse(whyNotDraw(own));
  if (own.state !== 'ACTIVE') await assertKey(ctx, own);
  await assertItem(ctx, own, body.itemId);
  const location = (await readLocations(ctx, own.licenseId)).find((one) => one.id === body.locationId);
  if (location === undefined) throw badInput({ locationId: 'The license doesn’t have this location' });
  if (!location.forPackages) throw badInput({ locationId: `${location.name} isn’t for packages` });
  const count = await db.$count(harvestPackages, ofHarvest(orgId, id));
  refuse(count >= MOST_PACKAGES ? `A harvest has at most ${formatNumber(MOST_PACKAGES)} packages.` : null);
  const known = await db
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.orgId, orgId), eq(packages.label, body.label)));
  if (known.length > 0) throw badInput({ label: TAG_TAKEN });
  const made = returnedRow(
    await db
      .insert(harvestPackages)
      .values({
        orgId,
        harvestId: id,
        label: body.label,
        itemId: body.itemId,
        unitOfMeasure: body.unitOfMeasureAbbreviation,
        locationId: location.id,
        locationName: location.name,
        forTesting: body.forTesting,
        packagedOn: body.packagedDate,
        note: body.note,
        state: own.state === 'ACTIVE' ? 'DRAFT' : 'WAITING',
      })
      .returning()
      .catch(onTaken(() => badInput({ label: TAG_TAKEN }))),
  );
  await db.insert(harvestIngredients).values(
    body.ingredients.map(({ harvestId, weight, unitOfMeasureAbbreviation }) => ({
      orgId,
      packageId: made.id,
      harvestId,
      weight,
      unitOfMeasure: unitOfMeasureAbbreviation,
    })),
  );
  if (own.state !== 'ACTIVE') {
    const kind = body.forTesting ? 'HARVEST_TEST_PACKAGE' : 'HARVEST_PACKAGE';
    await enqueueWrites(ctx, own, [{ kind, recordIds: [made.id] }]);
  }
  const { label, forTesting, ingredients } = body;
  await ctx.audit({ id, after: { package: { label, forTesting, location: location.name, ingredients } } });
  for (const other of new Set(ingredients.map(({ harvestId }) => harvestId))) await publishHarvest(ctx, other);
  return loadHarvest(ctx, id);
};

const ofHarvest = (orgId: number, id: number) =>
  and(eq(harvestPackages.orgId, orgId), eq(harvestPackages.harvestId, id));

/** The harvest, locked with all others that go into a package, of which each must have enough. */
async function lockIngredients(ctx: Ctx, id: number, { ingredients }: HarvestPackageDraft): Promise<HarvestRecord> {
  const { db, membership } = ctx;
  const ids = ingredients.map(({ harvestId }) => harvestId);
  if (!ids.includes(id)) throw badInput({ ingredients: 'A package of this harvest has something of it in it' });
  const seen = and(visibleHarvests(membership), isOneOf(harvests.id, ids));
  await lockRows(db, harvests, seen);
  const found = await db.select().from(harvests).where(seen);
  const own = found.find((one) => one.id === id);
  if (own === undefined) throw notFound('Harvest');
  const rows = await toRows(ctx, found);
  const errors: Record<string, string> = {};
  ingredients.forEach(({ harvestId, weight, unitOfMeasureAbbreviation }, at) => {
    const field = `ingredients.${at}`;
    const row = rows.find((one) => one.id === harvestId);
    if (row === undefined) throw notFound('Harvest');
    if (ids.indexOf(harvestId) !== at) errors[`${field}.harvestId`] = 'This harvest is in the package already';
    else if (harvestId !== id && (row.licenseId !== own.licenseId || row.state !== 'SUBMITTED'))
      errors[`${field}.harvestId`] = 'Only submitted harvests of the same license can be added';
    const unit = row.defaultUnitOfMeasureAbbreviation;
    const why = whyTooMuch(row.balance, weightIn(weight, unitOfMeasureAbbreviation, unit), unit);
    if (why !== null && row.state !== 'FINISHED') errors[`${field}.weight`] ??= why;
  });
  if (Object.keys(errors).length > 0) throw badInput(errors);
  return own;
}

async function assertItem({ db }: Ctx, { orgId, licenseId }: HarvestRecord, itemId: number): Promise<void> {
  const [item] = await db
    .select()
    .from(trackingItems)
    .where(and(eq(trackingItems.orgId, orgId), eq(trackingItems.licenseId, licenseId), eq(trackingItems.id, itemId)));
  if (item === undefined) throw badInput({ itemId: 'The license doesn’t have this item' });
  if (item.closedAt !== null) throw badInput({ itemId: `${item.name} is no longer in use` });
  if (measureOf(item.unitOfMeasure as TrackingUnit) !== 'weight')
    throw badInput({ itemId: `${item.name} isn’t measured by weight` });
}

/** Removes a package that isn’t at the tracking system. CONFLICT, NOT_FOUND. */
export const removePackage: Verb<typeof contract.removePackage> = async (ctx, { params: { id, packageId } }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  await lockHarvest(ctx, id);
  const [own] = await db
    .select()
    .from(harvestPackages)
    .where(and(ofHarvest(orgId, id), eq(harvestPackages.id, packageId)));
  if (own === undefined) throw notFound('Package');
  refuse(whyNotRemove(own));
  const gone = await db
    .delete(harvestIngredients)
    .where(and(eq(harvestIngredients.orgId, orgId), eq(harvestIngredients.packageId, packageId)))
    .returning();
  await db.delete(harvestPackages).where(and(ofHarvest(orgId, id), eq(harvestPackages.id, packageId)));
  const weight = sum(gone.map((one) => one.weight));
  await ctx.audit({ id, before: { package: { label: own.label, weight } } });
  if (own.state === 'REFUSED') await followRefused(ctx, id);
  for (const { harvestId } of gone) await publishHarvest(ctx, harvestId);
  return loadHarvest(ctx, id);
};

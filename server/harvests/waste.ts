import { and, eq } from 'drizzle-orm';
import { badInput, notFound } from '../../domain/errors';
import { weightIn, whyTooMuch } from '../../domain/harvests/balance';
import type { harvests as contract } from '../../domain/harvests/contract';
import { MOST_WASTE } from '../../domain/harvests/harvest';
import { whyNotDraw, whyNotRemove } from '../../domain/harvests/rules';
import { whyTooLate } from '../../domain/harvests/undo';
import { formatNumber } from '../../domain/money';
import { returnedRow } from '../db/rows';
import { harvestWaste } from '../db/schema';
import type { Verb } from '../implement';
import { assertKey, enqueueWrites } from './enqueue-writes';
import { followRefused, lockHarvest, publishHarvest, refuse } from './find-harvest';
import { readWasteTypes } from './grown-lists';
import { loadHarvest, loadWaste, toRows } from './read-harvests';

/**
 * Records waste of a harvest, which goes to the tracking system with the submission, or at once after it. BAD_INPUT at the
 * fields, CONFLICT, NOT_FOUND, TRACKING_KEY_REQUIRED.
 */
export const addWaste: Verb<typeof contract.addWaste> = async (ctx, { params: { id }, body }) => {
  const { db } = ctx;
  const own = await lockHarvest(ctx, id);
  refuse(whyNotDraw(own));
  if (own.state !== 'ACTIVE') await assertKey(ctx, own);
  const { wasteType, wasteWeight, wasteDate, unitOfMeasureAbbreviation: unit } = body;
  if (!(await readWasteTypes(ctx, own.licenseId)).includes(wasteType))
    throw badInput({ wasteType: 'The tracking system doesn’t have this waste type' });
  const row = returnedRow(await toRows(ctx, [own]));
  const ownUnit = row.defaultUnitOfMeasureAbbreviation;
  const why = whyTooMuch(row.balance, weightIn(wasteWeight, unit, ownUnit), ownUnit);
  if (why !== null) throw badInput({ wasteWeight: why });
  const count = await db.$count(harvestWaste, ofHarvest(own.orgId, id));
  refuse(count >= MOST_WASTE ? `A harvest has at most ${formatNumber(MOST_WASTE)} records of waste.` : null);
  const made = returnedRow(
    await db
      .insert(harvestWaste)
      .values({
        orgId: own.orgId,
        harvestId: id,
        wasteType,
        weight: wasteWeight,
        unitOfMeasure: unit,
        wastedOn: wasteDate,
        state: own.state === 'ACTIVE' ? 'DRAFT' : 'WAITING',
      })
      .returning(),
  );
  if (own.state !== 'ACTIVE') await enqueueWrites(ctx, own, [{ kind: 'HARVEST_WASTE', recordIds: [made.id] }]);
  await ctx.audit({ id, after: { waste: { wasteType, weight: wasteWeight, unitOfMeasure: unit, date: wasteDate } } });
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

const ofHarvest = (orgId: number, id: number) => and(eq(harvestWaste.orgId, orgId), eq(harvestWaste.harvestId, id));

/** Deletes waste, also at the tracking system once it was sent there. CONFLICT, NOT_FOUND, TRACKING_KEY_REQUIRED. */
export const removeWaste: Verb<typeof contract.removeWaste> = async (ctx, { params: { id, wasteId } }) => {
  const { db, membership } = ctx;
  const harvest = await lockHarvest(ctx, id);
  const ofWaste = and(ofHarvest(membership.orgId, id), eq(harvestWaste.id, wasteId));
  const [own] = await db.select().from(harvestWaste).where(ofWaste);
  if (own === undefined || own.state === 'UNDONE') throw notFound('Waste');
  if (own.state === 'SENT') {
    const row = returnedRow(await toRows(ctx, [harvest]));
    const recorded = (await loadWaste(ctx, id)).find((one) => one.id === wasteId)?.recorded ?? null;
    refuse(whyNotDraw(harvest) ?? whyTooLate(row, recorded, ctx.now));
    await assertKey(ctx, harvest);
    await db.update(harvestWaste).set({ state: 'UNDONE', problem: null }).where(ofWaste);
    await enqueueWrites(ctx, harvest, [{ kind: 'HARVEST_WASTE_DELETE', recordIds: [wasteId] }]);
  } else {
    refuse(whyNotRemove(own));
    await db.delete(harvestWaste).where(ofWaste);
  }
  const { wasteType, weight, unitOfMeasure } = own;
  await ctx.audit({ id, before: { waste: { wasteType, weight, unitOfMeasure } } });
  if (own.problem !== null) await followRefused(ctx, id);
  await publishHarvest(ctx, id);
  return loadHarvest(ctx, id);
};

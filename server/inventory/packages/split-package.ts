import { and, eq, sql } from 'drizzle-orm';
import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import type { inventory as contract } from '../../../domain/inventory/packages/contract';
import { remainsAfter, splitErrors, takenBy, whyNotSplit } from '../../../domain/inventory/packages/split';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { lockRow } from '../../db/rows';
import { packages, trackingItems, trackingWrites } from '../../db/schema';
import { visiblePackages } from '../../db/visibility';
import type { Verb } from '../../implement';
import type { PackageWrite } from '../../integrations/tracking/tracking-packages';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { withLicenseKey } from '../../integrations/tracking/use-license-key';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';
import { tellPackages } from '../tell-packages';
import { loadPackages } from './list-packages';

/** A package that the tracking system never made, since it refused to: its tag can be used for another. */
const isUnmade = (orgId: number) => sql`packages.status = 'INACTIVE' and packages.seen_at is null and (
  select bool_and(made.state = 'REFUSED') from tracking_writes made
   where made.org_id = ${orgId} and made.made_id = packages.id and made.kind = 'SPLIT')`;

/** Tags the tracking system has for new packages, without those that packages here have by now. NOT_FOUND. */
export const listPackageTags: Verb<typeof contract.tags> = (ctx, { params: { licenseId }, query: { count } }) =>
  withLicenseKey(ctx, licenseId, async (at) => {
    const tags = await ctx.services.integrations.tracking.availableTags(at, count + MOST_PENDING);
    const taken = new Set(await labelsTaken(ctx, tags));
    return tags.filter((tag) => !taken.has(tag)).slice(0, count);
  });

/** Tags that splits under way may have taken already. */
const MOST_PENDING = 100;

async function labelsTaken({ db, membership }: Ctx, labels: readonly string[]): Promise<string[]> {
  if (labels.length === 0) return [];
  const found = await db
    .select({ label: packages.label })
    .from(packages)
    .where(
      and(
        eq(packages.orgId, membership.orgId),
        isOneOf(packages.label, labels),
        sql`(${isUnmade(membership.orgId)}) is not true`,
      ),
    );
  return found.map(({ label }) => label);
}

/**
 * Makes new packages of a part of one, here at once, and enqueues each for the tracking system. If it refuses one, that
 * one is undone, the inbox says why, and its tag is free again. BAD_INPUT at the fields, CONFLICT for a package that can't be split, NOT_FOUND,
 * TRACKING_KEY_REQUIRED.
 */
export const splitPackage: Verb<typeof contract.split> = async (ctx, { params, body }) => {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  const { newPackages, unitOfMeasureAbbreviation: unit } = body;
  // No call is made here: a missing key is asked for before anything is written.
  await withLicenseKey(ctx, params.licenseId, async () => {});
  const whole = await lockWhole(ctx, params);
  const found = { ...whole, unitOfMeasureAbbreviation: whole.unitOfMeasure as TrackingUnit };
  const [before] = await loadPackages(ctx, [whole.id]);
  if (before === undefined) throw notFound('Package');
  const why = whyNotSplit(before);
  if (why !== null) throw new DomainError('CONFLICT', `${whole.label} can’t be split. ${why}`);
  const errors = splitErrors(before, newPackages, unit);
  const taken = await labelsTaken(
    ctx,
    newPackages.map(({ label }) => label),
  );
  Object.assign(errors, errorsOfTaken(newPackages, taken));
  if (Object.keys(errors).length > 0) throw badInput(errors);

  const remains = remainsAfter(whole.quantity, takenBy(found, newPackages, unit) ?? '0');
  await db
    .update(packages)
    .set({ quantity: remains, updatedAt: now })
    .where(and(eq(packages.orgId, orgId), eq(packages.id, whole.id)));
  const unmade = await lockUnmade(ctx, newPackages);
  const made = await db
    .insert(packages)
    .values(
      newPackages.map(({ label, quantity }) => ({
        orgId,
        label,
        quantity,
        licenseId: whole.licenseId,
        itemId: whole.itemId,
        unitOfMeasure: unit,
        status: 'ACTIVE',
        labTestState: whole.labTestState,
        isTradeSample: body.tradeSample,
        locationId: whole.locationId,
        locationName: whole.locationName,
        sourceLabels: [whole.label],
        packagedOn: body.actualDate,
        lastActivityAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [packages.orgId, packages.label],
      set: AGAIN,
      setWhere: isOneOf(packages.id, unmade),
    })
    .returning({ id: packages.id, label: packages.label, quantity: packages.quantity });
  const added = made.map(({ label }) => label);
  const takenSince = newPackages.flatMap(({ label }) => (added.includes(label) ? [] : label));
  if (takenSince.length > 0) throw badInput(errorsOfTaken(newPackages, takenSince));
  const [item] = await db
    .select({ name: trackingItems.name })
    .from(trackingItems)
    .where(and(eq(trackingItems.orgId, orgId), eq(trackingItems.id, whole.itemId)));
  const own = whole.unitOfMeasure as TrackingUnit;
  await db.insert(trackingWrites).values(
    made.map(({ id, label, quantity }) => ({
      orgId,
      licenseId: whole.licenseId,
      packageId: whole.id,
      madeId: id,
      orgUserId: membership.orgUserId,
      body: {
        Tag: label,
        Item: item?.name ?? '',
        Quantity: Number(quantity),
        UnitOfMeasure: UNIT_NAMES[unit],
        ActualDate: body.actualDate,
        IsTradeSample: body.tradeSample,
        Ingredients: [
          {
            Package: whole.label,
            Quantity: Number(convertUnits(quantity, unit, own)),
            UnitOfMeasure: UNIT_NAMES[own],
          },
        ],
      } satisfies PackageWrite,
    })),
  );
  await syncStockOfItems(ctx, { orgId, itemIds: [whole.itemId], why: `Split ${whole.label}` });
  const ids = [whole.id, ...made.map(({ id }) => id)];
  const modifiedPackages = await loadPackages(ctx, ids);
  await ctx.audit({
    id: whole.id,
    before: { quantity: whole.quantity },
    after: { quantity: remains, newPackages, unitOfMeasure: unit, actualDate: body.actualDate },
  });
  await tellPackages(
    db,
    orgId,
    made.map(({ id }) => id),
  );
  await ctx.enqueue({ name: 'send-tracking-writes', data: { orgId, licenseId: whole.licenseId } });
  await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
  return { modifiedPackages };
};

/** Packages with these tags that were never made, locked, so that no other split takes their tags. */
async function lockUnmade({ db, membership }: Ctx, tags: readonly { label: string }[]): Promise<number[]> {
  const labels = tags.map(({ label }) => label);
  const found = await db
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.orgId, membership.orgId), isOneOf(packages.label, labels), isUnmade(membership.orgId)))
    .orderBy(packages.id)
    .for('update', { of: packages });
  return found.map(({ id }) => id);
}

/** What becomes of a package that was never made once its tag is used again: all but its number and notes is new. */
const AGAIN = Object.fromEntries(
  (
    [
      'licenseId',
      'itemId',
      'quantity',
      'unitOfMeasure',
      'drawn',
      'status',
      'labTestState',
      'isTradeSample',
      'locationId',
      'locationName',
      'sourceLabels',
      'finishedOn',
      'packagedOn',
      'lastActivityAt',
      'updatedAt',
    ] as const
  ).map((column) => [column, sql.raw(`excluded.${packages[column].name}`)]),
);

/** Which of the new packages can't have their tags, by field. */
const errorsOfTaken = (made: readonly { label: string }[], taken: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    made.flatMap(({ label }, at) =>
      taken.includes(label) ? [[`newPackages.${at}.label`, 'A package has this tag already']] : [],
    ),
  );

/** A package of a license, locked with its item as every change of packages does. NOT_FOUND. */
async function lockWhole({ db, membership }: Ctx, { licenseId, label }: { licenseId: number; label: string }) {
  const { orgId } = membership;
  const where = and(visiblePackages(membership), eq(packages.licenseId, licenseId), eq(packages.label, label));
  const [seen] = await db.select({ id: packages.id, itemId: packages.itemId }).from(packages).where(where);
  if (seen === undefined) throw notFound('Package');
  await lockItems(db, orgId, [seen.itemId]);
  return lockRow(db, packages, and(eq(packages.orgId, orgId), eq(packages.id, seen.id)), 'Package');
}

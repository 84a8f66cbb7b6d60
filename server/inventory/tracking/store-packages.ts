import { and, eq, gt, or, sql } from 'drizzle-orm';
import { differenceOf } from '../../../domain/inventory/reconciliation/difference';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { packages, trackingItems, trackingWrites, type WriteKind } from '../../db/schema';
import { assignNewItems } from '../items/rule-items';
import { type Compared, saveDifferences } from '../reconciliation/store-differences';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';
import type { StockCtx } from '../stock/write-stock';
import { PACKAGE_LISTS, type PackageList, type TrackedPackage, type Unreadable } from './tracked-package';

/** Where packages were read: the license, the list there, and when. */
export type ReadFrom = { orgId: number; licenseId: number; list: PackageList; seenAt: Date };

type Kept = Pick<
  typeof packages.$inferSelect,
  | 'id'
  | 'label'
  | 'licenseId'
  | 'itemId'
  | 'quantity'
  | 'unitOfMeasure'
  | 'status'
  | 'trackingModifiedAt'
  | 'finishedAt'
  | 'locationId'
  | 'locationName'
>;
type Written = Omit<typeof packages.$inferInsert, 'createdAt' | 'notes'>;

/**
 * Takes over packages the tracking system named: new ones whole; of known ones all but quantity and unit, whose
 * differences go to the inbox. An older record than the one we have only counts as seen, as does one that says another
 * license has given the package away. The stock of mapped products follows, in the same transaction.
 */
export async function storePackages(
  ctx: StockCtx,
  from: ReadFrom,
  { read, odd }: { read: readonly TrackedPackage[]; odd: readonly Unreadable[] },
): Promise<void> {
  const { db } = ctx;
  const { orgId, licenseId } = from;
  const newest = new Map<string, TrackedPackage>();
  for (const one of read) {
    const other = newest.get(one.label);
    if (other === undefined || other.modifiedAt <= one.modifiedAt) newest.set(one.label, one);
  }
  const labels = [...newest.keys()];
  const itemIds = await keepItemsOf(ctx, from, [...newest.values()]);
  const before = await findPackages(ctx, orgId, labels);
  const touchedItems = new Set([...itemIds.values(), ...before.map(({ itemId }) => itemId)]);
  await lockItems(db, orgId, [...touchedItems]);
  const writing = await recentWrites(ctx, orgId, licenseId);
  const kept = new Map((await findPackages(ctx, orgId, labels, true)).map((one) => [one.label, one]));

  const seen: number[] = [];
  const changed: (Written & { id: number })[] = [];
  const added: Written[] = [];
  const found: Compared[] = [];
  const resummed = new Set<number>();
  for (const theirs of newest.values()) {
    const own = kept.get(theirs.label);
    const itemId = itemIds.get(theirs.item.Id);
    if (itemId === undefined) throw new Error('A package’s item was just kept');
    if (own === undefined) {
      const row = toRow(from, theirs, itemId);
      added.push({ ...row, quantity: theirs.quantity, unitOfMeasure: theirs.unitOfMeasure });
      if (row.status === 'ACTIVE') resummed.add(itemId);
      continue;
    }
    const isOlder = own.trackingModifiedAt !== null && theirs.modifiedAt < own.trackingModifiedAt;
    const isGivenAway = own.licenseId !== licenseId && PACKAGE_LISTS[from.list].status === 'INACTIVE';
    if (isGivenAway) continue;
    const difference = differenceOf(
      { quantity: own.quantity, unitOfMeasure: own.unitOfMeasure as TrackedPackage['unitOfMeasure'] },
      { ...theirs, list: from.list },
    );
    if (isOlder) {
      seen.push(own.id);
      continue;
    }
    const written = writing.get(own.id);
    const isBefore = written !== undefined && theirs.modifiedAt.getTime() < written.until;
    const row = { ...toRow(from, theirs, itemId), ...(isBefore && asWritten(own, written.kinds)) };
    changed.push({ ...row, id: own.id, quantity: own.quantity, unitOfMeasure: own.unitOfMeasure });
    if (!isBefore) {
      found.push({ label: own.label, packageId: own.id, movedAt: theirs.modifiedAt, difference });
    }
    if (row.status !== own.status || itemId !== own.itemId) {
      resummed.add(itemId);
      resummed.add(own.itemId);
    }
  }

  await insertPackages(ctx, added);
  await updatePackages(ctx, orgId, changed);
  if (seen.length > 0) {
    await db
      .update(packages)
      .set({ seenAt: from.seenAt })
      .where(and(eq(packages.orgId, orgId), isOneOf(packages.id, seen)));
  }
  const settled = await saveDifferences(ctx, from, [
    ...found,
    ...odd.map(({ label, why }) => ({
      label,
      packageId: kept.get(label)?.id ?? null,
      movedAt: null,
      difference: { kind: 'UNREADABLE', ours: '', theirs: why, cause: 'UNKNOWN' } as const,
    })),
  ]);
  if (resummed.size > 0) {
    await syncStockOfItems(ctx, { orgId, itemIds: [...resummed], why: 'Read from the tracking system' });
    await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
  }
  const isNews = added.length > 0 || settled > 0 || changed.some((row) => isOther(kept.get(row.label), row));
  if (isNews) await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
}

/** How long what was read before a write may still be on its way here, and how far their clock may be behind ours. */
const ON_ITS_WAY = sql`now() - interval '10 minutes'`;
const SKEW_MS = 60_000;

type Writing = { until: number; kinds: ReadonlySet<WriteKind> };

/** What was asked for a package here and isn't there yet, which a record from before doesn't take away. */
function asWritten({ status, finishedAt, locationId, locationName }: Kept, kinds: ReadonlySet<WriteKind>) {
  return {
    ...(kinds.has('MOVE') && { locationId, locationName }),
    ...((kinds.has('FINISH') || kinds.has('REOPEN')) && { status, finishedAt }),
  };
}

/**
 * Packages of a license that something is still to be written about, or was a moment ago: what they were there before
 * can't be equal. By package, until when records are from before.
 */
async function recentWrites({ db }: StockCtx, orgId: number, licenseId: number): Promise<Map<number, Writing>> {
  const recent = await db
    .select()
    .from(trackingWrites)
    .where(
      and(
        eq(trackingWrites.orgId, orgId),
        eq(trackingWrites.licenseId, licenseId),
        or(
          eq(trackingWrites.state, 'PENDING'),
          and(eq(trackingWrites.state, 'SENT'), gt(trackingWrites.updatedAt, ON_ITS_WAY)),
        ),
      ),
    );
  const writing = new Map<number, Writing>();
  for (const { packageId, madeId, state, triedAt, kind } of recent) {
    const moment = state === 'PENDING' ? Number.POSITIVE_INFINITY : (triedAt?.getTime() ?? 0) - SKEW_MS;
    for (const id of [packageId, madeId]) {
      const { until = 0, kinds = [] } = writing.get(id) ?? {};
      writing.set(id, { until: Math.max(until, moment), kinds: new Set([...kinds, kind]) });
    }
  }
  return writing;
}

const isOther = (own: Kept | undefined, row: Written) =>
  own === undefined || own.trackingModifiedAt?.getTime() !== row.trackingModifiedAt?.getTime();

function toRow({ orgId, licenseId, list, seenAt }: ReadFrom, theirs: TrackedPackage, itemId: number) {
  const { status, transferState } = PACKAGE_LISTS[list];
  return {
    ...theirs.row,
    orgId,
    licenseId,
    itemId,
    label: theirs.label,
    trackingId: theirs.trackingId,
    trackingQuantity: theirs.quantity,
    trackingUnit: theirs.unitOfMeasure,
    trackingModifiedAt: theirs.modifiedAt,
    lastActivityAt: theirs.modifiedAt,
    labTestState: theirs.labTestState,
    status: status === 'ACTIVE' && theirs.isOnHold ? 'ON_HOLD' : status,
    transferState,
    seenAt,
    seenIn: list,
    updatedAt: seenAt,
  };
}

/** The items of packages, by the tracking system's ids; those it hasn't listed yet are added as the package names them. */
async function keepItemsOf(
  { db }: StockCtx,
  { orgId, licenseId, seenAt }: ReadFrom,
  read: readonly TrackedPackage[],
): Promise<Map<number, number>> {
  const named = new Map(read.map(({ item }) => [item.Id, item]));
  if (named.size === 0) return new Map();
  const ids = [...named.keys()];
  const load = () =>
    db
      .select({ id: trackingItems.id, trackingId: trackingItems.trackingId })
      .from(trackingItems)
      .where(
        and(
          eq(trackingItems.orgId, orgId),
          eq(trackingItems.licenseId, licenseId),
          isOneOf(trackingItems.trackingId, ids),
        ),
      );
  const known = await load();
  const unknown = [...named.values()].filter(({ Id }) => !known.some(({ trackingId }) => trackingId === Id));
  if (unknown.length === 0) return new Map(known.map(({ id, trackingId }) => [trackingId, id]));
  const added = await db
    .insert(trackingItems)
    .values(
      unknown.map((item) => ({
        orgId,
        licenseId,
        trackingId: item.Id,
        name: item.Name,
        strainName: item.StrainName,
        categoryName: item.ProductCategoryName,
        unitOfMeasure: item.UnitOfMeasureName,
        createdAt: seenAt,
        updatedAt: seenAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: trackingItems.id });
  await assignNewItems(
    db,
    orgId,
    added.map(({ id }) => id),
    seenAt,
  );
  return new Map((await load()).map(({ id, trackingId }) => [trackingId, id]));
}

const KEPT = {
  id: packages.id,
  label: packages.label,
  licenseId: packages.licenseId,
  itemId: packages.itemId,
  quantity: packages.quantity,
  unitOfMeasure: packages.unitOfMeasure,
  status: packages.status,
  trackingModifiedAt: packages.trackingModifiedAt,
  finishedAt: packages.finishedAt,
  locationId: packages.locationId,
  locationName: packages.locationName,
};

function findPackages({ db }: StockCtx, orgId: number, labels: readonly string[], locks = false): Promise<Kept[]> {
  const query = db
    .select(KEPT)
    .from(packages)
    .where(and(eq(packages.orgId, orgId), isOneOf(packages.label, labels)))
    .orderBy(packages.id)
    .$dynamic();
  return locks ? query.for('update') : query;
}

async function insertPackages({ db }: StockCtx, rows: readonly Written[]): Promise<void> {
  if (rows.length === 0) return;
  const { source, columns, values } = recordset('found', packages, rows);
  await db.execute(sql`insert into ${packages} (${columns}) select ${values} from ${source}
    on conflict (org_id, label) do nothing`);
}

/** Every column of a known package that the tracking system decides. */
async function updatePackages(
  { db }: StockCtx,
  orgId: number,
  rows: readonly (Written & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  const { source } = recordset('found', packages, rows);
  await db.execute(sql`
    update ${packages} set license_id = found.license_id, item_id = found.item_id, status = found.status,
           tracking_id = found.tracking_id, tracking_quantity = found.tracking_quantity,
           tracking_unit = found.tracking_unit, tracking_modified_at = found.tracking_modified_at,
           last_activity_at = found.last_activity_at, lab_test_state = found.lab_test_state,
           transfer_state = found.transfer_state, is_trade_sample = found.is_trade_sample,
           location_id = found.location_id, location_name = found.location_name, packaged_at = found.packaged_at,
           received_at = found.received_at, source_labels = found.source_labels,
           manifest_number = found.manifest_number, received_from = found.received_from,
           owner_name = found.owner_name, finished_at = found.finished_at, seen_at = found.seen_at,
           seen_in = found.seen_in, updated_at = found.updated_at
      from ${source}
     where packages.org_id = ${orgId} and packages.id = found.id`);
}

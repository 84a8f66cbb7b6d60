import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import {
  judgePackage,
  newestOfEach,
  type OwnPackage,
  type PackageList,
  type PackageState,
  type Writing,
} from '../../../domain/inventory/judge-package';
import type { PackageStatus } from '../../../domain/inventory/packages/package';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { packages, trackingItems, trackingWrites } from '../../db/schema';
import { assignNewItems } from '../items/rule-items';
import { type Compared, saveDifferences } from '../reconciliation/store-differences';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';
import type { StockCtx } from '../stock/write-stock';
import { movesOf } from './package-moves';
import type { TrackedPackage, Unreadable } from './tracked-package';

/** Where packages were read: the license, the list there, and when. */
export type ReadFrom = { orgId: number; licenseId: number; list: PackageList; seenAt: Date };

type Found = OwnPackage & { id: number; label: string; drawn: string };
type Row = Omit<typeof packages.$inferInsert, 'id' | 'label' | 'quantity' | 'unitOfMeasure' | 'createdAt' | 'notes'>;

/**
 * Stores packages the tracking system named, as `judgePackage` decides: new ones whole; of known ones all but quantity
 * and unit, whose differences go to the inbox. The stock of mapped products follows, in the same transaction.
 */
export async function storePackages(
  ctx: StockCtx,
  from: ReadFrom,
  { read, odd }: { read: readonly TrackedPackage[]; odd: readonly Unreadable[] },
): Promise<void> {
  const { db } = ctx;
  const { orgId, licenseId, list } = from;
  const newest = newestOfEach(read);
  const itemIds = await storeItemsOf(ctx, from, newest);
  const named = await withSources(ctx, orgId, newest);
  const before = await findPackages(ctx, orgId, named);
  await lockItems(db, orgId, [...new Set([...itemIds.values(), ...before.map(({ itemId }) => itemId)])]);
  const writing = await recentWrites(ctx, orgId, licenseId);
  const known = new Map((await findPackages(ctx, orgId, named, true)).map((own) => [own.label, own]));

  const judged = newest.map((theirs) => {
    const own = known.get(theirs.label);
    const itemId = itemIds.get(theirs.item.Id);
    if (itemId === undefined) throw new Error('A package’s item was just stored');
    const verdict = judgePackage(
      own,
      { ...theirs, ...theirs.row },
      { list, licenseId, itemId },
      own && writing.get(own.id),
    );
    return { theirs, own, itemId, verdict };
  });
  const added = judged.flatMap(({ theirs, itemId, verdict }) =>
    verdict.kind === 'ADD' ? { ...toRow(from, theirs, itemId, verdict.state), ...heldBy(theirs) } : [],
  );
  const changed = judged.flatMap(({ theirs, own, itemId, verdict }) =>
    verdict.kind === 'CHANGE' && own ? { ...toRow(from, theirs, itemId, verdict.state), id: own.id } : [],
  );
  const seen = judged.flatMap(({ own, verdict }) => (verdict.kind === 'SEEN' && own ? own.id : []));
  const compared = judged.flatMap(({ theirs, own, verdict }): Compared[] =>
    verdict.kind === 'CHANGE' && verdict.compared && own
      ? [{ label: own.label, packageId: own.id, movedAt: theirs.modifiedAt, ...verdict.compared }]
      : [],
  );
  await insertPackages(ctx, added);
  await updatePackages(ctx, orgId, changed);
  const moves = await movesOf(ctx, from, judged, known);
  await writeDrawn(ctx, orgId, moves.drawn);
  await markSeen(ctx, from, seen);
  const settled = await saveDifferences(ctx, from, [
    ...compared,
    ...odd.map(({ label, why }) => ({
      label,
      packageId: known.get(label)?.id ?? null,
      movedAt: null,
      difference: { kind: 'UNREADABLE', ours: '', theirs: why, cause: 'UNKNOWN' } as const,
    })),
  ]);
  const resummed = new Set([
    ...judged.flatMap(({ verdict }) => ('resummed' in verdict ? verdict.resummed : [])),
    ...moves.items,
  ]);
  if (resummed.size > 0) {
    await syncStockOfItems(ctx, {
      orgId,
      itemIds: [...resummed],
      why: 'Read from the tracking system',
      left: moves.left,
    });
    await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
  }
  const isNews = judged.some(({ verdict }) => verdict.kind === 'ADD' || (verdict.kind === 'CHANGE' && verdict.isNews));
  if (isNews || settled > 0) await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
}

/** How long what was read before a write may still be on its way here, and how far their clock may be behind ours. */
const ON_ITS_WAY = sql`now() - interval '10 minutes'`;
const SKEW_MS = 60_000;

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

/** A package's row but its tag's and what it holds, which only a new one takes from there. */
function toRow(
  { orgId, licenseId, list, seenAt }: ReadFrom,
  theirs: TrackedPackage,
  itemId: number,
  state: PackageState,
): Row {
  return {
    ...theirs.row,
    ...state,
    orgId,
    licenseId,
    itemId,
    trackingId: theirs.trackingId,
    trackingQuantity: theirs.quantity,
    trackingUnit: theirs.unitOfMeasure,
    trackingModifiedAt: theirs.modifiedAt,
    lastActivityAt: theirs.modifiedAt,
    labTestState: theirs.labTestState,
    seenAt,
    seenIn: list,
    updatedAt: seenAt,
  };
}

const heldBy = ({ label, quantity, unitOfMeasure }: TrackedPackage) => ({ label, quantity, unitOfMeasure });

/** The items of packages, by the tracking system's ids; those it hasn't listed yet are added as the package names them. */
async function storeItemsOf(
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

const FOUND = {
  id: packages.id,
  label: packages.label,
  licenseId: packages.licenseId,
  itemId: packages.itemId,
  quantity: packages.quantity,
  unitOfMeasure: sql<TrackingUnit>`${packages.unitOfMeasure}`,
  status: sql<PackageStatus>`${packages.status}`,
  trackingModifiedAt: packages.trackingModifiedAt,
  finishedAt: packages.finishedAt,
  locationId: packages.locationId,
  locationName: packages.locationName,
  drawn: packages.drawn,
};

function findPackages({ db }: StockCtx, orgId: number, labels: readonly string[], locks = false): Promise<Found[]> {
  const query = db
    .select(FOUND)
    .from(packages)
    .where(and(eq(packages.orgId, orgId), isOneOf(packages.label, labels)))
    .orderBy(packages.id)
    .$dynamic();
  return locks ? query.for('no key update') : query;
}

/** The tags of packages, and of those that new ones were made of. */
async function withSources(ctx: StockCtx, orgId: number, read: readonly TrackedPackage[]): Promise<string[]> {
  const labels = read.map(({ label }) => label);
  const made = read.filter(({ row }) => row.sourceLabels.length > 0);
  if (made.length === 0) return labels;
  const known = new Set((await findPackages(ctx, orgId, labels)).map(({ label }) => label));
  const sources = made.flatMap(({ label, row }) => (known.has(label) ? [] : row.sourceLabels));
  return [...new Set([...labels, ...sources])];
}

async function writeDrawn({ db }: StockCtx, orgId: number, drawn: ReadonlyMap<number, string>): Promise<void> {
  if (drawn.size === 0) return;
  await db.execute(sql`
    update packages set drawn = next.drawn
      from unnest(${sql.param([...drawn.keys()])}::bigint[], ${sql.param([...drawn.values()])}::numeric[]) as next (id, drawn)
     where packages.org_id = ${orgId} and packages.id = next.id`);
}

type New = Row & Pick<Found, 'label' | 'quantity' | 'unitOfMeasure'>;

async function insertPackages({ db }: StockCtx, rows: readonly New[]): Promise<void> {
  if (rows.length === 0) return;
  const { source, columns, values } = recordset('found', packages, rows);
  await db.execute(sql`insert into ${packages} (${columns}) select ${values} from ${source}
    on conflict (org_id, label) do nothing`);
}

/** Every column of a known package that the tracking system decides. */
async function updatePackages({ db }: StockCtx, orgId: number, rows: readonly (Row & { id: number })[]): Promise<void> {
  if (rows.length === 0) return;
  const { source, sets } = recordset('found', packages, rows);
  await db.execute(sql`update ${packages} set ${sets} from ${source}
     where packages.org_id = ${orgId} and packages.id = found.id`);
}

/** Notes that packages were named, though nothing else of them is newer. */
async function markSeen({ db }: StockCtx, { orgId, seenAt }: ReadFrom, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(packages)
    .set({ seenAt })
    .where(and(eq(packages.orgId, orgId), isOneOf(packages.id, ids)));
}

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
import { type PackageStatus, voidedLabel } from '../../../domain/inventory/packages/package';
import { findMeant, labelsOf, sourcesHere } from '../../../domain/inventory/packages/used-tags';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { packages, trackingWrites } from '../../db/schema';
import { type Compared, saveDifferences } from '../reconciliation/store-differences';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';
import type { StockCtx } from '../stock/write-stock';
import { tellPackages } from '../tell-packages';
import { movesOf } from './package-moves';
import { readingAt } from './reading-at';
import { storeNamedItems } from './store-items';
import { type ReadPackage, readPackages, type TrackedPackage } from './tracked-package';
import { type Losing, voidPackages } from './void-packages';

type Named = { orgId: number; licenseId: number; list: PackageList };
/** Where packages were read: the license, the list there, and when. */
type ReadFrom = Named & { seenAt: Date };

type Found = OwnPackage & {
  id: number;
  label: string;
  drawn: string;
  trackingId: number | null;
  trackingQuantity: string | null;
  trackingUnit: TrackingUnit | null;
  sourceLabels: string[];
};
type Row = Omit<typeof packages.$inferInsert, 'id' | 'label' | 'quantity' | 'unitOfMeasure' | 'createdAt' | 'notes'>;

/**
 * Stores packages the tracking system named, as `judgePackage` decides: new ones whole; of known ones all but quantity
 * and unit, whose differences go to the inbox. What can't be read of a known one stays as it is, and the inbox says so.
 * The stock of mapped products follows, in the same transaction.
 */
export async function storePackages(
  ctx: StockCtx & Pick<Ctx, 'enqueue'>,
  at: Named,
  records: readonly unknown[],
): Promise<void> {
  const { db } = ctx;
  const { orgId, licenseId, list } = at;
  const { seenAt, timeZone } = await readingAt(db, at);
  const from: ReadFrom = { ...at, seenAt };
  const { read, odd } = readPackages(records, timeZone);
  // What has no time of its own is as it was read.
  const newest = newestOfEach(read.map((one) => ({ ...one, modifiedAt: one.modifiedAt ?? seenAt })));
  const itemIds = await storeNamedItems(ctx, from, newest);
  const named = await withSources(ctx, orgId, newest);
  const before = await findPackages(ctx, orgId, named);
  await lockItems(db, orgId, [...new Set([...itemIds.values(), ...before.map(({ itemId }) => itemId)])]);
  let known = await lockKnown(ctx, orgId, named);
  const writing = await recentWrites(ctx, at, [...known.values()]);
  const meant = findAllMeant(newest, licenseId, known);
  const voided = findLosing(meant, known);
  if (voided.length > 0) {
    await voidPackages(db, at, voided);
    known = await lockKnown(ctx, orgId, named);
  }

  const unreadable: Compared[] = odd.map(({ label, why }) => unread(label, null, why));
  const judged = meant.flatMap(({ one, label }) => {
    const own = known.get(label);
    const theirs = completed({ ...one, label, isVoided: label !== one.label }, own, itemIds);
    if (theirs === null) {
      unreadable.push(unread(label, null, one.odd ?? 'Item: its unit is none we know'));
      return [];
    }
    const { itemId } = theirs;
    const where = { list, readAt: seenAt, licenseId, itemId };
    const verdict = judgePackage(own, { ...theirs, ...theirs.row }, where, own && writing.get(own.id));
    return { theirs, own, itemId, verdict };
  });
  const added = judged.flatMap(({ theirs, verdict }) =>
    verdict.kind === 'ADD' ? { ...toRow(from, theirs, verdict.state), ...heldBy(theirs) } : [],
  );
  const changed = judged.flatMap(({ theirs, own, verdict }) =>
    verdict.kind === 'CHANGE' && own ? { ...toRow(from, theirs, verdict.state), id: own.id } : [],
  );
  const seen = judged.flatMap(({ own, verdict }) => (verdict.kind === 'SEEN' && own ? own.id : []));
  const compared = judged.flatMap(({ theirs, own, verdict }): Compared[] => {
    if (verdict.kind !== 'CHANGE' || !verdict.compared || !own) return [];
    if (theirs.odd !== null) return [unread(own.label, own.id, theirs.odd)];
    return [{ label: own.label, packageId: own.id, movedAt: theirs.modifiedAt, ...verdict.compared }];
  });
  const made = await insertPackages(ctx, added);
  await updatePackages(ctx, orgId, changed);
  const moves = await movesOf(ctx, from, judged, known);
  await writeDrawn(ctx, orgId, moves.drawn);
  await markSeen(ctx, from, seen);
  const settled = await saveDifferences(ctx, from, [...compared, ...unreadable]);
  const resummed = new Set([
    ...judged.flatMap(({ verdict }) => ('resummed' in verdict ? verdict.resummed : [])),
    ...moves.items,
    ...voided.map(({ itemId }) => itemId),
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
  const news = judged.filter(({ verdict }) => verdict.kind === 'ADD' || (verdict.kind === 'CHANGE' && verdict.isNews));
  // What becomes of their packages is on the pages of harvests too.
  if (news.some(({ theirs }) => (theirs.row.sourceHarvests ?? []).length > 0))
    await ctx.publish({ topic: 'harvests', kind: 'changed', id: 'many', orgIds: [orgId] });
  const changedIds = news.flatMap(({ own, verdict }) => (verdict.kind === 'CHANGE' && own ? own.id : []));
  await tellPackages(db, orgId, [...made, ...changedIds, ...voided.map(({ id }) => id)]);
  if (news.length > 0 || settled > 0 || voided.length > 0)
    await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
}

const unread = (label: string, packageId: number | null, why: string): Compared => ({
  label,
  packageId,
  movedAt: null,
  difference: { kind: 'UNREADABLE', ours: '', theirs: why, cause: 'UNKNOWN' },
});

type Dated = Omit<ReadPackage, 'modifiedAt'> & { modifiedAt: Date };

/** The packages of ours that records mean, and those that lose their tags to new ones. */
function findAllMeant(newest: readonly Dated[], licenseId: number, known: ReadonlyMap<string, Found>) {
  const numbers = new Map<string, number>();
  for (const { label, isVoided, trackingId } of newest)
    if (!isVoided && trackingId !== null) numbers.set(label, Math.max(trackingId, numbers.get(label) ?? 0));
  return newest.flatMap((one) => {
    const found = findMeant(one, licenseId, known, numbers.get(one.label) ?? null);
    return found ? [{ one, ...found }] : [];
  });
}

/** The packages that lose their tags, by what the records mean, with the items they are of. */
function findLosing(meant: ReturnType<typeof findAllMeant>, known: ReadonlyMap<string, Found>) {
  const tags = new Set(meant.flatMap(({ voids }) => voids ?? []));
  return [...tags].flatMap((tag): (Losing & Pick<Found, 'itemId'>)[] => {
    const own = known.get(tag);
    if (own === undefined || own.trackingId === null) return [];
    const heir = meant.find(({ label }) => label === tag)?.one.trackingId ?? null;
    return [{ id: own.id, itemId: own.itemId, tag, label: voidedLabel(tag, own.trackingId), heir }];
  });
}

type Complete = TrackedPackage & { itemId: number } & Pick<Row, 'trackingQuantity' | 'trackingUnit'>;

/** A package with what we know of it in place of what can't be read; null if too little is known of it. */
function completed(one: Dated, own: Found | undefined, itemIds: ReadonlyMap<number, number>): Complete | null {
  const itemId = (one.item && itemIds.get(one.item.Id)) ?? own?.itemId;
  const last = own && {
    quantity: own.trackingQuantity ?? own.quantity,
    unitOfMeasure: own.trackingUnit ?? own.unitOfMeasure,
  };
  const held = one.held ?? last;
  if (itemId === undefined || held === undefined) return null;
  const [trackingQuantity, trackingUnit] = one.held
    ? [held.quantity, held.unitOfMeasure]
    : [own?.trackingQuantity ?? null, own?.trackingUnit ?? null];
  return {
    ...one,
    ...held,
    row: { ...one.row, sourceLabels: sourcesHere(one.row.sourceLabels, own?.sourceLabels ?? []) },
    itemId,
    trackingId: one.trackingId ?? own?.trackingId ?? null,
    trackingQuantity,
    trackingUnit,
  };
}

/** How long what was read before a write may still be on its way here, and how far their clock may be behind ours. */
const ON_ITS_WAY = sql`now() - interval '10 minutes'`;
const SKEW_MS = 60_000;

/**
 * Of these packages those that something is still to be written about, or was a moment ago: what they were there before
 * can't be equal. By package, until when records are from before.
 */
async function recentWrites(
  { db }: StockCtx,
  { orgId, licenseId }: Named,
  known: readonly Found[],
): Promise<Map<number, Writing>> {
  if (known.length === 0) return new Map();
  const ids = known.map(({ id }) => id);
  const { packageId, madeId, state, triedAt, kind } = trackingWrites;
  const recent = await db
    .select({ packageId, madeId, state, triedAt, kind })
    .from(trackingWrites)
    .where(
      and(
        eq(trackingWrites.orgId, orgId),
        eq(trackingWrites.licenseId, licenseId),
        or(isOneOf(packageId, ids), isOneOf(madeId, ids)),
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
      if (id === null) continue;
      const { until = 0, kinds = [] } = writing.get(id) ?? {};
      writing.set(id, { until: Math.max(until, moment), kinds: new Set([...kinds, kind]) });
    }
  }
  return writing;
}

/** A package's row but its tag's and what it holds, which only a new one takes from there. */
function toRow({ orgId, licenseId, list, seenAt }: ReadFrom, theirs: Complete, state: PackageState): Row {
  return {
    ...theirs.row,
    ...state,
    orgId,
    licenseId,
    itemId: theirs.itemId,
    trackingId: theirs.trackingId,
    trackingQuantity: theirs.trackingQuantity,
    trackingUnit: theirs.trackingUnit,
    trackingModifiedAt: theirs.modifiedAt,
    // Their clock may be ahead, and nothing was done in the future.
    lastActivityAt: theirs.modifiedAt < seenAt ? theirs.modifiedAt : seenAt,
    labTestState: theirs.labTestState,
    seenAt,
    seenIn: list,
    updatedAt: seenAt,
  };
}

const heldBy = ({ label, quantity, unitOfMeasure }: TrackedPackage) => ({ label, quantity, unitOfMeasure });

const FOUND = {
  id: packages.id,
  label: packages.label,
  licenseId: packages.licenseId,
  itemId: packages.itemId,
  quantity: packages.quantity,
  unitOfMeasure: sql<TrackingUnit>`${packages.unitOfMeasure}`,
  status: sql<PackageStatus>`${packages.status}`,
  trackingId: packages.trackingId,
  trackingQuantity: packages.trackingQuantity,
  trackingUnit: sql<TrackingUnit | null>`${packages.trackingUnit}`,
  trackingModifiedAt: packages.trackingModifiedAt,
  finishedOn: packages.finishedOn,
  locationId: packages.locationId,
  locationName: packages.locationName,
  drawn: packages.drawn,
  sourceLabels: packages.sourceLabels,
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

/** The packages of these labels by label, locked. */
const lockKnown = async (ctx: StockCtx, orgId: number, labels: readonly string[]): Promise<Map<string, Found>> =>
  new Map((await findPackages(ctx, orgId, labels, true)).map((own) => [own.label, own]));

/** How many times packages are made of others until one is read; no law of the tracking system limits it. */
const MOST_MAKINGS = 10;

/** The labels packages may have here, and of those that new ones were made of, and these in turn. */
async function withSources(ctx: StockCtx, orgId: number, read: readonly Dated[]): Promise<string[]> {
  const labels = [...new Set(read.flatMap(labelsOf))];
  const made = read.filter(({ row }) => row.sourceLabels.length > 0);
  if (made.length === 0) return labels;
  const known = new Set((await findPackages(ctx, orgId, labels)).map(({ label }) => label));
  const all = new Set(labels);
  let sources = made.flatMap(({ label, row }) => (known.has(label) ? [] : row.sourceLabels));
  for (let making = 0; sources.length > 0 && making < MOST_MAKINGS; making += 1) {
    for (const label of sources) all.add(label);
    const found = await findPackages(ctx, orgId, sources);
    sources = found.flatMap(({ sourceLabels }) => sourceLabels.filter((label) => !all.has(label)));
  }
  return [...all];
}

async function writeDrawn({ db }: StockCtx, orgId: number, drawn: ReadonlyMap<number, string>): Promise<void> {
  if (drawn.size === 0) return;
  await db.execute(sql`
    update packages set drawn = next.drawn
      from unnest(${sql.param([...drawn.keys()])}::bigint[], ${sql.param([...drawn.values()])}::numeric[]) as next (id, drawn)
     where packages.org_id = ${orgId} and packages.id = next.id`);
}

type New = Row & Pick<Found, 'label' | 'quantity' | 'unitOfMeasure'>;

/** Answers the ids of those that weren't there. */
async function insertPackages({ db }: StockCtx, rows: readonly New[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const { source, columns, values } = recordset('found', packages, rows);
  const { rows: made } = await db.execute<{ id: number }>(
    sql`insert into ${packages} (${columns}) select ${values} from ${source}
      on conflict (org_id, label) do nothing returning id`,
  );
  return made.map(({ id }) => Number(id));
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

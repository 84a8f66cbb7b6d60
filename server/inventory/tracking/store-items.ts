import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { trackingItems, trackingRecords } from '../../db/schema';
import { outsideId } from '../../integrations/tracking/outside-values';
import type { StoreTools } from '../../integrations/tracking/read-license';
import { OutsideItemRecord, unitFactsOf } from '../../integrations/tracking/tracking-items';
import { holdAssigning } from '../../network/shares/auto-share';
import { assignNewItems } from '../items/rule-items';
import { parseRecords } from './parse-records';
import { readingAt } from './reading-at';
import type { ReadPackage } from './tracked-package';

type From = { orgId: number; licenseId: number };

/**
 * Takes over what the tracking system says of items in use: new ones, and of known ones all but the unit, by which products
 * are mapped; another unit there is kept beside ours. What it says nothing of stays. A record that isn't an item is left
 * out.
 */
export async function storeItems(tools: StoreTools, from: From, records: readonly unknown[]): Promise<void> {
  const { db, publish } = tools;
  const { orgId, licenseId } = from;
  const { seenAt } = await readingAt(db, from);
  const found = parseRecords(records, OutsideItemRecord, (data) => ({
    orgId,
    licenseId,
    trackingId: data.Id,
    name: data.Name,
    strainName: data.StrainName,
    categoryName: data.ProductCategoryName,
    unitOfMeasure: data.UnitOfMeasureName,
    ...unitFactsOf(data),
    listedAt: seenAt,
    createdAt: seenAt,
    updatedAt: seenAt,
  }));
  const units = await unitsOf(db, from, found);
  const rows = found.flatMap((row) => {
    const unitOfMeasure = row.unitOfMeasure ?? units.get(row.trackingId);
    return unitOfMeasure ? { ...row, unitOfMeasure } : [];
  });
  if (rows.length === 0) return;
  const { source, columns, values } = recordset('found', trackingItems, rows);
  const told = (row: SQL) =>
    sql.join(
      UNIT_FACTS.map((column) => sql`coalesce(excluded.${sql.raw(column)}, ${row}.${sql.raw(column)})`),
      sql`, `,
    );
  const own = sql`tracking_items`;
  await holdAssigning(db, orgId);
  const changed = await db.execute(sql`
    insert into ${trackingItems} (${columns}) select ${values} from ${source}
    on conflict (org_id, license_id, tracking_id) do update
       set name = excluded.name, strain_name = excluded.strain_name, category_name = excluded.category_name,
           (${sql.raw(UNIT_FACTS.join(', '))}) = row(${told(own)}),
           tracking_unit = nullif(excluded.unit_of_measure, tracking_items.unit_of_measure),
           closed_at = null, updated_at = excluded.updated_at
     where (tracking_items.name, tracking_items.strain_name, tracking_items.category_name, tracking_items.tracking_unit,
            tracking_items.closed_at, ${sql.join(
              UNIT_FACTS.map((column) => sql.raw(`tracking_items.${column}`)),
              sql`, `,
            )})
           is distinct from (excluded.name, excluded.strain_name, excluded.category_name,
            nullif(excluded.unit_of_measure, tracking_items.unit_of_measure), null::timestamptz, ${told(own)})
    returning id, created_at = updated_at as "isNew"`);
  // They are locked by now, in the order in which everybody locks them.
  const ids = rows.map(({ trackingId }) => trackingId);
  await db
    .update(trackingItems)
    .set({ listedAt: seenAt })
    .where(and(ofLicense(from), isOneOf(trackingItems.trackingId, ids)));
  const news = changed.rows as { id: number; isNew: boolean }[];
  const added = news.filter(({ isNew }) => isNew).map(({ id }) => id);
  await assignNewItems(tools, { orgId, added, at: seenAt });
  if (news.length > 0) {
    await publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
    await publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
  }
}

const UNIT_FACTS = [
  'unit_thc_content',
  'unit_thc_content_unit_of_measure',
  'unit_weight',
  'unit_weight_unit_of_measure',
] as const;

const ofLicense = ({ orgId, licenseId }: From) =>
  and(eq(trackingItems.orgId, orgId), eq(trackingItems.licenseId, licenseId));

/** Our units of known items whose units there we don't know. */
async function unitsOf(
  db: Db,
  from: From,
  found: readonly { trackingId: number; unitOfMeasure: TrackingUnit | null }[],
): Promise<Map<number, TrackingUnit>> {
  const ids = found.flatMap(({ trackingId, unitOfMeasure }) => (unitOfMeasure === null ? trackingId : []));
  if (ids.length === 0) return new Map();
  const own = await db
    .select({ trackingId: trackingItems.trackingId, unit: sql<TrackingUnit>`${trackingItems.unitOfMeasure}` })
    .from(trackingItems)
    .where(and(ofLicense(from), isOneOf(trackingItems.trackingId, ids)));
  return new Map(own.map(({ trackingId, unit }) => [trackingId, unit]));
}

/** The items of packages, by the tracking system's ids; those it hasn't listed yet are added as the package names them. */
export async function storeNamedItems(
  tools: Pick<StoreTools, 'db' | 'enqueue' | 'publish'>,
  { orgId, licenseId, seenAt }: From & { seenAt: Date },
  read: readonly Pick<ReadPackage, 'item' | 'held'>[],
): Promise<Map<number, number>> {
  const { db } = tools;
  const named = new Map(read.flatMap(({ item, held }) => (item ? [[item.Id, { item, held }] as const] : [])));
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
  const knownIds = new Set(known.map(({ trackingId }) => trackingId));
  const values = [...named.values()].flatMap(({ item, held }) => {
    const unitOfMeasure = item.UnitOfMeasureName ?? held?.unitOfMeasure;
    if (knownIds.has(item.Id) || unitOfMeasure === undefined) return [];
    const { Id: trackingId, Name: name, StrainName: strainName, ProductCategoryName: categoryName } = item;
    const texts = { name, strainName, categoryName, unitOfMeasure };
    return { orgId, licenseId, trackingId, ...texts, createdAt: seenAt, updatedAt: seenAt };
  });
  if (values.length === 0) return new Map(known.map(({ id, trackingId }) => [trackingId, id]));
  await holdAssigning(db, orgId);
  const added = await db.insert(trackingItems).values(values).onConflictDoNothing().returning({ id: trackingItems.id });
  await assignNewItems(tools, { orgId, added: added.map(({ id }) => id), at: seenAt });
  return new Map((await load()).map(({ id, trackingId }) => [trackingId, id]));
}

const Numbered = z.looseObject({ Id: outsideId });

/** Lists of which a record is in one at a time, by their first word: plants and harvests. */
const KINDS_OF_LISTS = ['plants', 'harvests'];

/**
 * Keeps records of a list as they came, the latest of each; one that came from another list of its kind leaves that.
 * Returns those that are the latest we have.
 */
export async function storeRecords(
  db: Db,
  { orgId, licenseId, list }: From & { list: string },
  records: readonly unknown[],
): Promise<unknown[]> {
  const { seenAt } = await readingAt(db, { orgId, licenseId });
  const read = parseRecords(records, Numbered, (data) => ({
    orgId,
    licenseId,
    list,
    trackingId: data.Id,
    data,
    seenAt,
  }));
  const { rows, newest } = await withoutMoved(db, { orgId, licenseId, list }, read);
  if (rows.length === 0) return [];
  const { source, columns, values } = recordset('found', trackingRecords, rows);
  await db.execute(sql`
    insert into ${trackingRecords} (${columns}) select ${values} from ${source}
    on conflict (org_id, license_id, list, tracking_id) do update
       set data = excluded.data, seen_at = excluded.seen_at`);
  return newest.map(({ data }) => data);
}

type Read = { trackingId: number; data: Record<string, unknown> };

/**
 * Those that weren't read later in another list of the kind; what was read there of the others before is forgotten. One that
 * was read later in this list, by another job, stays what it is; the `newest` are the rest.
 */
async function withoutMoved<Row extends Read>(
  db: Db,
  { orgId, licenseId, list }: From & { list: string },
  rows: readonly Row[],
): Promise<{ rows: readonly Row[]; newest: readonly Row[] }> {
  const [kind = ''] = list.split(' ');
  if (rows.length === 0 || !KINDS_OF_LISTS.includes(kind)) return { rows, newest: rows };
  const ids = rows.map(({ trackingId }) => trackingId);
  const ofKind = and(
    eq(trackingRecords.orgId, orgId),
    eq(trackingRecords.licenseId, licenseId),
    sql`starts_with(${trackingRecords.list}, ${`${kind} `})`,
    isOneOf(trackingRecords.trackingId, ids),
  );
  const kept = await db
    .select({
      list: trackingRecords.list,
      trackingId: trackingRecords.trackingId,
      data: sql<Record<string, unknown>>`${trackingRecords.data}`,
    })
    .from(trackingRecords)
    .where(ofKind);
  if (kept.length === 0) return { rows, newest: rows };
  const now = new Map(rows.map(({ trackingId, data }) => [trackingId, momentOf(data.LastModified)]));
  const isNewer = ({ trackingId, data }: Read) => momentOf(data.LastModified) > (now.get(trackingId) ?? 0);
  const others = kept.filter((one) => one.list !== list);
  const elsewhere = new Set(others.filter(isNewer).map(({ trackingId }) => trackingId));
  const moved = others.flatMap(({ trackingId }) => (elsewhere.has(trackingId) ? [] : trackingId));
  await db
    .delete(trackingRecords)
    .where(and(ofKind, sql`${trackingRecords.list} <> ${list}`, isOneOf(trackingRecords.trackingId, moved)));
  const here = new Map(
    kept.filter((one) => one.list === list && isNewer(one)).map((one) => [one.trackingId, one.data]),
  );
  const staying = rows.filter(({ trackingId }) => !elsewhere.has(trackingId));
  return {
    rows: staying.map((row) => ({ ...row, data: here.get(row.trackingId) ?? row.data })),
    newest: staying.filter(({ trackingId }) => !here.has(trackingId)),
  };
}

/** When a record was modified there, in milliseconds; 0 if it doesn't say. */
const momentOf = (text: unknown): number => (typeof text === 'string' && Date.parse(text)) || 0;

/** Keeps a short list as it came, in place of what was kept of it before; records without an id are numbered. */
export async function storeWholeList(
  db: Db,
  { orgId, licenseId, list }: From & { list: string },
  records: readonly unknown[],
): Promise<void> {
  const own = [eq(trackingRecords.orgId, orgId), eq(trackingRecords.licenseId, licenseId)];
  await db.delete(trackingRecords).where(and(...own, eq(trackingRecords.list, list)));
  const numbered = records.map((record, at) => ({ Id: at + 1, ...(record as object) }));
  await storeRecords(db, { orgId, licenseId, list }, numbered);
}

import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { trackingItems, trackingRecords } from '../../db/schema';
import { outsideId } from '../../integrations/tracking/outside-values';
import type { StoreTools } from '../../integrations/tracking/read-license';
import { outsideText, outsideUnit } from '../../integrations/tracking/tracking-units';
import { assignNewItems } from '../items/rule-items';
import { parseRecords } from './parse-records';
import type { ReadPackage } from './tracked-package';

type From = { orgId: number; licenseId: number; seenAt: Date };

const Item = z.object({
  Id: outsideId,
  Name: z.string().trim().min(1),
  ProductCategoryName: z.string().trim(),
  StrainName: outsideText,
  UnitOfMeasureName: outsideUnit,
});

/**
 * Takes over what the tracking system says of items: new ones, and the name, strain and category of known ones. Their
 * unit stays, since products are mapped by it. A record that isn't an item is left out.
 */
export async function storeItems({ db, publish }: StoreTools, from: From, records: readonly unknown[]): Promise<void> {
  const { orgId, licenseId, seenAt } = from;
  const rows = parseRecords(records, Item, (data) => ({
    orgId,
    licenseId,
    trackingId: data.Id,
    name: data.Name,
    strainName: data.StrainName,
    categoryName: data.ProductCategoryName,
    unitOfMeasure: data.UnitOfMeasureName,
    createdAt: seenAt,
    updatedAt: seenAt,
  }));
  if (rows.length === 0) return;
  const { source, columns, values } = recordset('found', trackingItems, rows);
  const changed = await db.execute(sql`
    insert into ${trackingItems} (${columns}) select ${values} from ${source}
    on conflict (org_id, license_id, tracking_id) do update
       set name = excluded.name, strain_name = excluded.strain_name, category_name = excluded.category_name,
           updated_at = excluded.updated_at
     where (tracking_items.name, tracking_items.strain_name, tracking_items.category_name)
           is distinct from (excluded.name, excluded.strain_name, excluded.category_name)
    returning id, created_at = updated_at as "isNew"`);
  const news = changed.rows as { id: number; isNew: boolean }[];
  const added = news.filter(({ isNew }) => isNew).map(({ id }) => id);
  await assignNewItems(db, orgId, added, seenAt);
  if (news.length > 0) {
    await publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
    await publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
  }
}

/** The items of packages, by the tracking system's ids; those it hasn't listed yet are added as the package names them. */
export async function storeNamedItems(
  db: Db,
  { orgId, licenseId, seenAt }: From,
  read: readonly Pick<ReadPackage, 'item' | 'held'>[],
): Promise<Map<number, number>> {
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
  const added = await db.insert(trackingItems).values(values).onConflictDoNothing().returning({ id: trackingItems.id });
  await assignNewItems(
    db,
    orgId,
    added.map(({ id }) => id),
    seenAt,
  );
  return new Map((await load()).map(({ id, trackingId }) => [trackingId, id]));
}

const Numbered = z.looseObject({ Id: outsideId });

/** Keeps records of a list as they came, the latest of each. */
export async function storeRecords(
  db: Db,
  { orgId, licenseId, seenAt, list }: From & { list: string },
  records: readonly unknown[],
): Promise<void> {
  const rows = parseRecords(records, Numbered, (data) => ({
    orgId,
    licenseId,
    list,
    trackingId: data.Id,
    data,
    seenAt,
  }));
  if (rows.length === 0) return;
  const { source, columns, values } = recordset('found', trackingRecords, rows);
  await db.execute(sql`
    insert into ${trackingRecords} (${columns}) select ${values} from ${source}
    on conflict (org_id, license_id, list, tracking_id) do update
       set data = excluded.data, seen_at = excluded.seen_at`);
}

/** Keeps a short list as it came, in place of what was kept of it before; records without an id are numbered. */
export async function storeWholeList(
  db: Db,
  { orgId, licenseId, seenAt, list }: From & { list: string },
  records: readonly unknown[],
): Promise<void> {
  const own = [eq(trackingRecords.orgId, orgId), eq(trackingRecords.licenseId, licenseId)];
  await db.delete(trackingRecords).where(and(...own, eq(trackingRecords.list, list)));
  const numbered = records.map((record, at) => ({ Id: at + 1, ...(record as object) }));
  await storeRecords(db, { orgId, licenseId, seenAt, list }, numbered);
}

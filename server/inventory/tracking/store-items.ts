import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../db/client';
import { recordset } from '../../db/recordset';
import { trackingItems, trackingRecords } from '../../db/schema';
import type { StoreTools } from '../../integrations/tracking/read-license';
import { outsideUnit } from '../../integrations/tracking/tracking-units';
import { assignNewItems } from '../items/rule-items';
import { parseRecords } from './parse-records';

type From = { orgId: number; licenseId: number; seenAt: Date };

const Item = z.object({
  Id: z.number().int(),
  Name: z.string().min(1),
  ProductCategoryName: z.string(),
  StrainName: z.string().nullish(),
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
    strainName: data.StrainName || null,
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

const Numbered = z.looseObject({ Id: z.number().int() });

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

import { type SQL, sql } from 'drizzle-orm';
import type { InventoryMode } from '../../../domain/catalogue/vocabulary';
import { LAG_WINDOW, type Sales } from '../../../domain/wholesale/safety';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';

/** A product matched with one of the wholesale marketplace's, and how far both agree on its stock. Base units. */
export type Offered = {
  syncId: number;
  externalId: string;
  productId: number;
  name: string;
  mode: InventoryMode;
  unitOfMeasure: string;
  step: string;
  /** What they showed when last read; null where it is unlimited there. */
  theirs: string | null;
  published: string | null;
  publishedAt: Date | null;
  shown: string | null;
  shownAt: Date | null;
  isUnsure: boolean;
  mark: number;
  dueAt: Date | null;
};

/** Matched products that are sold, in the order stock is locked in. `record` and `product` are what `where` may name. */
export async function findOffered(db: Db, orgId: number, where: SQL): Promise<Offered[]> {
  const { rows } = await db.execute<Offered>(sql`
    select record.sync_id as "syncId", record.external_id as "externalId", product.id as "productId", product.name,
           product.inventory_management as mode, product.unit_of_measure as "unitOfMeasure",
           case when product.sell_in_unit_of_measure = 'Case' then product.unit_multiplier::text
                when product.allow_fractional_quantities then '0.01' else '1' end as step,
           record.theirs ->> 'available' as theirs, record.published, record.published_at as "publishedAt", record.shown, record.shown_at as "shownAt",
           record.is_unsure as "isUnsure", record.stock_mark as mark, record.stock_due_at as "dueAt"
      from wholesale_records record
      join products product on product.org_id = ${orgId} and product.id = record.own_id
     where record.org_id = ${orgId} and record.kind = 'PRODUCT' and record.state = 'MATCHED'
       and not product.is_parent and product.listing_state <> 'ARCHIVED' and ${where}
     order by product.id`);
  return rows.map((row) => ({
    ...row,
    syncId: Number(row.syncId),
    productId: Number(row.productId),
    publishedAt: row.publishedAt && new Date(row.publishedAt),
    shownAt: row.shownAt && new Date(row.shownAt),
    dueAt: row.dueAt && new Date(row.dueAt),
  }));
}

export type Sold = Sales & { here: string; there: string };
export const NEVER_SOLD: Sold = { perHour: '0', largest: '0', here: '0', there: '0' };
const SALES_DAYS = 14;

/** What of each product was sold lately on either side. */
export async function salesOf(
  db: Db,
  orgId: number,
  productIds: readonly number[],
  now: Date,
): Promise<Map<number, Sold>> {
  const since = new Date(now.getTime() - SALES_DAYS * 86_400_000);
  const { rows } = await db.execute<Sold & { id: number }>(sql`
    select line.product_id as id,
           coalesce(sum(line.base_quantity) filter (where not line.theirs), 0)::text as here,
           coalesce(sum(line.base_quantity) filter (where line.theirs), 0)::text as there,
           trunc(coalesce(sum(line.base_quantity) filter (where not line.theirs), 0) / ${SALES_DAYS * 24}, 6)::text as "perHour",
           coalesce(percentile_disc(0.95) within group (order by line.base_quantity)
             filter (where not line.theirs), 0)::text as largest
      from (select sold.product_id, sold.base_quantity,
                   coalesce(placed.order_source = 'WHOLESALE_MARKETPLACE' and placed.external_id is not null, false) as theirs
              from sold_lines sold
              left join orders placed on placed.org_id = ${orgId} and placed.id = sold.order_id
             where sold.org_id = ${orgId} and sold.created_at >= ${since} and ${isOneOf(sql`sold.product_id`, productIds)}
               and sold.status not in ('DRAFT', 'CANCELLED', 'REJECTED')) line
     group by 1`);
  return new Map(rows.map(({ id, ...sold }) => [Number(id), sold]));
}

/** How late orders there were known here, of the newest in the window. */
export async function lagsOf(db: Db, orgId: number, syncId: number): Promise<number[]> {
  const { rows } = await db.execute<{ lag: string }>(sql`
    select lag.lag_ms as lag from wholesale_lags lag
     where lag.org_id = ${orgId} and lag.sync_id = ${syncId} and lag.kind = 'ORDER'
       and lag.at > now() - make_interval(hours => ${LAG_WINDOW.hours})
     order by lag.at desc limit ${LAG_WINDOW.most}`);
  return rows.map(({ lag }) => Number(lag));
}

/**
 * What orders there have of each product, by its id there, that isn't known here: of those that wait, less what the order here
 * has already. Only what takes from stock: open orders, and goods that left since the sync began. Base units.
 */
export async function untakenOf(db: Db, orgId: number, syncId: number): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; amount: string }>(sql`
    with untaken as (
      select record.own_id, line ->> 'productId' as id, sum((line ->> 'soldQuantity')::numeric
               * case when (line ->> 'unitMultiplier')::numeric > 0 then (line ->> 'unitMultiplier')::numeric else 1 end) as amount
        from wholesale_records record
        join wholesale_syncs sync on sync.org_id = ${orgId} and sync.id = record.sync_id,
             jsonb_array_elements(record.theirs -> 'lines') line
       where record.org_id = ${orgId} and record.sync_id = ${syncId} and record.kind = 'ORDER'
         and (record.own_id is null or record.problem is not null)
         and (lower(record.theirs ->> 'status') in ('submitted', 'accepted', 'backorder')
              or (record.state <> 'IGNORED' and lower(record.theirs ->> 'status') in ('fulfilled', 'shipped', 'complete')
                  and (record.theirs ->> 'created')::timestamptz >= sync.started_at))
       group by record.external_id, record.own_id, 2)
    select id, sum(greatest(amount - coalesce((
             select sum(own.base_quantity) from order_line_items own
               join wholesale_records matched on matched.org_id = ${orgId} and matched.sync_id = ${syncId}
                and matched.kind = 'PRODUCT' and matched.external_id = untaken.id and matched.own_id = own.product_id
              where own.org_id = ${orgId} and own.order_id = untaken.own_id), 0), 0))::text as amount
      from untaken group by 1`);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

/** Products of which an order here gives something back that is still to be told there: they'll offer more than they show. */
export async function givenBackSoon(db: Db, orgId: number, usState: string): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct line.product_id as id
      from marketplace_moves move
      join order_line_items line on line.org_id = ${orgId} and line.order_id = move.order_id
     where move.org_id = ${orgId} and move.us_state = ${usState} and move.state = 'PENDING'
       and move.action in ('cancel', 'reject')`);
  return new Set(rows.map(({ id }) => Number(id)));
}

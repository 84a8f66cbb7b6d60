import { sql } from 'drizzle-orm';
import { mappedQuantity, syncNote } from '../../../domain/inventory/mapping';
import { isEqual, subtract } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { NOTHING_HELD, packagesOfProducts } from '../items/item-packages';
import { followedProducts, followPackages, type PackageLeft } from './departures';
import { lockStock } from './lock-stock';
import { assertKept, type Moved, publishStockOuts, type StockCtx, writeStock } from './write-stock';

type Syncing = {
  orgId: number;
  productIds: readonly number[];
  /** Why the figures are summed now, as the ledger says it. */
  why: string;
  /** Whether products without a mapped item keep their figure, rather than having none. */
  keepsUnmapped?: boolean;
};

/**
 * Makes the stock of those of these products that the tracking system keeps the sum of their mapped packages, in as many
 * statements for one as for thousands. The ledger says how each figure came about, also when it falls below what is
 * reserved: orders stay as they are, and nothing more can be sold.
 */
export async function syncMappedStock(
  ctx: StockCtx,
  { orgId, productIds, why, keepsUnmapped }: Syncing,
): Promise<void> {
  const stock = await lockStock(ctx.db, orgId, productIds);
  const { rows } = await ctx.db.execute<{ id: number; unitOfMeasure: string; isMapped: boolean }>(sql`
    select product.id, product.unit_of_measure as "unitOfMeasure",
           exists (select from product_items mapped
                    where mapped.org_id = ${orgId} and mapped.product_id = product.id) as "isMapped"
      from products product
     where product.org_id = ${orgId} and ${isOneOf(sql`product.id`, productIds)}
       and product.inventory_management = 'METRC'
     order by product.id`);
  const synced = keepsUnmapped ? rows.filter(({ isMapped }) => isMapped) : rows;
  if (synced.length === 0) return;
  const ids = synced.map(({ id }) => id);
  const held = await packagesOfProducts(ctx.db, orgId, ids);
  const moved = synced.flatMap(({ id, unitOfMeasure }): Moved[] => {
    const before = stock.get(id);
    if (before === undefined) return [];
    const { packages, amounts } = held.get(id) ?? NOTHING_HELD;
    const quantity = mappedQuantity(amounts, unitOfMeasure);
    if (isEqual(quantity, before.quantity)) return [];
    const note = syncNote(why, { quantity, reserved: before.reserved, packages, unitOfMeasure });
    const change = { quantity: subtract(quantity, before.quantity), reserved: '0' };
    return [{ before, after: { ...before, quantity }, change, by: { kind: 'sync', note } }];
  });
  if (moved.length === 0) return;
  const written = writeStock(ctx, moved, { orgId, orderId: sql`null::bigint` });
  const kept = await ctx.db.execute<{ kept: number }>(sql`with ${written} select count(*) as kept from kept`);
  assertKept(moved, kept.rows[0]?.kept);
  await publishStockOuts(ctx, moved);
}

/** Locks items until the transaction ends, in id order, so that their packages and mappings don't change together. */
export async function lockItems(db: Db, orgId: number, itemIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    select item.id from tracking_items item
     where item.org_id = ${orgId} and ${isOneOf(sql`item.id`, itemIds)} order by item.id for no key update`);
}

/** The products that map one of these items. */
export async function mappedProducts(db: Db, orgId: number, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct mapped.product_id as id from product_items mapped
     where mapped.org_id = ${orgId} and ${isOneOf(sql`mapped.item_id`, itemIds)}`);
  return rows.map(({ id }) => Number(id));
}

/**
 * Follows packages that changed, in the same transaction: the stock of every product that maps one of their items, and the
 * orders that what `left` was kept for.
 */
export async function syncStockOfItems(
  ctx: StockCtx,
  {
    orgId,
    itemIds,
    why,
    left = [],
  }: { orgId: number; itemIds: readonly number[]; why: string; left?: readonly PackageLeft[] },
): Promise<void> {
  await lockItems(ctx.db, orgId, itemIds);
  const productIds = await mappedProducts(ctx.db, orgId, itemIds);
  // All at once, so that whoever locks some of them waits and doesn't deadlock.
  const followed = await followedProducts(ctx.db, orgId, left);
  if (followed.length > 0) await lockStock(ctx.db, orgId, [...new Set(productIds.concat(followed))]);
  if (productIds.length > 0) await syncMappedStock(ctx, { orgId, productIds, why });
  await followPackages(ctx, orgId, left);
}

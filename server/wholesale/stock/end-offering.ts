import { sql } from 'drizzle-orm';
import { lockStock } from '../../inventory/stock/lock-stock';
import { setSetAside } from '../../inventory/stock/set-aside';
import { findSync } from '../shop';
import type { Unit } from './exchange-stock';

/**
 * Lets go what is set aside of an organization's products whose stock isn't sent any more: it comes from there by now, never
 * runs out, is matched with none there, or the connection has no key. All in one transaction.
 */
export async function endOffering(unit: Unit, orgId: number, syncId: number): Promise<void> {
  await unit('end', async (ctx) => {
    const sync = await findSync(ctx.db, orgId, syncId);
    if (sync === undefined) return null;
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      select stock.product_id as id from product_stock stock
       where stock.org_id = ${orgId} and stock.set_aside is not null and not exists (
         select from wholesale_records record
           join wholesale_syncs sync on sync.org_id = ${orgId} and sync.id = record.sync_id and sync.sealed_key is not null
           join products product on product.org_id = ${orgId} and product.id = record.own_id
            and product.inventory_management in ('MANUAL', 'METRC')
          where record.org_id = ${orgId} and record.kind = 'PRODUCT' and record.state = 'MATCHED'
            and record.own_id = stock.product_id)`);
    if (rows.length === 0) return null;
    const ids = rows.map(({ id }) => Number(id));
    const stock = await lockStock(ctx.db, orgId, ids);
    await setSetAside(ctx, orgId, stock, new Map(ids.map((id) => [id, null])));
    await ctx.db.execute(sql`
      update wholesale_records record
         set published = null, published_at = null, shown = null, shown_at = null, is_unsure = false, stock_mark = stock_mark + 1
       where record.org_id = ${orgId} and record.sync_id = ${syncId} and record.kind = 'PRODUCT'
         and record.own_id = any (${sql.param(ids)}::bigint[])`);
    await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
    return null;
  });
}

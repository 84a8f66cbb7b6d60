import { sql } from 'drizzle-orm';
import { lockStock } from '../../inventory/stock/lock-stock';
import { setSetAside } from '../../inventory/stock/set-aside';
import { findSync } from '../shop';
import type { Unit } from './exchange-stock';

/**
 * Lets go what is set aside of products whose stock isn't sent any more: it comes from there by now, never runs out, or the
 * connection has no key. All of a connection's in one transaction.
 */
export async function endOffering(unit: Unit, orgId: number, syncId: number): Promise<void> {
  await unit('end', async (ctx) => {
    const sync = await findSync(ctx.db, orgId, syncId);
    if (sync === undefined) return null;
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      select stock.product_id as id
        from wholesale_records record
        join product_stock stock on stock.org_id = ${orgId} and stock.product_id = record.own_id
        join products product on product.org_id = ${orgId} and product.id = record.own_id
       where record.org_id = ${orgId} and record.sync_id = ${syncId} and record.kind = 'PRODUCT'
         and stock.set_aside is not null
         and (${sync.sealedKey === null} or product.inventory_management not in ('MANUAL', 'METRC'))`);
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

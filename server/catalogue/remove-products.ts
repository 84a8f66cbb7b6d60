import { and, eq, sql } from 'drizzle-orm';
import { isEqual } from '../../domain/money';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { products } from '../db/schema';
import { lockStock } from '../inventory/stock/lock-stock';
import type { Standing } from './changes/standing-products';
import { publishProducts } from './publish-products';

/** A product, and the stock it was added with. */
type Added = { product: Standing; opening: string };

/**
 * Deletes products that nothing names, with their stock and its ledger; answers which were, and which are used. Those
 * counted since are neither. Stock is locked before products, as orders do.
 */
export async function removeUnused(
  ctx: Ctx,
  added: readonly Added[],
): Promise<{ removed: number[]; used: Standing[] }> {
  if (added.length === 0) return { removed: [], used: [] };
  const { orgId } = ctx.membership;
  const all = added.map(({ product }) => product.id);
  const stock = await lockStock(ctx.db, orgId, all);
  // Against new lines of orders, which hold their product's row; what names it is read after.
  await lockRows(ctx.db, products, and(eq(products.orgId, orgId), isOneOf(products.id, all)), 'update');
  const named = await usedAmong(ctx, all);
  const used = added.filter(({ product }) => named.has(product.id));
  const unused = added.filter(
    ({ product, opening }) => !named.has(product.id) && isEqual(stock.get(product.id)?.quantity ?? '0', opening),
  );
  const ids = sql.param(unused.map(({ product }) => product.id));
  for (const [table, column] of OWN)
    await ctx.db.execute(
      sql`delete from ${sql.identifier(table)} where org_id = ${orgId} and ${sql.identifier(column)} = any (${ids}::bigint[])`,
    );
  for (const { product } of unused) {
    const { listedAt: _, isMarketplaceLinked: __, ...before } = product;
    await ctx.audit({ entity: 'product', id: product.id, before, after: null });
  }
  if (unused.length > 0) await publishProducts(ctx, 'many');
  return { removed: unused.map(({ product }) => product.id), used: used.map(({ product }) => product) };
}

/** What goes with a product, in the order foreign keys ask for. */
const OWN = [
  ['stock_movements', 'product_id'],
  ['product_stock', 'product_id'],
  ['products', 'id'],
] as const;

/** Products that orders, offers, pictures, prices, items or packages, the wholesale marketplace or children name, or that have been counted or moved since they were added. */
async function usedAmong({ db, membership }: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const { orgId } = membership;
  const given = sql.param([...ids]);
  const naming = (table: string, column = 'product_id', more = sql``) => sql`
    select ${sql.identifier(column)} as id from ${sql.identifier(table)} named
     where named.org_id = ${orgId} and named.${sql.identifier(column)} = any (${given}::bigint[]) ${more}`;
  const { rows } = await db.execute<{ id: string }>(
    sql.join(
      [
        naming('order_line_items'),
        naming('product_images'),
        naming('product_items'),
        naming('offers'),
        naming('package_departures'),
        naming('price_schedule_product_rules'),
        naming('wholesale_records', 'own_id', sql`and named.kind = 'PRODUCT'`),
        naming('products', 'parent_id'),
        naming('stock_movements', 'product_id', sql`and named.order_id is not null`),
      ],
      sql` union `,
    ),
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

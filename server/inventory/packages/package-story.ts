import { and, eq, or, sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { notFound } from '../../../domain/errors';
import type { inventory as contract } from '../../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../../domain/inventory/packages/package';
import { MOST_ORDERS_TOLD, type PackageStory } from '../../../domain/inventory/packages/package-story';
import { subtract } from '../../../domain/money';
import type { Ctx } from '../../context';
import { orders, packages, trackingWrites } from '../../db/schema';
import { visibleOrders, visiblePackages } from '../../db/visibility';
import type { Verb } from '../../implement';
import { differencesOfPackage } from '../reconciliation/search-differences';
import { reservedForOrders } from '../stock/reserved-for-orders';
import { transfersOfPackage } from '../tracking/transfers';
import { loadPackages } from './list-packages';

/** A package with what it counts for. NOT_FOUND unless the caller may see it. */
export const readPackageStory: Verb<typeof contract.get> = async (ctx, { params: { id } }) => {
  const [found] = await loadPackages(ctx, typeof id === 'number' ? [id] : await findByLabel(ctx, id));
  if (found === undefined) throw notFound('Package');
  const at = { orgId: ctx.membership.orgId, licenseId: found.holder.id, label: found.label };
  const [stock, family, differences, transfers] = await Promise.all([
    stockOf(ctx, found),
    familyOf(ctx, found),
    differencesOfPackage(ctx, found.verdantId),
    transfersOfPackage(ctx.db, at),
  ]);
  return { package: found, ...family, differences, transfers, stock };
};

/** The number of the package that is labelled so, of those the caller sees. */
async function findByLabel({ db, membership }: Ctx, label: string): Promise<number[]> {
  const found = await db
    .select({ id: packages.id })
    .from(packages)
    .where(and(visiblePackages(membership), eq(packages.label, label)));
  return found.map(({ id }) => id);
}

/** What a package was made of, and what was made of it; packages the caller doesn't see are left out of the latter. */
async function familyOf({ db, membership }: Ctx, { verdantId: id, label }: InventoryPackage) {
  const { orgId } = membership;
  const [own, made, unsent] = await Promise.all([
    db
      .select({ sources: packages.sourceLabels })
      .from(packages)
      .where(and(eq(packages.orgId, orgId), eq(packages.id, id))),
    db
      .select({
        verdantId: packages.id,
        label: packages.label,
        quantity: packages.quantity,
        unit: sql<TrackingUnit>`${packages.unitOfMeasure}`,
      })
      .from(packages)
      .where(
        and(
          visiblePackages(membership),
          sql`${packages.sourceLabels} && ${sql.param([label])}::text[]`,
          sql`${packages.sourceLabels} <> '{}'`,
        ),
      )
      .orderBy(packages.id)
      .limit(MOST_ORDERS_TOLD),
    db
      .select({ label: sql<string>`${trackingWrites.body} ->> 'Tag'`, problem: trackingWrites.problem })
      .from(trackingWrites)
      .where(
        and(
          eq(trackingWrites.orgId, orgId),
          eq(trackingWrites.state, 'PENDING'),
          eq(trackingWrites.kind, 'SPLIT'),
          or(eq(trackingWrites.packageId, id), eq(trackingWrites.madeId, id)),
        ),
      )
      .orderBy(trackingWrites.id),
  ]);
  return { unsent, sources: own[0]?.sources ?? [], madeOfIt: made };
}

type Stock = NonNullable<PackageStory['stock']>;

/** The product a package's item is mapped to, as its stock stands. */
async function stockOf({ db, membership }: Ctx, { product }: InventoryPackage): Promise<Stock | null> {
  if (product === null) return null;
  const { orgId } = membership;
  const { rows } = await db.execute<Omit<Stock, 'available' | 'orders' | 'orderCount'>>(sql`
    select product.id as "productId", product.name, product.unit_of_measure as "unitOfMeasure",
           product.inventory_management = 'METRC' as "isSummed",
           coalesce(held.quantity, 0) as quantity, coalesce(held.reserved, 0) as reserved,
           (select count(*)::int from product_items mapped
              join packages pack on pack.org_id = ${orgId} and pack.item_id = mapped.item_id and pack.status = 'ACTIVE'
             where mapped.org_id = ${orgId} and mapped.product_id = product.id) as "packageCount"
      from products product
      left join product_stock held on held.org_id = ${orgId} and held.product_id = product.id
     where product.org_id = ${orgId} and product.id = ${product.id}`);
  const [stock] = rows;
  if (stock === undefined) return null;
  const kept = reservedForOrders(orgId, [product.id]);
  const [named, counted] = await Promise.all([
    db.execute<Stock['orders'][number]>(sql`
      select orders.id, orders.order_number as "orderNumber", orders.customer_name as "customerName", orders.status,
             kept.quantity
        from (${kept}) as kept join ${orders} on orders.org_id = ${orgId} and orders.id = kept.order_id
       where ${visibleOrders(membership)} order by orders.created_at desc, orders.id desc limit ${MOST_ORDERS_TOLD}`),
    db.execute<{ count: number }>(sql`select count(*)::int as count from (${kept}) as kept`),
  ]);
  return {
    ...stock,
    available: subtract(stock.quantity, stock.reserved),
    orders: named.rows,
    orderCount: counted.rows[0]?.count ?? 0,
  };
}

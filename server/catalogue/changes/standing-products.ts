import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { MOST_BULK_ROWS } from '../../../domain/bulk/bulk-act';
import type { ChangedProduct } from '../../../domain/catalogue/product-change';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { productStock, products } from '../../db/schema';
import { visibleProducts } from '../../db/visibility';
import { isLinked } from '../../organization/marketplace-link';
import { RULED } from '../menu-products';

/** A product as it is before a change. */
export type Standing = ChangedProduct & {
  id: number;
  version: number;
  itemUnits: readonly TrackingUnit[];
  /** Its prices are kept in the wholesale marketplace. */
  isMarketplaceLinked: boolean;
  /** Since when buyers see it. */
  listedAt: Date;
};

/** Products the caller may change, as they are, locked until the transaction ends. */
export const lockStanding = (ctx: Ctx, ids: readonly number[]): Promise<Standing[]> =>
  selectStanding(ctx, isOneOf(products.id, ids), 'lock');

/** Locked rows can still be named by new lines of orders, whose stock is locked first. */
export async function selectStanding(
  ctx: Pick<Ctx, 'db' | 'membership'>,
  chosen: SQL | undefined,
  how: 'read' | 'lock',
): Promise<Standing[]> {
  const { orgId } = ctx.membership;
  const found = ctx.db
    .select({
      ...STANDING,
      itemUnits: itemUnits(orgId),
      isMarketplaceLinked: isLinked(orgId, sql`products.company_id`),
    })
    .from(products)
    .leftJoin(productStock, and(eq(productStock.orgId, orgId), eq(productStock.productId, products.id)))
    .where(and(visibleProducts(ctx.membership, 'write'), eq(products.orgId, orgId), chosen))
    .orderBy(asc(products.id))
    .limit(MOST_BULK_ROWS + 1);
  return (await (how === 'lock' ? found.for('no key update', { of: products }) : found)) as Standing[];
}

const STANDING = {
  id: products.id,
  version: products.version,
  brandId: products.brandId,
  name: products.name,
  sku: products.sku,
  description: products.description,
  category: products.category,
  subcategoryId: products.subcategoryId,
  parentId: products.parentId,
  isParent: products.isParent,
  wholesalePrice: products.wholesalePrice,
  salePrice: products.salePrice,
  unitOfMeasure: products.unitOfMeasure,
  ...RULED,
  productLineId: products.productLineId,
  strainId: products.strainId,
  quantity: sql<string>`coalesce(${productStock.quantity}, 0)::text`,
  listedAt: products.listedAt,
};

/** The units of a product's mapped items. */
export const itemUnits = (orgId: number) => sql<TrackingUnit[]>`array(
  select distinct item.unit_of_measure from product_items mapped
    join tracking_items item on item.org_id = ${orgId} and item.id = mapped.item_id
   where mapped.org_id = ${orgId} and mapped.product_id = products.id)`;

import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import { BaseUnitSchema, UnitSchema } from '../../../domain/catalogue/product-record';
import { skuKey } from '../../../domain/catalogue/sku';
import { quantityRules } from '../../../domain/catalogue/units/quantity';
import type { orderEntry as contract } from '../../../domain/orders/entry/contract';
import type { LineProduct } from '../../../domain/orders/entry/draft';
import type { LinePrice } from '../../../domain/pricing/price';
import { loadProductRows, type ProductRow } from '../../catalogue/menu-products';
import type { Ctx } from '../../context';
import { beginsWith, contains, isOneOf } from '../../db/page';
import { orders, products } from '../../db/schema';
import { sellableProducts, visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';
import { priceProducts } from '../../pricing/read-prices';
import { findCustomer } from './order-parties';

const MOST_FOUND = 50;

/**
 * Products to put on an order: by words in name or SKU, those whose SKU begins with them first; by id; by SKU or whole
 * name, null for none or several. Archived ones, and those of brands one isn't assigned but that are on an order one sees,
 * by id alone. NOT_FOUND for a company that isn't the caller's, BAD_INPUT
 * for a customer who isn't the company's.
 */
export const findLineProducts: Verb<typeof contract.lineProducts> = async (ctx, { body }) => {
  const { companyId, customerId, searchTerm, productIds = [], skus = [] } = body;
  await findSeenCompany(ctx, companyId);
  if (customerId !== null) await findCustomer(ctx, companyId, customerId);
  const load = (where: SQL | undefined) => loadLineProducts(ctx, { companyId, customerId }, where);
  const sellable = sellableProducts(ctx.membership);
  const isSold = and(sellable, ne(products.listingState, 'ARCHIVED'), eq(products.isParent, false));
  const asked = [...new Set(skus.map(skuKey))];
  const named = or(isOneOf(sql`lower(${products.sku})`, asked), isOneOf(sql`lower(${products.name})`, asked));
  const bySku = asked.length === 0 ? [] : await load(and(isSold, named));
  const chosen =
    productIds.length === 0
      ? []
      : await load(and(isOneOf(products.id, productIds), or(sellable, isOrdered(ctx.membership))));
  const found = searchTerm ? await searchByWords(ctx, body, and(isSold, matches(searchTerm))) : [];
  return { results: [...chosen, ...found], bySku: skus.map((sku) => only(bySku, sku)) };
};

/** Whether a product is on an order one sees, whatever its brand: that order still has to be shown and saved. */
const isOrdered = (membership: Membership) => sql`exists (select from order_line_items line
  join ${orders} on ${orders.orgId} = line.org_id and ${orders.id} = line.order_id
  where line.org_id = ${membership.orgId} and line.product_id = ${products.id} and ${visibleOrders(membership)})`;

const matches = (words: string) => contains([products.name, products.sku], words);

/** The first by SKU and name; only these are priced. */
async function searchByWords(
  ctx: Ctx,
  {
    companyId,
    customerId,
    searchTerm = '',
  }: { companyId: number; customerId: number | null; searchTerm?: string | undefined },
  where: SQL | undefined,
): Promise<LineProduct[]> {
  const ids = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.orgId, ctx.membership.orgId), eq(products.companyId, companyId), where))
    .orderBy(sql`${beginsWith(products.sku, searchTerm)} desc`, sql`lower(${products.name})`, products.id)
    .limit(MOST_FOUND);
  const rank = new Map(ids.map(({ id }, index) => [id, index]));
  const rows = await loadLineProducts(ctx, { companyId, customerId }, isOneOf(products.id, [...rank.keys()]));
  return rows.sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
}

function only(found: readonly LineProduct[], sku: string): LineProduct | null {
  const asked = skuKey(sku);
  const bySku = found.filter((product) => skuKey(product.sku) === asked);
  const [first, ...others] = bySku.length > 0 ? bySku : found.filter(({ name }) => name.toLowerCase() === asked);
  return first !== undefined && others.length === 0 ? first : null;
}

type For = { companyId: number; customerId: number | null };

/** A company’s products as lines of a customer’s order. */
export async function loadLineProducts(ctx: Ctx, terms: For, where: SQL | undefined): Promise<LineProduct[]> {
  const { orgId } = ctx.membership;
  const rows = await loadProductRows(ctx.db, orgId, and(eq(products.companyId, terms.companyId), where));
  return priceRows(ctx, terms, rows);
}

/** The products at what a customer pays now; without one, at the price for everybody. */
export async function priceRows(
  ctx: Pick<Ctx, 'db' | 'membership'>,
  { customerId }: Pick<For, 'customerId'>,
  rows: readonly ProductRow[],
): Promise<LineProduct[]> {
  const prices = await priceProducts(ctx.db, ctx.membership.orgId, rows, () => customerId);
  return rows.flatMap((row) => {
    const price = prices.get(row.id);
    return price ? [toLineProduct(row, price)] : [];
  });
}

function toLineProduct(row: ProductRow, price: LinePrice): LineProduct {
  const { listingState, inventoryManagement, totalEffectiveInventory, ...rules } = row.rules;
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    brand: { id: row.brandId, name: row.brand.name },
    imageUri: row.images[0]?.imageUri ?? null,
    isParent: row.isParent,
    listingState,
    inventoryManagement,
    totalEffectiveInventory,
    unitOfMeasure: BaseUnitSchema.parse(row.unitOfMeasure),
    ...rules,
    sellInUnitOfMeasure: UnitSchema.parse(row.sellInUnitOfMeasure),
    price,
    rules: quantityRules({ product: { ...row.rules, showQuantity: true } }),
  };
}

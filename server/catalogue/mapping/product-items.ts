import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Product } from '../../../domain/catalogue/product-record';
import { sumInUnit, unitsLike } from '../../../domain/catalogue/units/convert-units';
import { badInput, notFound } from '../../../domain/errors';
import type { productItems as contract } from '../../../domain/inventory/items/items-contract';
import { mappedQuantity, mappingRefusal, type ProductMapping } from '../../../domain/inventory/mapping';
import { counted } from '../../../domain/text';
import type { Ctx } from '../../context';
import { beginsWith, contains, isOneOf } from '../../db/page';
import { companies, licenses, productItems, trackingItems } from '../../db/schema';
import { visibleItems } from '../../db/visibility';
import type { Verb } from '../../implement';
import { NOTHING_HELD, packagesOfItems } from '../../inventory/items/item-packages';
import { ITEM_COLUMNS, ofItem } from '../../inventory/items/read-tracking-items';
import { lockItems, syncMappedStock, syncStockOfItems } from '../../inventory/stock/sync-mapped-stock';
import { loadProduct } from '../read-products';
import { assertNotArchived, lockProduct, saveProduct } from '../save-product';

/** A product's mapped items, also those of licenses the caller isn't assigned: together they explain its stock. */
export const getMappedItems: Verb<typeof contract.mapped> = async (ctx, { query }) =>
  loadMapping(ctx, await loadProduct(ctx, query.productId));

/**
 * Items to map to a product by name: of visible licenses in its company's state. Those that can be mapped come first, of
 * them those that begin with the text, then those of the product's strain and category.
 */
export const searchItems: Verb<typeof contract.search> = async (ctx, { query }) => {
  const { productId, searchTerm, itemIds, page, itemsPerPage } = query;
  const product = await loadProduct(ctx, productId);
  const { orgId } = ctx.membership;
  const where = and(
    visibleItems(ctx.membership),
    inStateOf(product.companyId),
    isNull(trackingItems.closedAt),
    itemIds && isOneOf(trackingItems.id, itemIds),
    searchTerm === '' ? undefined : contains(trackingItems.name, searchTerm),
  );
  const items = await ctx.db
    .select({ ...ITEM_COLUMNS, mappedTo: mappedTo(orgId) })
    .from(trackingItems)
    .innerJoin(licenses, ofItem)
    .where(where)
    .orderBy(
      sql`exists (select from product_items mapped where mapped.org_id = ${orgId} and mapped.item_id = ${trackingItems.id})`,
      sql`not ${isOneOf(trackingItems.unitOfMeasure, unitsLike(product.unitOfMeasure))}`,
      sql`not ${beginsWith(trackingItems.name, searchTerm)}`,
      sql`${trackingItems.strainName} is distinct from ${product.strain?.name ?? null}::text`,
      sql`${trackingItems.categoryName} <> ${product.category}`,
      asc(sql`lower(${trackingItems.name})`),
      asc(trackingItems.id),
    )
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const [counted] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(trackingItems)
    .innerJoin(licenses, ofItem)
    .where(where);
  const held = await packagesOfItems(
    ctx.db,
    orgId,
    items.map(({ id }) => id),
  );
  const results = items.map((item) => {
    const { packages: packageCount, amounts } = held.get(item.id) ?? NOTHING_HELD;
    return { ...item, packageCount, quantity: sumInUnit(amounts, item.unitOfMeasure) };
  });
  return { results, resultCount: counted?.count ?? 0, page };
};

/**
 * Maps items to a product; those it has stay. A product kept by the tracking system takes on the sum of their packages.
 * NOT_FOUND for items the caller doesn't see, BAD_INPUT at each that can't be mapped.
 */
export const assignItems: Verb<typeof contract.assign> = async (ctx, { params, body }) => {
  const before = await lockProduct(ctx, params.id);
  assertNotArchived(before);
  const { orgId } = ctx.membership;
  const ids = [...new Set(body.verdantItemIds)];
  await lockItems(ctx.db, orgId, ids);
  const found = await ctx.db
    .select({ ...ITEM_COLUMNS, mappedTo: mappedTo(orgId), isNear: sql<boolean>`${inStateOf(before.companyId)}` })
    .from(trackingItems)
    .innerJoin(licenses, ofItem)
    .where(and(visibleItems(ctx.membership), isOneOf(trackingItems.id, ids)));
  const known = new Map(found.map((item) => [item.id, item]));
  if (known.size < ids.length) throw notFound('Item');
  const refusals = body.verdantItemIds.flatMap((id, at) => {
    const item = known.get(id);
    const refusal = item && (mappingRefusal(before, item) ?? (item.isNear ? null : FAR));
    return refusal ? [[`verdantItemIds.${at}`, refusal] as const] : [];
  });
  if (refusals.length > 0) throw badInput(Object.fromEntries(refusals));
  const added = found.filter((item) => item.mappedTo === null);
  const { items, ...mapping } = await loadMapping(ctx, before);
  if (added.length === 0) return { ...mapping, items };
  await ctx.db.execute(sql`
    insert into ${productItems} (org_id, product_id, item_id, created_at)
    select ${orgId}::bigint, ${before.id}::bigint, item_id, ${ctx.now}::timestamptz
      from unnest(${sql.param(added.map(({ id }) => id))}::bigint[]) as item_id`);
  await syncStockOfItems(ctx, { orgId, itemIds: added.map(({ id }) => id), why: `Mapped ${named(added)}` });
  return saved(ctx, before, items);
};

/** Removes mappings from a product, by their ids. NOT_FOUND when none of them is this product's. */
export const unassignItems: Verb<typeof contract.unassign> = async (ctx, { params, body }) => {
  const before = await lockProduct(ctx, params.id);
  assertNotArchived(before);
  const { orgId } = ctx.membership;
  const { items } = await loadMapping(ctx, before);
  const removed = items.filter(({ productItemId }) => body.productItemIds.includes(productItemId));
  if (removed.length === 0) throw notFound('Mapped item');
  await lockItems(
    ctx.db,
    orgId,
    removed.map(({ id }) => id),
  );
  const ids = removed.map(({ productItemId }) => productItemId);
  await ctx.db
    .delete(productItems)
    .where(and(eq(productItems.orgId, orgId), eq(productItems.productId, before.id), isOneOf(productItems.id, ids)));
  await syncMappedStock(ctx, { orgId, productIds: [before.id], why: `Removed ${named(removed)}` });
  return saved(ctx, before, items);
};

const FAR = 'Of a license in another state. Choose an item of a license in the state of this product.';

const MOST_NAMED = 3;
const named = (items: readonly { name: string }[]) =>
  items.length > MOST_NAMED ? counted(items.length, 'item') : items.map(({ name }) => name).join(', ');

/** Saves a product whose items were these, its log with their names before and after. */
async function saved(ctx: Ctx, before: Product, items: readonly { name: string }[]): Promise<ProductMapping> {
  const mapping = await loadMapping(ctx, before);
  const names = (all: readonly { name: string }[]) => ({ mappedItems: all.map(({ name }) => name) });
  const { quantity, reserved } = await saveProduct(
    ctx,
    before,
    {},
    { before: names(items), after: names(mapping.items) },
  );
  return { ...mapping, quantity, reserved };
}

const mappedTo = (orgId: number) => sql<{ id: number; name: string } | null>`(
  select json_build_object('id', product.id, 'name', product.name) from product_items mapped
    join products product on product.org_id = ${orgId} and product.id = mapped.product_id
   where mapped.org_id = ${orgId} and mapped.item_id = ${trackingItems.id})`;

/** Items of licenses in a company's state: nothing crosses its border. */
const inStateOf = (companyId: number): SQL =>
  sql`${licenses.usState} = (select ${companies.usState} from ${companies} where ${companies.id} = ${companyId})`;

/** A product's mapping, in the order it was made. */
export async function loadMapping(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  product: Product,
): Promise<ProductMapping> {
  const { orgId } = membership;
  const items = await db
    .select({ ...ITEM_COLUMNS, productItemId: productItems.id })
    .from(productItems)
    .innerJoin(trackingItems, and(eq(trackingItems.orgId, orgId), eq(trackingItems.id, productItems.itemId)))
    .innerJoin(licenses, ofItem)
    .where(and(eq(productItems.orgId, orgId), eq(productItems.productId, product.id)))
    .orderBy(asc(productItems.id));
  const held = await packagesOfItems(
    db,
    orgId,
    items.map(({ id }) => id),
  );
  const { unitOfMeasure } = product;
  const heldOf = (id: number) => held.get(id) ?? NOTHING_HELD;
  return {
    mode: product.inventoryManagement,
    unitOfMeasure,
    quantity: product.quantity,
    reserved: product.reserved,
    mapped: mappedQuantity(
      items.flatMap(({ id }) => heldOf(id).amounts),
      unitOfMeasure,
    ),
    items: items.map((item) => {
      const { packages: packageCount, amounts } = heldOf(item.id);
      const quantity = sumInUnit(amounts, item.unitOfMeasure);
      return { ...item, packageCount, quantity, converted: mappedQuantity(amounts, unitOfMeasure) };
    }),
  };
}

import { and, eq, sql } from 'drizzle-orm';
import { explain } from '../../domain/access/ability';
import { isListed } from '../../domain/carts/line-error';
import type { products as contract } from '../../domain/catalogue/contract';
import { newProductErrors, type Product, type ProductFields } from '../../domain/catalogue/product-record';
import { skuKey } from '../../domain/catalogue/sku';
import { mappedErrors } from '../../domain/catalogue/units/convert-units';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import { isEqual } from '../../domain/money';
import { keptPriceErrors } from '../../domain/pricing/own-prices';
import type { Ctx } from '../context';
import { brands, productImages, productLines, products, strains } from '../db/schema';
import { onTaken } from '../db/transact';
import { visibleBrands, visibleProducts } from '../db/visibility';
import type { Verb } from '../implement';
import { endTracking } from '../inventory/stock/end-tracking';
import { openStock } from '../inventory/stock/open-stock';
import { syncMappedStock } from '../inventory/stock/sync-mapped-stock';
import { findSeenCompany } from '../organization/find-company';
import { isLinked } from '../organization/marketplace-link';
import { itemUnits } from './changes/standing-products';
import { holdBrands } from './hold-brands';
import { publishProducts } from './publish-products';
import { loadProduct } from './read-products';

/**
 * Adds a product with its stock on hand, which opens its ledger. NOT_FOUND for a copy of what isn't the caller's, BAD_INPUT
 * by field for a taken SKU, and for a brand, line, strain or parent that isn't the caller's.
 */
export const createProduct: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { orgId, companyId, quantity, copiedFrom, ...fields } = body;
  await findSeenCompany(ctx, companyId);
  const { images } = copiedFrom === undefined ? { images: [] } : await loadProduct(ctx, copiedFrom);
  const errors = newProductErrors(body);
  if (Object.keys(errors).length > 0) throw badInput(errors);
  await checkProduct(ctx, companyId, fields, null);
  const [made] = await ctx.db
    .insert(products)
    .values({ orgId, companyId, ...fields, createdAt: ctx.now, updatedAt: ctx.now, lastEdit: ctx.now })
    .onConflictDoNothing()
    .returning({ id: products.id });
  if (made === undefined) throw skuTaken(fields.sku);
  const productId = made.id;
  await openStock(ctx, [{ productId, quantity }]);
  if (images.length > 0)
    await ctx.db
      .insert(productImages)
      .values(images.map(({ imageUri, alt }, position) => ({ orgId, productId, position, imageUri, alt })));
  const after = await loadProduct(ctx, made.id);
  await ctx.audit({ id: made.id, before: null, after });
  await publishProducts(ctx, made.id, 'created');
  return after;
};

/** Changes all of a product's fields. STALE if someone changed it since; an archived one comes back by `restore` only. */
export const updateProduct: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, ...fields } = body;
  const before = await lockProduct(ctx, params.id);
  assertCurrent('This product', before, version);
  assertNotArchived(before);
  if (fields.listingState === 'ARCHIVED') throw badInput({ listingState: 'Use Archive to archive this product' });
  await checkProduct(ctx, before.companyId, fields, before);
  await checkPrices(ctx, before, fields);
  await checkMapping(ctx, before, fields);
  return saveProduct(ctx, before, fields);
};

/** Archives a product. CONFLICT for a parent whose children aren't archived; twice is once. */
export const archiveProduct: Verb<typeof contract.archive> = async (ctx, { params }) => {
  const before = await lockProduct(ctx, params.id);
  if (before.listingState === 'ARCHIVED') return before;
  const open = before.isParent ? before.family.filter(({ listingState }) => listingState !== 'ARCHIVED') : [];
  if (open.length > 0)
    throw new DomainError('CONFLICT', `Archive its child products first: ${open.map(({ name }) => name).join(', ')}.`);
  return saveProduct(ctx, before, { listingState: 'ARCHIVED' });
};

/**
 * Brings an archived product back as internal, so that nobody can order it before its price and stock are checked.
 * CONFLICT once its brand was given up.
 */
export const restoreProduct: Verb<typeof contract.restore> = async (ctx, { params }) => {
  const before = await lockProduct(ctx, params.id);
  if (before.listingState !== 'ARCHIVED') return before;
  if (!(await holdBrands(ctx, [before.brand.id])).has(before.brand.id))
    throw new DomainError('CONFLICT', `${before.brand.name} isn’t your brand anymore, so its products stay archived.`);
  return saveProduct(ctx, before, { listingState: 'INTERNAL' });
};

/** What the log of a product says beside its own fields. */
type Logged = { before: Record<string, unknown>; after: Record<string, unknown> };

/**
 * Saves a locked product's changes as its next version, audits and publishes them. Stock that now comes from the tracking
 * system, or is measured otherwise, becomes the sum of its mapped packages, if there are mapped items.
 */
export async function saveProduct(
  ctx: Ctx,
  before: Product,
  fields: Partial<ProductFields>,
  logged: Logged = { before: {}, after: {} },
): Promise<Product> {
  const own = and(eq(products.orgId, ctx.membership.orgId), eq(products.id, before.id));
  const begins = !isListed(before) && isListed({ ...before, ...fields });
  const times = {
    updatedAt: ctx.now,
    lastEdit: ctx.now,
    version: before.version + 1,
    ...(begins ? { listedAt: ctx.now } : {}),
  };
  await ctx.db
    .update(products)
    .set({ ...fields, ...times })
    .where(own)
    .catch(onTaken(() => skuTaken(fields.sku ?? before.sku)));
  const { inventoryManagement: mode, unitOfMeasure: unit } = { ...before, ...fields };
  const switched = mode === before.inventoryManagement ? null : 'Stock now comes from the tracking system';
  const why = switched ?? (unit === before.unitOfMeasure ? null : `Now measured in ${unit.toLowerCase()}s`);
  if (switched !== null && before.inventoryManagement === 'METRC')
    await endTracking(ctx, ctx.membership.orgId, [before.id]);
  if (why !== null)
    await syncMappedStock(ctx, { orgId: ctx.membership.orgId, productIds: [before.id], why, keepsUnmapped: true });
  const after = await loadProduct(ctx, before.id);
  await ctx.audit({ id: before.id, before: { ...before, ...logged.before }, after: { ...after, ...logged.after } });
  await publishProducts(ctx, before.id);
  return after;
}

/** A product, locked until the transaction ends. NOT_FOUND unless the caller may see it, FORBIDDEN unless they may change it. */
export async function lockProduct(ctx: Ctx, id: number): Promise<Product> {
  const seen = and(eq(products.id, id), visibleProducts(ctx.membership));
  const [found] = await ctx.db
    .select({ canEdit: sql<boolean>`${visibleProducts(ctx.membership, 'write')}` })
    .from(products)
    .where(seen)
    .for('no key update');
  if (found === undefined) throw notFound('Product');
  if (found.canEdit) return loadProduct(ctx, id);
  const reason = { kind: 'feature', feature: 'PRODUCTS', level: 'write' } as const;
  throw new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
}

export function assertNotArchived({ listingState }: Pick<Product, 'listingState'>): void {
  if (listingState === 'ARCHIVED') throw new DomainError('CONFLICT', 'Restore this product before you change it.');
}

const skuTaken = (sku: string) => badInput({ sku: `Another product has the SKU ${sku}` });

/** Refuses, by field, what isn't the organization's or doesn't belong together. */
async function checkProduct(
  { db, membership }: Ctx,
  companyId: number,
  fields: ProductFields,
  before: Product | null,
): Promise<void> {
  const { orgId } = membership;
  if (fields.brandId !== before?.brandId) await holdBrands({ db, membership }, [fields.brandId]);
  const [brand] = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.id, fields.brandId), visibleBrands(membership)));
  if (brand === undefined && fields.brandId !== before?.brandId)
    throw badInput({ brandId: 'Choose one of your brands' });
  const { rows } = await db.execute<Record<'sku' | 'line' | 'strain' | 'parent' | 'hasChildren', boolean>>(sql`
    select exists (select from products other where other.org_id = ${orgId} and lower(other.sku) = ${skuKey(fields.sku)}
                    and other.id <> ${before?.id ?? 0}) as sku,
           exists (select from ${productLines} line where line.org_id = ${orgId} and line.id = ${fields.productLineId}
                    and line.brand_id = ${fields.brandId}) as line,
           exists (select from ${strains} strain where strain.org_id = ${orgId} and strain.id = ${fields.strainId}) as strain,
           exists (select from products parent where parent.org_id = ${orgId} and parent.id = ${fields.parentId}
                    and parent.is_parent and parent.company_id = ${companyId}
                    and parent.brand_id = ${fields.brandId}) as parent,
           exists (select from products child where child.org_id = ${orgId}
                    and child.parent_id = ${before?.id ?? 0}) as "hasChildren"`);
  const [known] = rows;
  if (known?.sku) throw skuTaken(fields.sku);
  if (fields.productLineId !== null && !known?.line)
    throw badInput({ productLineId: 'Choose a product line of this brand' });
  if (fields.strainId !== null && !known?.strain) throw badInput({ strainId: 'This strain no longer exists' });
  if (fields.parentId !== null && !known?.parent)
    throw badInput({ parentId: 'Choose a parent product of this brand and company' });
  if (!fields.isParent && known?.hasChildren)
    throw badInput({ isParent: 'This product has child products. Give them another parent first.' });
  if (before?.isParent && known?.hasChildren && fields.brandId !== before.brandId)
    throw badInput({ brandId: 'Its child products belong to this brand' });
}

/** Refuses prices that the wholesale marketplace keeps. */
async function checkPrices({ db, membership }: Ctx, before: Product, fields: ProductFields): Promise<void> {
  const isSame = (was: string | null, is: string | null) =>
    was === null || is === null ? was === is : isEqual(was, is);
  const errors = keptPriceErrors({
    ...(isSame(before.wholesalePrice, fields.wholesalePrice) ? {} : { wholesalePrice: fields.wholesalePrice }),
    ...(isSame(before.salePrice, fields.salePrice) ? {} : { salePrice: fields.salePrice }),
  });
  if (Object.keys(errors).length === 0) return;
  const { rows } = await db.execute<{ linked: boolean }>(
    sql`select ${isLinked(membership.orgId, sql`${before.companyId}::bigint`)} as linked`,
  );
  if (rows[0]?.linked) throw badInput(errors);
}

/** Refuses what a product's mapped items rule out. */
async function checkMapping({ db, membership }: Ctx, before: Product, fields: ProductFields): Promise<void> {
  if (fields.unitOfMeasure === before.unitOfMeasure && fields.isParent === before.isParent) return;
  const { orgId } = membership;
  const [found] = await db
    .select({ itemUnits: itemUnits(orgId) })
    .from(products)
    .where(and(eq(products.orgId, orgId), eq(products.id, before.id)));
  const errors = mappedErrors(fields, found?.itemUnits ?? []);
  if (Object.keys(errors).length > 0) throw badInput(errors);
}

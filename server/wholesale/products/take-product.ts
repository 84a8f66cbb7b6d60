import { and, eq, sql } from 'drizzle-orm';
import { slugOf } from '../../../domain/brands/brand';
import { BaseUnitSchema, UnitSchema } from '../../../domain/catalogue/product-record';
import { skuKey } from '../../../domain/catalogue/sku';
import { CategorySchema, PRODUCT_STATUSES, type ProductStatus } from '../../../domain/catalogue/vocabulary';
import { compare, lesser } from '../../../domain/money';
import { priceHere } from '../../../domain/wholesale/lines';
import type { Fields } from '../../../domain/wholesale/reconcile';
import { TheirProduct } from '../../../domain/wholesale/theirs';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { brands, companies, products } from '../../db/schema';
import { savepoint, transact } from '../../db/transact';
import { openStock } from '../../inventory/stock/open-stock';
import { findTheirProducts } from '../orders/find-products';
import { keepUnsent, settleFields } from '../orders/update-order';
import { type PlatformCtx, platformContext } from '../platform';
import { CantTake, lockDue, type Outcome, retryOrders, settleRecord, type WholesaleRecord } from '../records';
import { companyOf, type Sync, type SyncCompany } from '../syncs';

/** The longest of a SKU here. */
const MOST_SKU = 60;

/**
 * Takes a product of theirs over: one that is matched follows their fields by the connection's rules; one that is to be made is
 * made, with stock from there; one that nobody decided on is matched if its SKU says so for certain.
 */
export async function takeProduct(services: Services, sync: Sync, externalId: string): Promise<void> {
  await transact(services.database.db, async (tx) => {
    const record = await lockDue(tx, sync, 'PRODUCT', externalId);
    if (!record) return;
    const ctx = platformContext(services, tx, sync.orgId, 'read-wholesale');
    const outcome = await savepoint(tx, async (nested): Promise<Outcome> => {
      const within = platformContext(services, nested, sync.orgId, 'read-wholesale');
      const done = await take(within, sync, record);
      await within.outbox.send();
      return done;
    }).catch((error: unknown): Outcome => {
      if (error instanceof CantTake) return { problem: error.message };
      throw error;
    });
    await settleRecord(tx, sync, record, outcome);
    if (outcome.ownId && record.ownId === null) await retryOrders(tx, sync);
    await ctx.outbox.send();
  });
}

async function take(ctx: PlatformCtx, sync: Sync, record: WholesaleRecord): Promise<Outcome> {
  const theirs = TheirProduct.parse(record.theirs);
  const company = await companyOf(ctx.db, sync);
  if (!company) return {};
  if (record.state === 'NEW') {
    const ownId = await makeProduct(ctx, company, theirs);
    return { state: 'MATCHED', ownId, agreed: fieldsOf(theirs) };
  }
  if (record.state === 'OPEN') {
    const line = { productId: theirs.id, sku: theirs.sku };
    const find = await findTheirProducts(ctx.db, { sync, company }, [line as never]);
    const own = find(line as never);
    return own
      ? { state: 'MATCHED', ownId: own.id, ...(await follow(ctx, sync, { ...record, ownId: own.id }, theirs)) }
      : {};
  }
  return record.ownId === null ? {} : follow(ctx, sync, record, theirs);
}

export const fieldsOf = ({ name, wholesalePrice, salePrice }: TheirProduct): Fields => ({
  name,
  // Without a price there, ours stays.
  ...(wholesalePrice !== null && { wholesalePrice, salePrice }),
});

/** Reconciles a matched product. Prices are ours once the company's link is severed. */
async function follow(ctx: PlatformCtx, sync: Sync, record: WholesaleRecord, theirs: TheirProduct): Promise<Outcome> {
  const { db, now } = ctx;
  const own = and(eq(products.orgId, sync.orgId), eq(products.id, record.ownId ?? 0));
  const [product] = await db.select().from(products).where(own).for('no key update');
  if (!product) return { state: 'OPEN', ownId: null };
  const [company] = await db
    .select({ severed: companies.marketplaceLinkSevered })
    .from(companies)
    .where(and(eq(companies.orgId, sync.orgId), eq(companies.id, product.companyId)));
  const { name, wholesalePrice, salePrice } = product;
  // Each side has its own wording of a product until both had the same once.
  const isNamedAlike = name === theirs.name || (record.agreed as Fields).name !== undefined;
  const ours: Fields = {
    ...(isNamedAlike && { name }),
    ...(!company?.severed && { wholesalePrice, salePrice }),
  };
  const priced = (usd: string | null) => (usd === null ? null : priceHere(usd, theirs.unitMultiplier, product));
  const converted = { ...theirs, wholesalePrice: priced(theirs.wholesalePrice), salePrice: priced(theirs.salePrice) };
  const fields = await settleFields(db, { sync, record, ours, theirs: fieldsOf(converted) });
  const { take: taken, send } = fields;
  if (Object.keys(taken).length > 0) {
    await db
      .update(products)
      .set({ ...taken, updatedAt: now, version: sql`${products.version} + 1` })
      .where(own);
    await ctx.audit({ entity: 'product', id: product.id, before: ours, after: { ...ours, ...taken } });
    await ctx.publish({ topic: 'catalogue', kind: 'changed', id: product.id, orgIds: [sync.orgId] });
  }
  if (Object.keys(send).length > 0 && sync.access === 'WRITE')
    await ctx.enqueue({
      name: 'send-wholesale-product',
      data: { orgId: sync.orgId, syncId: sync.id, id: record.externalId },
    });
  return { agreed: keepUnsent(fields, record.agreed as Fields) };
}

/** A product here of one of theirs, whose stock comes from there. */
async function makeProduct(ctx: PlatformCtx, company: SyncCompany, theirs: TheirProduct): Promise<number> {
  const { db, now } = ctx;
  const { orgId, id: companyId } = company;
  const sku = theirs.sku.replaceAll(',', ' ').slice(0, MOST_SKU).trim();
  if (sku === '') throw new CantTake('It has no SKU there. Add one, or match it with a product here.');
  const [taken] = await db
    .select({ name: products.name })
    .from(products)
    .where(and(eq(products.orgId, orgId), sql`lower(${products.sku}) = ${skuKey(sku)}`));
  if (taken) throw new CantTake(`${taken.name} has this SKU here. Match it with that.`);
  const category = CategorySchema.safeParse(theirs.category);
  if (!category.success)
    throw new CantTake(`We don’t know its category “${theirs.category}”. Match it with a product here.`);
  const unit = BaseUnitSchema.safeParse(theirs.unitOfMeasure);
  if (!unit.success)
    throw new CantTake(`We don’t know its unit “${theirs.unitOfMeasure}”. Match it with a product here.`);
  const isCase = compare(theirs.unitMultiplier, 1) > 0;
  const sold = UnitSchema.safeParse(theirs.sellInUnitOfMeasure);
  const wholesalePrice = theirs.wholesalePrice ?? '0.00';
  const [made] = await db
    .insert(products)
    .values({
      orgId,
      companyId,
      brandId: await findBrand(ctx, company, theirs.brandName),
      name: theirs.name || sku,
      sku,
      description: theirs.description,
      category: category.data,
      wholesalePrice,
      salePrice: theirs.salePrice === null ? null : lesser(theirs.salePrice, wholesalePrice),
      unitOfMeasure: unit.data,
      sellInUnitOfMeasure: isCase ? 'Case' : sold.success && sold.data !== 'Case' ? sold.data : unit.data,
      sellInBulk: isCase,
      unitMultiplier: theirs.unitMultiplier,
      inventoryManagement: theirs.isUnlimited ? 'UNLIMITED' : 'INHERITED',
      listingState: listed(theirs.listingState),
      createdAt: now,
      updatedAt: now,
      lastEdit: now,
    })
    .onConflictDoNothing()
    .returning({ id: products.id });
  if (!made) throw new CantTake('A product with this SKU was added meanwhile. Try again.');
  await openStock(ctx, [{ productId: made.id, quantity: theirs.quantity }], 'Stock in the wholesale marketplace');
  await ctx.audit({ entity: 'product', id: made.id, before: null, after: { name: theirs.name, sku, wholesalePrice } });
  await ctx.publish({ topic: 'catalogue', kind: 'created', id: made.id, orgIds: [orgId] });
  return made.id;
}

/** Our listing state of theirs; one we don't know stays internal until somebody looks. */
function listed(label: string): ProductStatus {
  const states = Object.keys(PRODUCT_STATUSES) as ProductStatus[];
  return (
    states.find((state) => PRODUCT_STATUSES[state].label.toLowerCase() === label.trim().toLowerCase()) ?? 'INTERNAL'
  );
}

/** The organization's brand of that name, else a new one that its people have yet to enable. */
async function findBrand(ctx: PlatformCtx, { orgId, usState }: SyncCompany, name: string): Promise<number> {
  const { db, now } = ctx;
  const named = name.trim() || 'Wholesale marketplace';
  const isSame = sql`lower(${brands.name}) = lower(${named})`;
  const [known] = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.orgId, orgId), isSame))
    .limit(1);
  if (known) return known.id;
  const slug = await freeSlug(db, named);
  const [made] = await db
    .insert(brands)
    .values({
      orgId,
      name: named,
      slug,
      states: [usState],
      source: 'WHOLESALE_MARKETPLACE',
      disabled: true,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: brands.id });
  if (!made) throw new CantTake('Its brand was added meanwhile. Try again.');
  await ctx.audit({
    entity: 'brand',
    id: made.id,
    before: null,
    after: { name: named, source: 'WHOLESALE_MARKETPLACE' },
  });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: made.id, orgIds: [orgId] });
  return made.id;
}

async function freeSlug(db: Db, name: string): Promise<string> {
  const slug = slugOf(name);
  const [taken] = await db.select({ id: brands.id }).from(brands).where(eq(brands.slug, slug));
  return taken ? `${slug}-${Date.now().toString(36)}` : slug;
}

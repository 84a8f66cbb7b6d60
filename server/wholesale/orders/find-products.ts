import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SoldProduct } from '../../../domain/wholesale/lines';
import { markKey } from '../../../domain/wholesale/match';
import type { TheirLine } from '../../../domain/wholesale/theirs';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { brands, products, wholesaleRecords } from '../../db/schema';
import { recordIs, recordsIn } from '../records';
import type { Sync, SyncCompany } from '../syncs';

/**
 * What of ours each line sells: as matched, else the one product with its SKU, which then is matched. A product that was left
 * out on the match desk is none.
 */
export async function findTheirProducts(
  db: Db,
  { sync, company }: { sync: Sync; company: SyncCompany },
  lines: readonly TheirLine[],
): Promise<(line: TheirLine) => SoldProduct | undefined> {
  const asked = [...new Set(lines.map(({ productId }) => productId))];
  if (asked.length === 0) return () => undefined;
  const records = await db
    .select({ externalId: wholesaleRecords.externalId, state: wholesaleRecords.state, ownId: wholesaleRecords.ownId })
    .from(wholesaleRecords)
    .where(and(recordsIn(sync, 'PRODUCT'), inArray(wholesaleRecords.externalId, asked)));
  const known = new Map(records.map((record) => [record.externalId, record]));
  const ownIds = records.flatMap(({ state, ownId }) => (state === 'MATCHED' && ownId !== null ? [ownId] : []));
  const matched = new Map((await loadSold(db, company, isOneOf(products.id, ownIds))).map((one) => [one.id, one]));
  const open = lines.filter(({ productId, sku }) => {
    const record = known.get(productId);
    return markKey(sku) !== '' && (record === undefined || record.state === 'OPEN');
  });
  const skus = [...new Set(open.map(({ sku }) => markKey(sku)))];
  const isAsked = isOneOf(sql`lower(regexp_replace(${products.sku}, '\\s', '', 'g'))`, skus);
  const bySku = Map.groupBy(skus.length === 0 ? [] : await loadSold(db, company, isAsked), ({ sku }) => markKey(sku));
  const found = new Map<string, SoldProduct>();
  // In one order, as others match them at the same time.
  for (const { productId, sku } of lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const record = known.get(productId);
    const own = record?.ownId === null || record?.ownId === undefined ? undefined : matched.get(record.ownId);
    const [only, ...others] = own || record?.state === 'IGNORED' ? [] : (bySku.get(markKey(sku)) ?? []);
    const product = own ?? (others.length === 0 ? only : undefined);
    if (product) found.set(productId, product);
    if (!own && product && record) await keepMatch(db, sync, productId, product.id);
  }
  return ({ productId }) => found.get(productId);
}

async function loadSold(db: Db, { orgId, id: companyId }: SyncCompany, where: SQL | undefined) {
  return db
    .select({
      id: products.id,
      name: products.name,
      sku: products.sku,
      brandId: products.brandId,
      brandName: brands.name,
      unitOfMeasure: products.unitOfMeasure,
      sellInUnitOfMeasure: products.sellInUnitOfMeasure,
      unitMultiplier: products.unitMultiplier,
      wholesalePrice: products.wholesalePrice,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .where(and(eq(products.orgId, orgId), eq(products.companyId, companyId), eq(products.isParent, false), where));
}

/** Keeps what theirs turned out to be, unless another of theirs is. */
export async function keepMatch(db: Db, sync: Sync, externalId: string, ownId: number): Promise<boolean> {
  const [taken] = await db
    .select({ id: wholesaleRecords.externalId })
    .from(wholesaleRecords)
    .where(and(recordsIn(sync, 'PRODUCT'), eq(wholesaleRecords.ownId, ownId)));
  if (taken) return taken.id === externalId;
  await db
    .update(wholesaleRecords)
    .set({ state: 'MATCHED', ownId, problem: null, updatedAt: sql`now()` })
    .where(recordIs(sync, 'PRODUCT', externalId));
  return true;
}

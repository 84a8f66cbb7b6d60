import { and, eq, sql } from 'drizzle-orm';
import { skuKey } from '../../domain/catalogue/sku';
import type { priceSchedules as contract } from '../../domain/pricing/contract';
import { isOneOf } from '../db/page';
import { brands, productLines, products } from '../db/schema';
import { visibleProducts } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { lineOrder, ofSeenBrand, scheduledLine, scheduledProduct } from './read-schedules';

/** The product lines of the brands the caller sees. */
export const listLines: Verb<typeof contract.lines> = async (ctx, { query }) => {
  await findSeenCompany(ctx, query.companyId);
  const { orgId } = ctx.membership;
  return ctx.db
    .select(scheduledLine(orgId, query.companyId))
    .from(productLines)
    .innerJoin(brands, eq(brands.id, productLines.brandId))
    .where(and(eq(productLines.orgId, orgId), ofSeenBrand(ctx, sql`${productLines.brandId}`)))
    .orderBy(...lineOrder);
};

/** The product each text names: by its SKU, else by a name that only one has. Parents and archived ones aren't found. */
export const matchProducts: Verb<typeof contract.match> = async (ctx, { body }) => {
  const { companyId, texts } = body;
  await findSeenCompany(ctx, companyId);
  const wanted = [...new Set(texts.map(keyOf))];
  const rows = await ctx.db
    .select(scheduledProduct)
    .from(products)
    .where(
      and(
        visibleProducts(ctx.membership),
        eq(products.companyId, companyId),
        sql`not ${products.isParent} and ${products.listingState} <> 'ARCHIVED'`,
        sql`(${isOneOf(sql`lower(${products.sku})`, wanted)} or ${isOneOf(sql`lower(${products.name})`, wanted)})`,
      ),
    );
  const bySku = new Map(rows.map((row) => [skuKey(row.sku), row]));
  const byName = Map.groupBy(rows, ({ name }) => keyOf(name));
  return texts.map((text) => {
    const named = byName.get(keyOf(text)) ?? [];
    return bySku.get(skuKey(text)) ?? (named.length === 1 ? (named[0] ?? null) : null);
  });
};

const keyOf = (text: string) => text.trim().toLowerCase();

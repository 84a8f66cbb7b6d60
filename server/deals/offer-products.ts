import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { offers as contract } from '../../domain/deals/contract';
import { roundCents } from '../../domain/money';
import { available } from '../../domain/orders/stock';
import { loadProductRows } from '../catalogue/menu-products';
import { contains } from '../db/page';
import { products } from '../db/schema';
import { sellableProducts } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';

const MOST_FOUND = 20;

/** Products of a company to offer, by words in name or SKU. NOT_FOUND for a company one doesn't see. */
export const findOfferProducts: Verb<typeof contract.products> = async ({ db, membership }, { body }) => {
  const company = await findSeenCompany({ db, membership }, body.companyId);
  const { orgId } = membership;
  const text = body.searchTerm;
  const ids = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        sellableProducts(membership),
        eq(products.companyId, company.id),
        ne(products.listingState, 'ARCHIVED'),
        eq(products.isParent, false),
        text === '' ? undefined : contains([products.name, products.sku], text),
      ),
    )
    .orderBy(asc(sql`lower(${products.name})`), asc(products.id))
    .limit(MOST_FOUND);
  if (ids.length === 0) return [];
  const found = await loadProductRows(
    db,
    orgId,
    sql`${products.id} = any (${sql.param(ids.map(({ id }) => id))}::bigint[])`,
  );
  return found.map((row) => ({
    id: row.id,
    name: row.name,
    sku: row.sku,
    brandName: row.brand.name,
    unitOfMeasure: row.sellInUnitOfMeasure,
    wholesalePrice: roundCents(row.wholesalePrice),
    available: row.inventoryManagement === 'UNLIMITED' || row.stock === null ? null : available(row.stock),
  }));
};

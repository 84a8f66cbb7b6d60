import { and, inArray, sql } from 'drizzle-orm';
import type { MenuProduct } from '../../domain/catalogue/product';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import type { directory } from '../../domain/directory/contract';
import { loadProductRows, type ProductRow, toShownProduct } from '../catalogue/menu-products';
import { isOneOf } from '../db/page';
import { products } from '../db/schema';
import { seesAgreedPrices } from '../db/visibility';
import type { Verb } from '../implement';
import { priceProducts } from '../pricing/read-prices';
import { customersOfLicense, findLicense } from './menu';

/**
 * Products of any sellers as their menus show them, in the order asked for: at the prices agreed with each seller for the
 * license, which take read on purchase orders, else at regular prices. NOT_FOUND for the license.
 */
export const getFoundProducts: Verb<typeof directory.products> = async (
  { db, membershipOrNull },
  { body: { productIds, buyerLicenseId } },
) => {
  const license = buyerLicenseId ? await findLicense(db, membershipOrNull, buyerLicenseId) : null;
  const isBuying = license !== null && seesAgreedPrices(membershipOrNull);
  const listed = and(isOneOf(products.id, productIds), inArray(products.listingState, [...LISTED_STATUSES]));
  const { rows: found } = await db.execute<{ orgId: number }>(sql`
    select distinct products.org_id as "orgId" from products where ${listed}`);
  const shown = new Map<number, MenuProduct>();
  for (const { orgId } of found) {
    const [rows, customerOf] = await Promise.all([
      loadProductRows(db, orgId, listed),
      isBuying ? customersOfLicense(db, orgId, license.id) : (_: ProductRow) => null,
    ]);
    const prices = await priceProducts(db, orgId, rows, customerOf);
    for (const row of rows) {
      const price = prices.get(row.id);
      const product = price && toShownProduct(row, price);
      if (product) shown.set(row.id, product);
    }
  }
  return productIds.flatMap((id) => shown.get(id) ?? []);
};

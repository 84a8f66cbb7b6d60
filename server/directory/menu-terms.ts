import { and, asc, eq, exists, getTableColumns, isNull, sql } from 'drizzle-orm';
import { nextDelivery, termsFor } from '../../domain/customers/order-terms';
import type { brands as contract } from '../../domain/directory/contract';
import { zonesOfFirstOrders } from '../customers/zones/follow-zones';
import { companies, licenses, products } from '../db/schema';
import type { Verb } from '../implement';
import { loadTerms } from '../pricing/read-terms';
import { findLicense, listedBy, sellerOf } from './menu';

/** The terms of the companies that sell a brand in the license's state, in its zone. NOT_FOUND. */
export const listMenuTerms: Verb<typeof contract.terms> = async (
  { db, membershipOrNull, now },
  { params: { id }, query: { buyerLicenseId } },
) => {
  const [orgId, found] = await Promise.all([sellerOf(db, id), findLicense(db, membershipOrNull, buyerLicenseId)]);
  const sold = db
    .select({ one: sql`1` })
    .from(products)
    .where(and(eq(products.orgId, orgId), eq(products.companyId, companies.id), listedBy(id, found.usState)));
  const sellers = await db
    .select(getTableColumns(companies))
    .from(companies)
    .where(and(eq(companies.orgId, orgId), isNull(companies.removedAt), exists(sold)))
    .orderBy(asc(companies.id));
  const [license] = await db.select().from(licenses).where(eq(licenses.id, found.id));
  if (sellers.length === 0 || license === undefined) return [];
  const { orderTerms, customerOf } = await loadTerms(db, {
    orgId,
    companyIds: sellers.map((seller) => seller.id),
    licenseIds: [license.id],
    products: [],
  });
  const firsts = await zonesOfFirstOrders(
    db,
    orgId,
    sellers.map((company) => ({ company, license })),
  );
  return sellers.map((seller, at) => {
    const zoneId = customerOf(seller.id, license.id)?.serviceZoneId ?? firsts[at] ?? null;
    const terms = termsFor(
      orderTerms.filter(({ companyId }) => companyId === seller.id),
      zoneId,
    );
    return {
      companyId: seller.id,
      minimumUsd: terms?.minimumUsd ?? null,
      deliveryDays: terms?.deliveryDays ?? [],
      delivery: terms && nextDelivery(terms, now),
    };
  });
};

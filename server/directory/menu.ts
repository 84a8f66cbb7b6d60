import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import type { Menu } from '../../domain/catalogue/menu';
import { LISTED_STATUSES, STRAIN_TYPES, StrainTypeSchema } from '../../domain/catalogue/vocabulary';
import type { VerbInput } from '../../domain/contract/endpoint';
import type { brands as contract } from '../../domain/directory/contract';
import { notFound } from '../../domain/errors';
import { loadProductRows, type ProductRow, toMenuProduct } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { brands, buyerLicenses, companies, customers, licenses, productLines, products, strains } from '../db/schema';
import { seesAgreedPrices, visibleBuyerLicenses, visibleCustomers } from '../db/visibility';
import type { Verb } from '../implement';
import { findBuyerCustomers } from '../pricing/find-buyer-customers';
import { priceProducts } from '../pricing/read-prices';

/**
 * With a buyer license: what companies in its state sell, at the prices agreed with each seller, which take read on
 * purchase orders. With one of the caller's own customers: the same at that customer's prices. Otherwise regular
 * prices.
 */
export const getMenu: Verb<typeof contract.menu> = (ctx, { params, body }) => readMenu(ctx, params.id, body);

export type MenuAsked = VerbInput<typeof contract.menu>['body'];

/** A brand's menu as the caller sees it. NOT_FOUND. */
export async function readMenu(
  { db, membershipOrNull }: Pick<Ctx, 'db' | 'membershipOrNull'>,
  id: number,
  body: MenuAsked,
): Promise<Menu> {
  // What doesn't wait for each other is sent together.
  const [orgId, license, customer] = await Promise.all([
    sellerOf(db, id),
    body.buyerLicenseId ? findLicense(db, membershipOrNull, body.buyerLicenseId) : null,
    body.customerId ? findCustomer(db, membershipOrNull, body.customerId) : null,
  ]);
  const isBuying = license !== null && seesAgreedPrices(membershipOrNull);
  const listed = and(
    listedBy(id, license?.usState ?? body.usStateAbbv),
    body.companyId === undefined ? undefined : eq(products.companyId, body.companyId),
  );
  const [rows, customerOf] = await Promise.all([
    loadProductRows(db, orgId, listed),
    isBuying
      ? customersOfLicense(db, orgId, license.id)
      : ({ companyId }: ProductRow) => (companyId === customer?.companyId ? customer.id : null),
  ]);
  const prices = await priceProducts(db, orgId, rows, customerOf);
  return {
    productLines: linesOf(rows),
    products: rows.flatMap((row) => {
      const price = prices.get(row.id);
      return price ? [toMenuProduct(row, price)] : [];
    }),
  };
}

/** The same without prices and amounts, which are for businesses. NOT_FOUND. */
export const getProducts: Verb<typeof contract.products> = async ({ db }, { params: { id }, query }) => {
  const { productLines: lines, products: shown } = await readMenu({ db, membershipOrNull: null }, id, query);
  return { productLines: lines, products: shown.map(({ price: _, totalEffectiveInventory: __, ...rest }) => rest) };
};

export const getFacets: Verb<typeof contract.facets> = async ({ db }, { params, query }) => {
  const orgId = await sellerOf(db, params.id);
  const rows = await db
    .select({
      category: products.category,
      productLine: { id: productLines.id, name: productLines.name },
      strainClassification: strains.strainClassification,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(productLines, and(eq(productLines.orgId, products.orgId), eq(productLines.id, products.productLineId)))
    .leftJoin(strains, and(eq(strains.orgId, products.orgId), eq(strains.id, products.strainId)))
    .where(and(eq(products.orgId, orgId), listedBy(params.id, query.usStateAbbv)))
    .orderBy(asc(productLines.menuPosition), asc(productLines.id), asc(products.category));
  return {
    categories: tally(rows.map(({ category }) => ({ id: category, name: category }))),
    productLines: tally(rows.flatMap(({ productLine: line }) => (line ? [{ id: `${line.id}`, name: line.name }] : []))),
    strainClassifications: tally(
      rows.flatMap(({ strainClassification: kind }) =>
        kind === null ? [] : [{ id: kind, name: STRAIN_TYPES[StrainTypeSchema.parse(kind)] }],
      ),
    ),
  };
};

/** The organization that lists a product of a brand; undefined unless it does. */
export async function findListed(db: Db, brandId: number, productId: number): Promise<number | undefined> {
  const orgId = await sellerOf(db, brandId);
  const [listed] = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(and(eq(products.orgId, orgId), eq(products.id, productId), listedBy(brandId, undefined)));
  return listed && orgId;
}

/** What buyers see of a brand, optionally from sellers in one state. */
export function listedBy(brandId: number, usState: string | undefined): SQL | undefined {
  return and(
    eq(products.brandId, brandId),
    inArray(products.listingState, [...LISTED_STATUSES]),
    usState === undefined ? undefined : eq(companies.usState, usState.toUpperCase()),
  );
}

/** The organization whose products a brand's are. NOT_FOUND for a disabled or unclaimed brand. */
export async function sellerOf(db: Db, id: number): Promise<number> {
  const [found] = await db
    .select({ orgId: brands.orgId })
    .from(brands)
    .where(and(eq(brands.id, id), eq(brands.disabled, false)));
  if (found?.orgId === undefined || found.orgId === null) throw notFound('Brand');
  return found.orgId;
}

export async function findLicense(db: Db, membership: Membership | null, buyerLicenseId: number) {
  const [found] = membership
    ? await db
        .select({ id: licenses.id, usState: licenses.usState })
        .from(buyerLicenses)
        .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
        .where(and(eq(buyerLicenses.id, buyerLicenseId), visibleBuyerLicenses(membership), isNull(licenses.removedAt)))
    : [];
  if (!found) throw notFound('Buyer license');
  return found;
}

async function findCustomer(db: Db, membership: Membership | null, customerId: number) {
  const [found] = membership
    ? await db
        .select({ id: customers.id, companyId: customers.companyId })
        .from(customers)
        .where(and(eq(customers.id, customerId), visibleCustomers(membership)))
    : [];
  if (!found) throw notFound('Customer');
  return found;
}

export async function customersOfLicense(db: Db, orgId: number, licenseId: number) {
  const customerOf = await findBuyerCustomers(db, { orgId, licenseId });
  return ({ companyId }: ProductRow) => customerOf(companyId, licenseId)?.id ?? null;
}

/** The product lines of the rows, which are in menu order. */
function linesOf(rows: readonly ProductRow[]): Menu['productLines'] {
  return [...new Map(rows.flatMap(({ productLine }) => (productLine ? [[productLine.id, productLine]] : []))).values()];
}

/** Counts each id, in order of first appearance. */
function tally(found: readonly { id: string; name: string }[]): { id: string; name: string; count: number }[] {
  const counts = new Map<string, { id: string; name: string; count: number }>();
  for (const { id, name } of found) {
    const facet = counts.get(id) ?? { id, name, count: 0 };
    counts.set(id, { ...facet, count: facet.count + 1 });
  }
  return [...counts.values()];
}

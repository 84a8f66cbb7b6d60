import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { type LinePrice, priceBook } from '../../domain/pricing/price';
import { loadProductRows, lockProductRows, type ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import {
  buyerCompanyApprovals,
  buyerLicenses,
  cartItems,
  carts,
  companies,
  licenses,
  products as productsTable,
} from '../db/schema';
import type { BuyerCustomer } from '../pricing/find-buyer-customers';
import { loadTerms, type Terms } from '../pricing/read-terms';
import { type CartRequest, loadRequests } from './approvals/read-approvals';

/** A cart with its seller and buyer, without lines. */
export type CartHead = Awaited<ReturnType<typeof selectHeads>>[number];
export type CartItemRow = typeof cartItems.$inferSelect;

/** Who views a cart; decides what can prevent ordering it. */
export type Reader = Pick<Ctx, 'db' | 'membership'>;

/** Everything carts are calculated from, read at one moment. */
export type CartBasis = {
  membership: Ctx['membership'];
  products: ReadonlyMap<number, ProductRow>;
  customerOf(head: CartHead): BuyerCustomer | null;
  /** What a product costs the cart's buyer. */
  priceOf(head: CartHead, product: ProductRow): LinePrice;
  paymentOptions: Terms['paymentOptions'];
  orderTerms: Terms['orderTerms'];
  /** The request for approval a cart has, waiting or settled. */
  requestOf(head: CartHead): CartRequest | null;
  /** When it was read, for what depends on the time of day. */
  now: Date;
};

/** A query of carts with seller and buyer, to order or lock. */
export function selectHeads(db: Pick<Db, 'select'>, where: SQL | undefined) {
  return db
    .select({
      cart: getTableColumns(carts),
      company: getTableColumns(companies),
      buyerLicense: getTableColumns(buyerLicenses),
      license: getTableColumns(licenses),
      /** Which of the buyer company's orders need approval; null where it never said. */
      rule: getTableColumns(buyerCompanyApprovals),
    })
    .from(carts)
    .innerJoin(companies, eq(companies.id, carts.sellerCompanyId))
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, carts.buyerLicenseId))
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .leftJoin(buyerCompanyApprovals, eq(buyerCompanyApprovals.buyerCompanyId, carts.buyerCompanyId))
    .where(where);
}

/** The lines of one organization's carts, oldest first. */
export async function loadItems(db: Db, heads: readonly CartHead[]): Promise<CartItemRow[]> {
  const [orgId] = heads.map(({ cart }) => cart.orgId);
  if (orgId === undefined) return [];
  const ids = heads.map(({ cart }) => cart.id);
  return db
    .select()
    .from(cartItems)
    .where(and(eq(cartItems.orgId, orgId), isOneOf(cartItems.cartId, ids)))
    .orderBy(asc(cartItems.id));
}

/**
 * Everything carts are calculated from, for products in them or to be added: for each selling organization one query for
 * the products and one for the terms, and one for requests for approval if there are any. `locked` locks the products' stock until the transaction ends.
 */
export async function loadBasis(
  { db, membership }: Reader,
  heads: readonly CartHead[],
  items: readonly { productId: number }[],
  { locked = false } = {},
): Promise<CartBasis> {
  const productIds = [...new Set(items.map(({ productId }) => productId))];
  const read = locked ? lockProductRows : loadProductRows;
  const products = new Map<number, ProductRow>();
  const terms = new Map<number, Terms>();
  for (const orgId of [...new Set(heads.map(({ company }) => company.orgId))].sort((a, b) => a - b)) {
    const own = heads.filter(({ company }) => company.orgId === orgId);
    const companyIds = [...new Set(own.map(({ company }) => company.id))];
    const licenseIds = [...new Set(own.map(({ license }) => license.id))];
    const rows = await read(
      db,
      orgId,
      and(isOneOf(productsTable.id, productIds), isOneOf(productsTable.companyId, companyIds)),
    );
    for (const row of rows) products.set(row.id, row);
    terms.set(orgId, await loadTerms(db, { orgId, companyIds, licenseIds, products: rows }));
  }
  const books = new Map([...terms].map(([orgId, { schedules }]) => [orgId, priceBook(schedules)]));
  const noSchedules = priceBook([]);
  const requests = await loadRequests(db, membership.orgId, heads);
  const customerOf = ({ company, license }: CartHead) =>
    terms.get(company.orgId)?.customerOf(company.id, license.id) ?? null;
  return {
    membership,
    products,
    customerOf,
    priceOf: (head, product) => (books.get(head.company.orgId) ?? noSchedules)(product, customerOf(head)?.id ?? null),
    paymentOptions: [...terms.values()].flatMap(({ paymentOptions }) => paymentOptions),
    orderTerms: [...terms.values()].flatMap(({ orderTerms }) => orderTerms),
    requestOf: ({ cart }) => requests.find(({ id }) => id === cart.approvalId) ?? null,
    now: new Date(),
  };
}

import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { type LinePrice, priceLine } from '../../domain/pricing/price';
import { loadProductRows, lockProductRows, type ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { buyerLicenses, cartItems, carts, companies, licenses, products } from '../db/schema';
import type { BuyerCustomer } from '../pricing/buyer-customers';
import { loadTerms, type Terms } from '../pricing/load-terms';

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
};

/** A query of carts with seller and buyer, to order or lock. */
export function selectHeads(db: Pick<Db, 'select'>, where: SQL | undefined) {
  return db
    .select({
      cart: getTableColumns(carts),
      company: getTableColumns(companies),
      buyerLicense: getTableColumns(buyerLicenses),
      license: getTableColumns(licenses),
    })
    .from(carts)
    .innerJoin(companies, eq(companies.id, carts.sellerCompanyId))
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, carts.buyerLicenseId))
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(where);
}

/** The carts' lines, oldest first. */
export function loadItems(db: Db, heads: readonly CartHead[]): Promise<CartItemRow[]> {
  const ids = heads.map(({ cart }) => cart.id);
  return db.select().from(cartItems).where(isOneOf(cartItems.cartId, ids)).orderBy(asc(cartItems.id));
}

/**
 * Everything carts are calculated from, for products in them or to be added: one query for the products, one for the
 * terms. `locked` locks the products' stock until the transaction ends.
 */
export async function loadBasis(
  { db, membership }: Reader,
  heads: readonly CartHead[],
  items: readonly { productId: number }[],
  { locked = false } = {},
): Promise<CartBasis> {
  const companyIds = [...new Set(heads.map(({ company }) => company.id))];
  const productIds = [...new Set(items.map(({ productId }) => productId))];
  const ofSellers = and(isOneOf(products.id, productIds), isOneOf(products.companyId, companyIds));
  const rows = await (locked ? lockProductRows(db, ofSellers) : loadProductRows(db, ofSellers));
  const licenseIds = [...new Set(heads.map(({ license }) => license.id))];
  const { customerOf, schedules, paymentOptions } = await loadTerms(db, { companyIds, licenseIds, products: rows });
  const customer = ({ company, license }: CartHead) => customerOf(company.id, license.id);
  return {
    membership,
    products: new Map(rows.map((row) => [row.id, row])),
    customerOf: customer,
    priceOf: (head, product) => priceLine({ product, schedules, customerId: customer(head)?.id ?? null }),
    paymentOptions,
  };
}

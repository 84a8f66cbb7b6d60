import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { type LinePrice, priceLine } from '../../domain/pricing/price';
import { loadProductRows, type ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { buyerLicenses, cartItems, carts, companies, companyPaymentOptions, licenses, products } from '../db/schema';
import { type BuyerCustomer, findBuyerCustomers } from '../pricing/buyer-customers';
import { loadSchedules } from '../pricing/load-prices';

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
  paymentOptions: readonly (typeof companyPaymentOptions.$inferSelect)[];
};

/** A query of carts with seller and buyer, to order or lock. */
export function selectHeads(db: Db, where: SQL | undefined) {
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

/** Everything carts are calculated from, for products in them or to be added; one query each. */
export async function loadBasis(
  { db, membership }: Reader,
  heads: readonly CartHead[],
  items: readonly { productId: number }[],
): Promise<CartBasis> {
  const companyIds = [...new Set(heads.map(({ company }) => company.id))];
  const productIds = [...new Set(items.map(({ productId }) => productId))];
  const ofSellers = and(isOneOf(products.id, productIds), isOneOf(products.companyId, companyIds));
  const rows = await loadProductRows(db, ofSellers);
  const licenseIds = [...new Set(heads.map(({ license }) => license.id))];
  const customers = await findBuyerCustomers(db, { companyIds, licenseIds });
  const customerOf = ({ company, license }: CartHead) => customers(company.id, license.id);
  const customerIds = heads.flatMap((head) => customerOf(head)?.id ?? []);
  const schedules = await loadSchedules(db, { customerIds, products: rows });
  const paymentOptions = await loadPaymentOptions(db, companyIds);
  return {
    membership,
    products: new Map(rows.map((row) => [row.id, row])),
    customerOf,
    priceOf: (head, product) => priceLine({ product, schedules, customerId: customerOf(head)?.id ?? null }),
    paymentOptions,
  };
}

function loadPaymentOptions(db: Db, companyIds: readonly number[]) {
  return db
    .select()
    .from(companyPaymentOptions)
    .where(isOneOf(companyPaymentOptions.companyId, companyIds))
    .orderBy(asc(companyPaymentOptions.position), asc(companyPaymentOptions.id));
}

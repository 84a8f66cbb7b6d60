import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { CartLine, CartWrapper } from '../../domain/carts/cart';
import { findCircularError, findLineError, findStateError, isListed } from '../../domain/carts/line-error';
import { money, roundCents, sum } from '../../domain/money';
import { lineAmount, lineBaseUnits } from '../../domain/orders/line';
import { type LinePrice, lineTotal, priceLine } from '../../domain/pricing/price';
import { loadProductRows, type ProductRow, toMenuProduct, toQuantityProduct } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { buyerLicenses, cartItems, carts, companies, companyPaymentOptions, licenses, products } from '../db/schema';
import { toCompany, toLicense } from '../organization/rows';
import { findBuyerCustomers } from '../pricing/buyer-customers';
import { loadSchedules } from '../pricing/load-prices';

type CartHead = Awaited<ReturnType<typeof loadHeads>>[number];
type CartItemRow = typeof cartItems.$inferSelect;

/** A line with what it was made of. */
export type LoadedLine = { item: CartItemRow; product: ProductRow; price: LinePrice; line: CartLine };

/** A cart as it stands now: its rows, what was reckoned from them, and how it travels. */
export type LoadedCart = CartHead & {
  /** The customer the buyer license is to the seller, if it is one yet. */
  customerId: number | null;
  lines: LoadedLine[];
  wrapper: CartWrapper;
};

/** Who looks at a cart, which decides what stands in the way of ordering it. */
type Reader = Pick<Ctx, 'db' | 'membership'>;

/** Carts with the prices and stock of this moment, by license and seller, in a constant number of queries. */
export async function loadCarts({ db, membership }: Reader, where: SQL | undefined): Promise<LoadedCart[]> {
  const heads = await loadHeads(db, where);
  if (heads.length === 0) return [];
  const companyIds = [...new Set(heads.map(({ company }) => company.id))];
  const items = await loadItems(db, heads);
  const productIds = [...new Set(items.map(({ productId }) => productId))];
  const rows = await loadProductRows(db, inArray(products.id, productIds));
  const customerOf = await findBuyerCustomers(db, {
    companyIds,
    licenseIds: [...new Set(heads.map(({ license }) => license.id))],
  });
  const customerIds = heads.flatMap(({ company, license }) => customerOf(company.id, license.id) ?? []);
  const schedules = await loadSchedules(db, { customerIds, products: rows });
  const paymentOptions = await loadPaymentOptions(db, companyIds);
  const productOf = new Map(rows.map((row) => [row.id, row]));

  return heads.map((head) => {
    const sellerError = findSellerError(head, membership);
    const customerId = customerOf(head.company.id, head.license.id);
    const lines = items.flatMap((item) => {
      const product = item.cartId === head.cart.id ? productOf.get(item.productId) : undefined;
      if (product === undefined) return [];
      const price = priceLine({ product, schedules, customerId });
      return [{ item, product, price, line: toLine(item, product, price, sellerError) }];
    });
    return { ...head, customerId, lines, wrapper: toWrapper(head, lines, paymentOptions, sellerError) };
  });
}

/** One cart, or null when none matches. */
export async function loadCart(reader: Reader, where: SQL | undefined): Promise<LoadedCart | null> {
  const [cart] = await loadCarts(reader, where);
  return cart ?? null;
}

/** Why this buyer cannot buy from this seller at all, or null. */
export function findSellerError({ company, license }: CartHead, membership: Ctx['membership']): string | null {
  return findCircularError(company, membership) ?? findStateError(company, license);
}

/** Carts with who sells and who buys, without their lines. */
export function loadHeads(db: Db, where: SQL | undefined) {
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
    .where(where)
    .orderBy(sql`lower(${licenses.name})`, asc(buyerLicenses.id), sql`lower(${companies.name})`, asc(carts.id));
}

function loadItems(db: Db, heads: readonly CartHead[]): Promise<CartItemRow[]> {
  const ids = heads.map(({ cart }) => cart.id);
  return db.select().from(cartItems).where(inArray(cartItems.cartId, ids)).orderBy(asc(cartItems.id));
}

function loadPaymentOptions(db: Db, companyIds: readonly number[]) {
  return db
    .select()
    .from(companyPaymentOptions)
    .where(inArray(companyPaymentOptions.companyId, [...companyIds]))
    .orderBy(asc(companyPaymentOptions.position), asc(companyPaymentOptions.id));
}

function toLine(item: CartItemRow, product: ProductRow, price: LinePrice, sellerError: string | null): CartLine {
  const quantity = money(item.quantity);
  const units = {
    unitOfMeasure: product.sellInUnitOfMeasure,
    soldInBulk: product.sellInBulk,
    unitMultiplier: product.unitMultiplier,
    quantity,
  };
  return {
    id: item.id,
    productId: product.id,
    productName: product.name,
    brandId: product.brandId,
    brandName: product.brand.name,
    brandImageUrl: product.brand.imageUri,
    quantity,
    notes: item.notes,
    expectedUnitMultiplier: money(item.expectedUnitMultiplier),
    productSoldInBulk: product.sellInBulk,
    bulkUnits: lineBaseUnits(units),
    unitOfMeasure: product.sellInUnitOfMeasure,
    wholesalePrice: price.wholesalePrice,
    salePrice: price.salePrice,
    unitPrice: price.unitPrice,
    priceWhy: price.why,
    total: lineTotal(lineAmount({ ...units, unitPrice: price.unitPrice })),
    errorMessage:
      sellerError ??
      findLineError({
        product: toQuantityProduct(product),
        isBrandDisabled: product.brand.disabled,
        quantity,
        expectedUnitMultiplier: item.expectedUnitMultiplier,
      }),
  };
}

function toWrapper(
  { cart, company, buyerLicense, license }: CartHead,
  lines: readonly LoadedLine[],
  paymentOptions: readonly (typeof companyPaymentOptions.$inferSelect)[],
  sellerError: string | null,
): CartWrapper {
  const availablePaymentOptions = paymentOptions
    .filter(({ companyId }) => companyId === company.id)
    .map(({ id, name, dueDays }) => ({ id, name, dueDays }));
  const messages = [
    sellerError,
    availablePaymentOptions.length === 0 ? `${company.name} has not said yet how it can be paid` : null,
  ];
  return {
    cart: {
      id: cart.id,
      buyerLicenseId: buyerLicense.id,
      sellerCompanyId: company.id,
      lineItems: lines.map(({ line }) => line),
      orderNotes: cart.orderNotes,
      deliveryPreferences: cart.deliveryPreferences,
      total: roundCents(sum(lines.map(({ line }) => line.total))),
    },
    buyerCompanyId: cart.buyerCompanyId,
    buyerCompanyOrgId: cart.orgId,
    buyerLicense: { id: buyerLicense.id, licenseId: license.id, license: toLicense(license) },
    sellerCompany: toCompany(company),
    availablePaymentOptions,
    messages: messages.flatMap((message) => message ?? []),
    products: lines
      .filter(({ product }) => isShown(product))
      .map(({ product, price }) => toMenuProduct(product, price)),
  };
}

function isShown(product: ProductRow): boolean {
  return !product.brand.disabled && isListed(toQuantityProduct(product));
}

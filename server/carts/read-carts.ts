import { asc, type SQL, sql } from 'drizzle-orm';
import { mayApprove, whyApproval } from '../../domain/carts/approvals/approval';
import type { CartLine, CartWrapper } from '../../domain/carts/cart';
import { findLineError } from '../../domain/carts/line-error';
import { holdNotice } from '../../domain/customers/credit';
import { minimumProblem, nextDelivery, termsFor } from '../../domain/customers/order-terms';
import { paymentOptionsFor } from '../../domain/customers/payment-options';
import { money, roundCents, sum } from '../../domain/money';
import { lineAmount, lineBaseUnits } from '../../domain/orders/line';
import { type LinePrice, lineTotal, priceWhyForBuyer } from '../../domain/pricing/price';
import { type ProductRow, toShownProduct } from '../catalogue/menu-products';
import { buyerLicenses, carts, companies, licenses } from '../db/schema';
import { toCompany, toLicense } from '../organization/read-companies';
import type { BuyerCustomer } from '../pricing/find-buyer-customers';
import { toCartApproval } from './approvals/read-approvals';
import {
  type CartBasis,
  type CartHead,
  type CartItemRow,
  loadBasis,
  loadItems,
  type Reader,
  selectHeads,
} from './cart-basis';

/** A line with the data it was built from. */
export type LoadedLine = { item: CartItemRow; product: ProductRow; price: LinePrice; line: CartLine };

/** A current cart: its rows, the data it was calculated from, and its reply. */
export type LoadedCart = CartHead & {
  /** The buyer license's customer at the seller, if any. */
  customer: BuyerCustomer | null;
  lines: LoadedLine[];
  wrapper: CartWrapper;
};

/** Carts with current prices and stock, by license and seller. */
export async function loadCarts(reader: Reader, where: SQL | undefined): Promise<LoadedCart[]> {
  const heads = await selectHeads(reader.db, where).orderBy(
    sql`lower(${licenses.name})`,
    asc(buyerLicenses.id),
    sql`lower(${companies.name})`,
    asc(carts.id),
  );
  if (heads.length === 0) return [];
  const items = await loadItems(reader.db, heads);
  const basis = await loadBasis(reader, heads, items);
  return heads.map((head) => {
    const own = items.filter(({ cartId }) => cartId === head.cart.id);
    return toLoadedCart(head, own, basis);
  });
}

/** A cart as it is now, with its products' stock locked on demand; `items` are its lines where they are known. */
export async function loadCart(
  reader: Reader,
  head: CartHead,
  { items, locked = false }: { items?: readonly CartItemRow[]; locked?: boolean } = {},
): Promise<LoadedCart> {
  const own = items ?? (await loadItems(reader.db, [head]));
  return toLoadedCart(head, own, await loadBasis(reader, [head], own, { locked }));
}

/** A cart with these items, calculated from loaded data; runs no query. */
export function toLoadedCart(head: CartHead, items: readonly CartItemRow[], basis: CartBasis): LoadedCart {
  const { sellerError } = basis.stopOf(head);
  const lines = items.flatMap((item) => {
    const product = basis.products.get(item.productId);
    if (product === undefined) return [];
    const price = basis.priceOf(head, product);
    return [{ item, product, price, line: toLine(item, product, price, sellerError) }];
  });
  return { ...head, customer: basis.customerOf(head), lines, wrapper: toWrapper(head, lines, basis, sellerError) };
}

function toLine(item: CartItemRow, product: ProductRow, price: LinePrice, sellerError: string | null): CartLine {
  const quantity = money(item.quantity);
  const units = {
    unitOfMeasure: product.sellInUnitOfMeasure,
    soldInBulk: product.sellInBulk,
    unitMultiplier: product.unitMultiplier,
    quantity,
  };
  const baseUnits = lineBaseUnits(units);
  return {
    id: item.id,
    productId: product.id,
    product: toShownProduct(product, price),
    productName: product.name,
    brandId: product.brandId,
    brandName: product.brand.name,
    brandImageUrl: product.brand.imageUri,
    quantity,
    displayedQuantity: baseUnits,
    notes: item.notes,
    expectedUnitMultiplier: money(item.expectedUnitMultiplier),
    productSoldInBulk: product.sellInBulk,
    bulkUnits: baseUnits,
    unitOfMeasure: product.sellInUnitOfMeasure,
    wholesalePrice: price.wholesalePrice,
    salePrice: price.salePrice,
    unitPrice: price.unitPrice,
    priceWhy: priceWhyForBuyer(price.why),
    total: lineTotal(lineAmount({ ...units, unitPrice: price.unitPrice })),
    errorMessage:
      sellerError ??
      findLineError({
        rules: product.rules,
        isBrandDisabled: product.isBrandDisabled,
        quantity,
        expectedUnitMultiplier: item.expectedUnitMultiplier,
      }),
  };
}

/** The message for the buyer of a cart about the seller's hold, or null. */
export function findHold({ customer, company }: Pick<LoadedCart, 'customer' | 'company'>): string | null {
  return customer?.onHold ? holdNotice(company.name) : null;
}

function toWrapper(
  head: CartHead,
  lines: readonly LoadedLine[],
  { membership, paymentOptions, orderTerms, zoneOf, requestOf, now, customerOf }: CartBasis,
  sellerError: string | null,
): CartWrapper {
  const { cart, company, buyerLicense, license, rule } = head;
  const customer = customerOf(head);
  const offered = paymentOptions.filter(({ companyId }) => companyId === company.id);
  const availablePaymentOptions = paymentOptionsFor(offered, customer).map(({ id, name, dueDays }) => ({
    id,
    name,
    dueDays,
  }));
  const lineItems = lines.map(({ line }) => line);
  const total = roundCents(sum(lineItems.map((line) => line.total)));
  const terms = termsFor(
    orderTerms.filter(({ companyId }) => companyId === company.id),
    zoneOf(head),
  );
  const messages = [
    sellerError,
    findHold({ customer, company }),
    minimumProblem(terms?.minimumUsd ?? null, total, company.name),
    availablePaymentOptions.length === 0 ? `${company.name} has no payment options yet` : null,
  ];
  return {
    cart: {
      id: cart.id,
      buyerLicenseId: buyerLicense.id,
      sellerCompanyId: company.id,
      lineItems,
      notes: cart.orderNotes,
      orderNotes: cart.orderNotes,
      deliveryPreferences: cart.deliveryPreferences,
      total,
    },
    minimumUsd: terms?.minimumUsd ?? null,
    delivery: terms && nextDelivery(terms, now),
    needsApproval: rule && mayApprove(rule, membership) ? null : whyApproval(rule, { total, lineItems }),
    approval: toCartApproval(requestOf(head)),
    buyerCompanyId: cart.buyerCompanyId,
    buyerCompanyOrgId: cart.orgId,
    buyerLicense: { id: buyerLicense.id, licenseId: license.id, license: toLicense(license) },
    sellerCompany: toCompany(company),
    availablePaymentOptions,
    messages: messages.flatMap((message) => message ?? []),
    products: lineItems.flatMap(({ product }) => product ?? []),
  };
}

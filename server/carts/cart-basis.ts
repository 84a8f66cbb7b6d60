import { and, asc, eq, getTableColumns, ne, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { CartStop, KnownCart } from '../../domain/carts/judge-line';
import { findSellerError } from '../../domain/carts/line-error';
import { type Quantity, sum } from '../../domain/money';
import { type LinePrice, priceBook } from '../../domain/pricing/price';
import { loadProductRows, lockProductRows, type ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { zonesOfFirstOrders } from '../customers/zones/follow-zones';
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
import { visibleCarts } from '../db/visibility';
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
  /** The service zone of the cart's buyer, also before their first order makes them a customer. */
  zoneOf(head: CartHead): number | null;
  /** The request for approval a cart has, waiting or settled. */
  requestOf(head: CartHead): CartRequest | null;
  stopOf(head: CartHead): CartStop;
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
 * the products, one for the terms and one for the areas of zones that first orders may be in, and one for requests for approval if there are any. `locked` locks the products' stock until the transaction ends.
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
  const firstZones = new Map<number, number | null>();
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
    const known = await loadTerms(db, { orgId, companyIds, licenseIds, products: rows });
    terms.set(orgId, known);
    const zoned = new Set(known.orderTerms.flatMap((one) => (one.serviceZoneId === null ? [] : [one.companyId])));
    const firsts = own.filter(
      ({ company, license }) => zoned.has(company.id) && known.customerOf(company.id, license.id) === null,
    );
    const zones = await zonesOfFirstOrders(db, orgId, firsts);
    for (const [at, { cart }] of firsts.entries()) firstZones.set(cart.id, zones[at] ?? null);
  }
  const books = new Map([...terms].map(([orgId, { schedules }]) => [orgId, priceBook(schedules)]));
  const noSchedules = priceBook([]);
  const requests = await loadRequests(db, membership.orgId, heads);
  const customerOf = ({ company, license }: CartHead) =>
    terms.get(company.orgId)?.customerOf(company.id, license.id) ?? null;
  const orderTerms = [...terms.values()].flatMap((own) => own.orderTerms);
  const requestOf = ({ cart }: CartHead) => requests.find(({ id }) => id === cart.approvalId) ?? null;
  return {
    membership,
    products,
    customerOf,
    priceOf: (head, product) => (books.get(head.company.orgId) ?? noSchedules)(product, customerOf(head)?.id ?? null),
    paymentOptions: [...terms.values()].flatMap(({ paymentOptions }) => paymentOptions),
    orderTerms,
    zoneOf: (head) => customerOf(head)?.serviceZoneId ?? firstZones.get(head.cart.id) ?? null,
    requestOf,
    stopOf: (head) => ({
      waits: requestOf(head)?.status === 'WAITING',
      sellerError: findSellerError(head.company, { membership, usState: head.license.usState }),
    }),
    now: new Date(),
  };
}

/**
 * Everything that items of these products, sent for a cart, are judged by: the basis with the cart's lines and what the
 * buyer company's other carts the member sees have of the products.
 */
export async function loadKnown(
  reader: Reader,
  head: CartHead,
  productIds: readonly number[],
): Promise<{ basis: CartBasis; known: KnownCart & { items: CartItemRow[] } }> {
  const { items, elsewhere } = await loadItemsAndHeld(reader, head.cart, [...new Set(productIds)]);
  const asked = productIds.map((productId) => ({ productId }));
  const basis = await loadBasis(reader, [head], [...items, ...asked]);
  return { basis, known: { products: basis.products, items, elsewhere, stop: basis.stopOf(head) } };
}

/** A cart's lines, oldest first, and how much of products is in the other carts, in their units of entry; one query. */
async function loadItemsAndHeld(
  { db, membership }: Reader,
  cart: CartHead['cart'],
  productIds: readonly number[],
): Promise<{ items: CartItemRow[]; elsewhere: Map<number, Quantity> }> {
  const own = db
    .select()
    .from(cartItems)
    .where(and(eq(cartItems.orgId, membership.orgId), eq(cartItems.cartId, cart.id)));
  const others = db
    .select(getTableColumns(cartItems))
    .from(cartItems)
    .innerJoin(carts, and(eq(carts.orgId, cartItems.orgId), eq(carts.id, cartItems.cartId)))
    .where(
      and(
        visibleCarts(db, membership),
        eq(carts.buyerCompanyId, cart.buyerCompanyId),
        ne(carts.id, cart.id),
        isOneOf(cartItems.productId, productIds),
      ),
    );
  const rows = await unionAll(own, others).orderBy(asc(cartItems.id));
  const elsewhere = new Map<number, Quantity>();
  for (const { cartId, productId, quantity } of rows) {
    if (cartId !== cart.id) elsewhere.set(productId, sum([elsewhere.get(productId) ?? '0', quantity]));
  }
  return { items: rows.filter(({ cartId }) => cartId === cart.id), elsewhere };
}

import { and, desc, eq, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { findCircularError, isOrderable, isShown } from '../../../domain/carts/line-error';
import { type Alike, MOST_SUBSTITUTES, rankSubstitutes, substituteQuantity } from '../../../domain/carts/substitutes';
import type { substitutes as contract, Substitute } from '../../../domain/carts/substitutes-contract';
import { StrainTypeSchema } from '../../../domain/catalogue/vocabulary';
import { notFound } from '../../../domain/errors';
import { lineAmount, lineBaseUnits } from '../../../domain/orders/line';
import { type LinePrice, lineTotal } from '../../../domain/pricing/price';
import { loadProductRows, type ProductRow, toMenuProduct } from '../../catalogue/menu-products';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { brands, cartItems, carts, companies, orderLineItems, orders, products } from '../../db/schema';
import { visibleCarts, visiblePurchaseOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findBuyerCustomers } from '../../pricing/find-buyer-customers';
import { priceProducts } from '../../pricing/read-prices';
import type { CartHead } from '../cart-basis';
import { assertBuyerLicense, findHead } from '../fill/fill-cart';

/** Products looked at closely, of those nearest by strain, seller and price. */
const MOST_CANDIDATES = 60;
/** Orders that tell whom a buyer buys from. */
const LATEST_ORDERS = 200;

/**
 * What can be bought instead of a product. NOT_FOUND for a license that isn't the caller's, and for a product they have
 * neither seen on a menu nor in a cart or order of theirs.
 */
export const findSubstitutes: Verb<typeof contract.find> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  await assertBuyerLicense(ctx, body.buyerLicenseId);
  const head = await findHead(ctx, body.buyerLicenseId, body.sellerCompanyId);
  const gone = await findGone(ctx, head, body.productId);
  const [row] = await priced(db, head, [gone]);
  if (row === undefined) throw notFound('Product');
  const baseUnits = lineBaseUnits({ ...unitsOf(gone), quantity: body.quantity });
  const [known, held] = await Promise.all([readKnownSellers(ctx), readHeld(ctx, head)]);
  const found = await readCandidates(ctx, head, gone, { known, held });
  const sellers = await readSellers(db, found);
  const able = found.filter(({ product }) => {
    const seller = sellers.get(product.companyId);
    return seller !== undefined && findCircularError(seller, membership) === null;
  });
  const brandOf = await readBrands(db, able);
  const results: Substitute[] = [];
  for (const { product, price } of rankSubstitutes(row, able, known)) {
    const quantity = substituteQuantity(baseUnits, product.rules, {
      inCart: held.elsewhere.get(product.id) ?? '0',
    });
    const [brand, seller] = [brandOf.get(product.brandId), sellers.get(product.companyId)];
    if (quantity === null || brand === undefined || seller === undefined) continue;
    results.push({
      product: toMenuProduct(product, price),
      brand,
      seller: { id: seller.id, name: seller.name },
      quantity,
      total: lineTotal(lineAmount({ ...unitsOf(product), quantity, unitPrice: price.unitPrice })),
    });
    if (results.length === MOST_SUBSTITUTES) break;
  }
  return results;
};

const unitsOf = (row: ProductRow) => ({
  unitOfMeasure: row.sellInUnitOfMeasure,
  soldInBulk: row.sellInBulk,
  unitMultiplier: row.unitMultiplier,
});

/** The seller's product, if the caller may know of it. */
async function findGone({ db, membership }: Ctx, { company }: CartHead, id: number): Promise<ProductRow> {
  const [row] = await loadProductRows(db, company.orgId, and(eq(products.id, id), eq(products.companyId, company.id)));
  if (row === undefined) throw notFound('Product');
  if (isShown(row)) return row;
  const [inCart] = await db
    .select({ id: cartItems.id })
    .from(cartItems)
    .innerJoin(carts, and(eq(carts.orgId, cartItems.orgId), eq(carts.id, cartItems.cartId)))
    .where(and(visibleCarts(db, membership), eq(cartItems.orgId, membership.orgId), eq(cartItems.productId, id)))
    .limit(1);
  if (inCart) return row;
  const [ordered] = await db
    .select({ id: orderLineItems.id })
    .from(orderLineItems)
    .innerJoin(orders, and(eq(orders.orgId, company.orgId), eq(orders.id, orderLineItems.orderId)))
    .where(
      and(eq(orderLineItems.orgId, company.orgId), eq(orderLineItems.productId, id), visiblePurchaseOrders(membership)),
    )
    .limit(1);
  if (ordered) return row;
  throw notFound('Product');
}

type Candidate = Alike & { product: ProductRow; price: LinePrice };

/** Products of one organization at the license's prices. */
async function priced(db: Db, { license }: CartHead, rows: readonly ProductRow[]): Promise<Candidate[]> {
  const orgId = rows[0]?.orgId;
  if (orgId === undefined) return [];
  const customerOf = await findBuyerCustomers(db, { orgId, licenseId: license.id });
  const prices = await priceProducts(db, orgId, rows, ({ companyId }) => customerOf(companyId, license.id)?.id ?? null);
  return rows.flatMap((product) => {
    const price = prices.get(product.id);
    if (price === undefined) return [];
    const { id, category, subcategoryId, brandId, companyId, strain } = product;
    const alike = {
      id,
      category,
      subcategoryId,
      brandId,
      sellerCompanyId: companyId,
      strain: strain && {
        name: strain.name,
        strainClassification: StrainTypeSchema.parse(strain.strainClassification),
      },
      unitOfMeasure: product.unitOfMeasure,
      sellInUnitOfMeasure: product.sellInUnitOfMeasure,
      sellInBulk: product.sellInBulk,
      unitMultiplier: product.unitMultiplier,
      unitPrice: price.unitPrice,
    };
    return [{ ...alike, product, price }];
  });
}

/** The companies of the latest purchase orders the caller sees. */
async function readKnownSellers({ db, membership }: Ctx): Promise<Set<number>> {
  const rows = await db
    .select({ companyId: orders.companyId })
    .from(orders)
    .where(and(visiblePurchaseOrders(membership), notInArray(orders.status, ['CANCELLED', 'REJECTED'])))
    .orderBy(desc(orders.createdAt))
    .limit(LATEST_ORDERS);
  return new Set(rows.map(({ companyId }) => companyId));
}

/** What the license's own carts have, which stands in for nothing, and how much the buyer's other carts do. */
async function readHeld({ db, membership }: Ctx, { buyerLicense, cart }: CartHead) {
  const mine = and(eq(carts.buyerCompanyId, cart.buyerCompanyId), visibleCarts(db, membership));
  const of = (where: SQL | undefined) =>
    db
      .select({ productId: cartItems.productId, quantity: sql<string>`sum(${cartItems.quantity})::text` })
      .from(cartItems)
      .innerJoin(carts, and(eq(carts.orgId, cartItems.orgId), eq(carts.id, cartItems.cartId)))
      .where(and(eq(cartItems.orgId, membership.orgId), mine, where))
      .groupBy(cartItems.productId);
  const [own, others] = await Promise.all([
    of(eq(carts.buyerLicenseId, buyerLicense.id)),
    of(ne(carts.buyerLicenseId, buyerLicense.id)),
  ]);
  return {
    own: new Set(own.map(({ productId }) => productId)),
    elsewhere: new Map(others.map(({ productId, quantity }) => [productId, quantity])),
  };
}

/** Orderable products of the category in the license's state, at its prices: those nearest by strain, seller and price. */
async function readCandidates(
  { db }: Ctx,
  head: CartHead,
  gone: ProductRow,
  { known, held }: { known: ReadonlySet<number>; held: Awaited<ReturnType<typeof readHeld>> },
): Promise<Candidate[]> {
  const strain = gone.strain?.name.toLowerCase() ?? '';
  const type = gone.strain?.strainClassification ?? '';
  const perCase = gone.sellInBulk || gone.sellInUnitOfMeasure === 'Case';
  const cost = sql`${gone.wholesalePrice}::numeric / ${perCase ? gone.unitMultiplier : '1'}::numeric`;
  const { rows } = await db.execute<{ id: number; orgId: number }>(sql`
    select substitute.id, substitute.org_id as "orgId"
      from products substitute
      join brands on brands.id = substitute.brand_id and brands.org_id = substitute.org_id and not brands.disabled
      join companies on companies.id = substitute.company_id and companies.removed_at is null
      left join strains on strains.org_id = substitute.org_id and strains.id = substitute.strain_id
      left join product_stock stock on stock.org_id = substitute.org_id and stock.product_id = substitute.id
     where substitute.listing_state in ('AVAILABLE', 'BACKORDER') and not substitute.is_parent
       and substitute.category = ${gone.category} and substitute.unit_of_measure = ${gone.unitOfMeasure}
       and companies.us_state = ${head.license.usState} and substitute.id <> ${gone.id}
       and not (substitute.id = any (${sql.param([...held.own])}::bigint[]))
       and (substitute.inventory_management = 'UNLIMITED' or substitute.listing_state = 'BACKORDER'
         or stock.quantity - stock.reserved > 0)
     order by lower(strains.name) = ${strain} desc nulls last, strains.strain_classification = ${type} desc nulls last,
       ${isOneOf(sql`substitute.company_id`, [...known])} desc,
       abs(substitute.wholesale_price / (case when substitute.sell_in_bulk or substitute.sell_in_unit_of_measure = 'Case'
         then substitute.unit_multiplier else 1 end) - ${cost}), substitute.id
     limit ${MOST_CANDIDATES}`);
  const bySeller = Map.groupBy(rows, ({ orgId }) => Number(orgId));
  const loaded = await Promise.all(
    [...bySeller].map(async ([orgId, of]) => {
      const ids = of.map(({ id }) => Number(id));
      const own = (await loadProductRows(db, orgId, isOneOf(products.id, ids))).filter(
        (row) => isShown(row) && isOrderable(row.rules),
      );
      return priced(db, head, own);
    }),
  );
  return loaded.flat();
}

async function readSellers(db: Db, found: readonly Candidate[]) {
  const ids = [...new Set(found.map(({ sellerCompanyId }) => sellerCompanyId))];
  const rows = await db
    .select({ id: companies.id, name: companies.name, orgId: companies.orgId })
    .from(companies)
    .where(isOneOf(companies.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

async function readBrands(db: Db, found: readonly Candidate[]) {
  const ids = [...new Set(found.map(({ brandId }) => brandId))];
  const rows = await db
    .select({ id: brands.id, name: brands.name, slug: brands.slug })
    .from(brands)
    .where(isOneOf(brands.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

import { and, eq, isNull } from 'drizzle-orm';
import { holdNotice } from '../../domain/customers/credit';
import { paymentOptionsFor } from '../../domain/customers/payment-options';
import { whyNotAsOffered } from '../../domain/deals/deal';
import { DomainError } from '../../domain/errors';
import { compare, multiply, roundCents, subtract } from '../../domain/money';
import type { LinePrice } from '../../domain/pricing/price';
import { findOrMakeCustomer } from '../carts/checkout/buyer-customer';
import { lockProductRows, type ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { holdShared } from '../db/hold';
import { buyerLicenses, companies, licenses, offerLots, products } from '../db/schema';
import { stockOf } from '../inventory/stock/lock-stock';
import { moveStock } from '../inventory/stock/stock';
import type { LockedStock, StockCtx } from '../inventory/stock/write-stock';
import { placeOrder, prepareOrder } from '../orders/place-order';
import { loadTerms } from '../pricing/read-terms';
import type { OfferRecord } from './find-offer';

/** The terms both sides agreed on. */
export type Agreed = {
  buyerOrgId: number;
  buyerCompanyId: number;
  buyerLicenseId: number;
  price: string;
  quantity: string;
  note: string;
  /** What is set aside of the stock for it, in base units. */
  heldBase: string;
};

const conflict = (message: string) => new DomainError('CONFLICT', message);

/** Adds to or, if negative, releases what an offer's product has set aside for bids. Raises SHORT_OF_STOCK. */
export async function holdStock(ctx: StockCtx, { orgId, productId }: OfferRecord, base: string): Promise<void> {
  if (compare(base, 0) === 0) return;
  await moveStock(ctx, {
    orgId,
    orderId: null,
    changes: [{ productId, quantity: '0', reserved: base }],
    note: compare(base, 0) > 0 ? 'Held for a bid' : 'No longer held for a bid',
  });
}

/** The product an offer is of, its stock locked; CONFLICT if it's no longer sold as offered. */
export async function lockOffered(ctx: Pick<Ctx, 'db'>, offer: OfferRecord): Promise<ProductRow> {
  const [product] = await lockProductRows(ctx.db, offer.orgId, eq(products.id, offer.productId));
  if (product === undefined) throw conflict('This product is no longer sold.');
  const problem = whyNotAsOffered(offer, product.rules);
  if (problem !== null) throw conflict(problem);
  return product;
}

/** Both sides of a deal as they are now; CONFLICT if the seller's company or the buyer's license is gone. */
async function loadParties({ db }: Ctx, offer: OfferRecord, buyerLicenseId: number) {
  const [found] = await db
    .select({ company: companies, license: licenses })
    .from(companies)
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, buyerLicenseId))
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(and(eq(companies.id, offer.companyId), isNull(companies.removedAt), isNull(licenses.removedAt)));
  if (found === undefined)
    throw conflict('The seller’s company or the buyer’s license was removed. This deal can’t be ordered.');
  return found;
}

/**
 * Makes a deal's order, SUBMITTED as any buyer's, with the agreed price and quantity for the bid's license; what was held
 * for it becomes the order's. CONFLICT if the sides or the product no longer allow it, SHORT_OF_STOCK.
 */
export async function orderDeal(
  ctx: Ctx,
  offer: OfferRecord,
  agreed: Agreed,
): Promise<{ id: number; orderNumber: string }> {
  const { db } = ctx;
  const [bought] = await db
    .select({ licenseId: buyerLicenses.licenseId })
    .from(buyerLicenses)
    .where(eq(buyerLicenses.id, agreed.buyerLicenseId));
  await holdShared(db, [
    { kind: 'company', id: offer.companyId },
    { kind: 'license', id: bought?.licenseId ?? 0 },
  ]);
  const { company, license } = await loadParties(ctx, offer, agreed.buyerLicenseId);
  const product = await lockOffered(ctx, offer);
  const { customerOf, paymentOptions } = await loadTerms(db, {
    orgId: offer.orgId,
    companyIds: [company.id],
    licenseIds: [license.id],
    products: [product],
  });
  const customer = customerOf(company.id, license.id);
  if (customer?.onHold) throw conflict(holdNotice(company.name));
  const [paymentOption] = paymentOptionsFor(paymentOptions, customer);
  if (paymentOption === undefined) throw conflict(`${company.name} has no payment options yet`);
  const since = stockOf([product]);
  await holdStock(ctx, offer, multiply(agreed.heldBase, -1));
  const stock = new Map([...since].map(([id, row]) => [id, released(row, agreed.heldBase)]));
  const price: LinePrice = {
    unitPrice: agreed.price,
    wholesalePrice: roundCents(product.wholesalePrice),
    salePrice: null,
    isOnSale: false,
    why: { kind: 'deal', offerUuid: offer.uuid },
  };
  const prepared = prepareOrder(ctx, {
    seller: { orgId: offer.orgId, companyId: company.id },
    buyer: { orgId: agreed.buyerOrgId, companyId: agreed.buyerCompanyId, licenseId: agreed.buyerLicenseId },
    paymentOption,
    lines: [{ product, price, quantity: agreed.quantity, notes: await lotsText(ctx, offer) }],
    stock,
    since,
    buyerNotes: agreed.note,
    deliveryPreferences: '',
  });
  return placeOrder(ctx, prepared, await findOrMakeCustomer(ctx, { company, license, customer }));
}

const released = (row: LockedStock, base: string): LockedStock => ({ ...row, reserved: subtract(row.reserved, base) });

/** The lots of an offer, for the order's line. */
async function lotsText({ db }: Ctx, { orgId, id }: OfferRecord): Promise<string> {
  const lots = await db
    .select({ label: offerLots.label })
    .from(offerLots)
    .where(and(eq(offerLots.orgId, orgId), eq(offerLots.offerId, id)))
    .orderBy(offerLots.label);
  if (lots.length === 0) return '';
  return `${lots.length === 1 ? 'Lot' : 'Lots'} ${lots.map(({ label }) => label).join(', ')}`;
}

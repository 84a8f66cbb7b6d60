import { z } from 'zod';
import { compare, divide, type Money, multiply, type Numeric, type Quantity, roundCents, subtract } from '../money';

/** One price for a product. */
export type ProductRule = { productId: number; price: Money };
/** A price for every product of a line, or a percentage off their wholesale price as a fraction: '0.1' is 10%. */
export type ProductLineRule = { productLineId: number; price: Money | null; percentDiscount: string | null };

export type PriceSchedule = {
  id: number;
  name: string;
  enabled: boolean;
  customerIds: readonly number[];
  productRules: readonly ProductRule[];
  productLineRules: readonly ProductLineRule[];
};

/** What a price is calculated from. Per case for products sold by the case. */
export type PricedProduct = {
  id: number;
  productLineId: number | null;
  wholesalePrice: Money;
  salePrice: Money | null;
};

const schedule = { scheduleId: z.number().int(), scheduleName: z.string() };

/** Why a line costs what it does. */
export const PriceWhySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('schedule-product'), ...schedule }),
  z.strictObject({ kind: z.literal('schedule-line-price'), ...schedule, productLineId: z.number().int() }),
  z.strictObject({
    kind: z.literal('schedule-line-percent'),
    ...schedule,
    productLineId: z.number().int(),
    percentDiscount: z.string(),
  }),
  z.strictObject({ kind: z.literal('sale') }),
  z.strictObject({ kind: z.literal('wholesale') }),
]);
export type PriceWhy = z.infer<typeof PriceWhySchema>;

export type LinePrice = {
  unitPrice: Money;
  wholesalePrice: Money;
  /** The product's sale price if a sale applies, even if a lower price is charged. */
  salePrice: Money | null;
  /** Whether the sale price is the price charged. */
  isOnSale: boolean;
  why: PriceWhy;
};

type Offer = { price: Money; why: PriceWhy };

/**
 * The price of a line for a customer, and why. Each enabled schedule of the customer gives its price for the product,
 * else for the product line; the lowest wins. Without one, the sale price; without a sale, the wholesale price. Rounded
 * to the cent.
 */
export function priceLine({
  product,
  schedules,
  customerId,
}: {
  product: PricedProduct;
  schedules: readonly PriceSchedule[];
  /** Null for a buyer who isn't the seller's customer yet. */
  customerId: number | null;
}): LinePrice {
  const wholesalePrice = roundCents(product.wholesalePrice);
  const salePrice = saleApplies(product) ? roundCents(product.salePrice) : null;
  const offers = schedules
    .filter((one) => one.enabled && customerId !== null && one.customerIds.includes(customerId))
    .map((one) => offerOf(one, product));
  const chosen = lowest(offers) ?? regularOffer(wholesalePrice, salePrice);
  return {
    unitPrice: chosen.price,
    wholesalePrice,
    salePrice,
    isOnSale: chosen.why.kind === 'sale',
    why: chosen.why,
  };
}

/** A sale applies when the sale price is at least 0 and the wholesale price is above 0. */
export function saleApplies<P extends Pick<PricedProduct, 'wholesalePrice' | 'salePrice'>>(
  product: P,
): product is P & { salePrice: Money } {
  return product.salePrice !== null && compare(product.salePrice, 0) >= 0 && compare(product.wholesalePrice, 0) > 0;
}

function regularOffer(wholesalePrice: Money, salePrice: Money | null): Offer {
  return salePrice === null
    ? { price: wholesalePrice, why: { kind: 'wholesale' } }
    : { price: salePrice, why: { kind: 'sale' } };
}

function offerOf({ id, name, productRules, productLineRules }: PriceSchedule, product: PricedProduct): Offer | null {
  const source = { scheduleId: id, scheduleName: name };
  const byProduct = lowest(
    productRules
      .filter((rule) => rule.productId === product.id)
      .map(({ price }) => ({ price: roundCents(price), why: { kind: 'schedule-product', ...source } })),
  );
  if (byProduct !== null) return byProduct;
  return lowest(
    productLineRules
      .filter((rule) => rule.productLineId === product.productLineId)
      .flatMap((rule): Offer[] => lineOffers(rule, product.wholesalePrice, source)),
  );
}

function lineOffers(
  { productLineId, price, percentDiscount }: ProductLineRule,
  wholesalePrice: Money,
  source: { scheduleId: number; scheduleName: string },
): Offer[] {
  const rule = { ...source, productLineId };
  if (price !== null) return [{ price: roundCents(price), why: { kind: 'schedule-line-price', ...rule } }];
  if (percentDiscount === null) return [];
  const reduced = roundCents(multiply(wholesalePrice, subtract(1, percentDiscount)));
  return [{ price: reduced, why: { kind: 'schedule-line-percent', ...rule, percentDiscount } }];
}

function lowest(offers: readonly (Offer | null)[]): Offer | null {
  return offers.reduce<Offer | null>(
    (best, offer) => (offer !== null && (best === null || compare(offer.price, best.price) < 0) ? offer : best),
    null,
  );
}

/** The label of a price. A schedule's name is the seller's and never shown to buyers. */
export function describePrice(why: PriceWhy, reader: 'buyer' | 'seller'): string {
  const source = reader === 'buyer' || !('scheduleName' in why) ? 'Your price' : why.scheduleName;
  switch (why.kind) {
    case 'schedule-product':
    case 'schedule-line-price':
      return source;
    case 'schedule-line-percent':
      return `${source} · ${percentShown(why.percentDiscount)}% off`;
    case 'sale':
      return 'Sale price';
    case 'wholesale':
      return 'Wholesale price';
  }
}

/** A stored fraction as a percentage: '0.125' → '12.5'. */
export function percentShown(fraction: string): string {
  return multiply(fraction, 100);
}

export type LineAmount = {
  unitPrice: Money;
  quantity: Quantity;
  /** Set only when the price is per case but the quantity is in units. */
  unitsPerCase?: Numeric;
};

/** A line's total, to the cent: price × quantity, ÷ units per case for a case-sold product shown in units. */
export function lineTotal({ unitPrice, quantity, unitsPerCase = 1 }: LineAmount): Money {
  return roundCents(divide(multiply(unitPrice, quantity), unitsPerCase));
}

/** The price of one unit of a case, to the cent. */
export function perUnitPrice(casePrice: Money, unitsPerCase: Numeric): Money {
  return roundCents(divide(casePrice, unitsPerCase));
}

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

/** Why a line costs what it does, as its seller reads it. */
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
  z.strictObject({ kind: z.literal('entered') }),
  z.strictObject({ kind: z.literal('deal'), offerUuid: z.uuid() }),
  z.strictObject({ kind: z.literal('elsewhere') }),
]);
export type PriceWhy = z.infer<typeof PriceWhySchema>;

/** The same as its buyer reads it: which schedule and rule set the price is the seller's own business. */
export const BuyerPriceWhySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('schedule-product') }),
  z.strictObject({ kind: z.literal('schedule-line-price') }),
  z.strictObject({ kind: z.literal('schedule-line-percent'), percentDiscount: z.string() }),
  z.strictObject({ kind: z.literal('sale') }),
  z.strictObject({ kind: z.literal('wholesale') }),
  z.strictObject({ kind: z.literal('entered') }),
  z.strictObject({ kind: z.literal('deal'), offerUuid: z.uuid() }),
  z.strictObject({ kind: z.literal('elsewhere') }),
]);
export type BuyerPriceWhy = z.infer<typeof BuyerPriceWhySchema>;

/** What a buyer may know of why a line costs what it does. */
export function priceWhyForBuyer(why: PriceWhy): BuyerPriceWhy {
  switch (why.kind) {
    case 'schedule-product':
    case 'schedule-line-price':
      return { kind: why.kind };
    case 'schedule-line-percent':
      return { kind: why.kind, percentDiscount: why.percentDiscount };
    default:
      return why;
  }
}

export type LinePrice = {
  unitPrice: Money;
  wholesalePrice: Money;
  /** The product's sale price if a sale applies, even if a lower price is charged. */
  salePrice: Money | null;
  /** Whether the sale price is the price charged. */
  isOnSale: boolean;
  why: PriceWhy;
};

/** A schedule's price for a product. */
export type Offer = { price: Money; why: Extract<PriceWhy, { scheduleId: number }> };
type Charged = { price: Money; why: PriceWhy };

/**
 * The price of a line for a customer, and why. Each enabled schedule of the customer gives its price for the product,
 * else for the product line; the lowest wins, of equal ones the older schedule's. Without one, the sale price; without a
 * sale, the wholesale price. Rounded to the cent.
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
  return priceBook(schedules)(product, customerId);
}

/** The prices of many lines by the same schedules, as `priceLine` gives them; each rule is looked up, not searched for. */
export function priceBook(
  schedules: readonly PriceSchedule[],
): (product: PricedProduct, customerId: number | null) => LinePrice {
  const ofCustomers = new Map<number, ReturnType<typeof rulebook>[]>();
  for (const schedule of schedules) {
    if (!schedule.enabled) continue;
    const offerFor = rulebook(schedule);
    for (const id of schedule.customerIds) {
      const own = ofCustomers.get(id);
      if (own) own.push(offerFor);
      else ofCustomers.set(id, [offerFor]);
    }
  }
  return (product, customerId) => {
    const own = (customerId !== null && ofCustomers.get(customerId)) || [];
    return chargedPrice(
      product,
      own.map((offerFor) => offerFor(product)),
    );
  };
}

/** What a customer is charged where several schedules offer a price. */
export function chargedPrice(product: PricedProduct, offers: readonly (Offer | null)[]): LinePrice {
  const wholesalePrice = roundCents(product.wholesalePrice);
  const salePrice = saleApplies(product) ? roundCents(product.salePrice) : null;
  const chosen: Charged = lowestOffer(offers) ?? regularPrice(wholesalePrice, salePrice);
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

function regularPrice(wholesalePrice: Money, salePrice: Money | null): Charged {
  return salePrice === null
    ? { price: wholesalePrice, why: { kind: 'wholesale' } }
    : { price: salePrice, why: { kind: 'sale' } };
}

/** A schedule's price for any product: its rule for the product, else for the product line; null without either. */
export function rulebook({
  id,
  name,
  productRules,
  productLineRules,
}: Omit<PriceSchedule, 'enabled' | 'customerIds'>): (product: PricedProduct) => Offer | null {
  const source = { scheduleId: id, scheduleName: name };
  const ofProducts = groupedBy(productRules, ({ productId }) => productId);
  const ofLines = groupedBy(productLineRules, ({ productLineId }) => productLineId);
  return (product) => {
    const own = ofProducts.get(product.id);
    if (own) {
      return lowestOffer(
        own.map(({ price }) => ({ price: roundCents(price), why: { kind: 'schedule-product', ...source } })),
      );
    }
    const ofLine = product.productLineId === null ? undefined : ofLines.get(product.productLineId);
    return ofLine ? lowestOffer(ofLine.map((rule) => lineOffer(rule, product.wholesalePrice, source))) : null;
  };
}

function groupedBy<R>(rules: readonly R[], keyOf: (rule: R) => number): ReadonlyMap<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const rule of rules) {
    const group = groups.get(keyOf(rule));
    if (group) group.push(rule);
    else groups.set(keyOf(rule), [rule]);
  }
  return groups;
}

function lineOffer(
  { productLineId, price, percentDiscount }: ProductLineRule,
  wholesalePrice: Money,
  source: { scheduleId: number; scheduleName: string },
): Offer | null {
  const rule = { ...source, productLineId };
  if (price !== null) return { price: roundCents(price), why: { kind: 'schedule-line-price', ...rule } };
  if (percentDiscount === null) return null;
  const reduced = percentOff(wholesalePrice, percentDiscount);
  return { price: reduced, why: { kind: 'schedule-line-percent', ...rule, percentDiscount } };
}

/** A price less a fraction of it, to the cent. */
export function percentOff(price: Money, fraction: string): Money {
  return roundCents(multiply(price, subtract(1, fraction)));
}

/** The lowest of several offers, of equal ones the older schedule's; null without any. */
export function lowestOffer(offers: readonly (Offer | null)[]): Offer | null {
  return offers.reduce<Offer | null>(
    (best, offer) => (offer !== null && (best === null || compareOffers(offer, best) < 0) ? offer : best),
    null,
  );
}

/** Sorts offers: the one that wins first. */
export const compareOffers = (a: Offer, b: Offer): number =>
  compare(a.price, b.price) || a.why.scheduleId - b.why.scheduleId;

/** The label of a price. Sellers read the schedule and its rule; its name is theirs and never reaches buyers. */
export function describePrice(why: PriceWhy | BuyerPriceWhy, reader: 'buyer' | 'seller'): string {
  const source = reader === 'buyer' || !('scheduleName' in why) ? 'Your price' : why.scheduleName;
  switch (why.kind) {
    case 'schedule-product':
      return reader === 'buyer' ? source : `${source} · product price`;
    case 'schedule-line-price':
      return reader === 'buyer' ? source : `${source} · product line price`;
    case 'schedule-line-percent':
      return `${source} · ${percentShown(why.percentDiscount)}% off`;
    case 'sale':
      return 'Sale price';
    case 'wholesale':
      return 'Wholesale price';
    case 'entered':
      return reader === 'buyer' ? source : 'Entered price';
    case 'deal':
      return 'Deal price';
    case 'elsewhere':
      return 'Wholesale marketplace price';
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

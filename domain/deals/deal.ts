import { z } from 'zod';
import { caseInventory, checkQuantity, describeQuantity, type QuantityProduct } from '../catalogue/units/quantity';
import { CompanyScope, EnteredInstant, Id, Instant, RowId, Version } from '../contract/endpoint';
import {
  compare,
  greater,
  lesser,
  type Money,
  MoneySchema,
  PriceSchema,
  type Quantity,
  QuantitySchema,
  subtract,
} from '../money';
import { lineBaseUnits } from '../orders/line';
import { OrderStatusSchema } from '../orders/status';
import { available, type Stock } from '../orders/stock';

export const OFFER_STATUSES = {
  OPEN: 'Open',
  FILLED: 'Sold',
  CLOSED: 'Closed',
  EXPIRED: 'Ended',
} as const;
export type OfferStatus = keyof typeof OFFER_STATUSES;
export const OFFER_STATUS_IDS = Object.keys(OFFER_STATUSES) as [OfferStatus, ...OfferStatus[]];

export const BID_STATUSES = {
  OPEN: 'Open',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
} as const;
export type BidStatus = keyof typeof BID_STATUSES;
export const BID_STATUS_IDS = Object.keys(BID_STATUSES) as [BidStatus, ...BidStatus[]];

/** Who sees an offer. */
export const AUDIENCES = {
  EVERYBODY: 'Everybody',
  PARTNERS: 'Partners',
  CUSTOMERS: 'Chosen customers',
} as const;
export type Audience = keyof typeof AUDIENCES;
export const AUDIENCE_IDS = Object.keys(AUDIENCES) as [Audience, ...Audience[]];

export const DEAL_SIDES = ['BUYER', 'SELLER'] as const;
export type DealSide = (typeof DEAL_SIDES)[number];

const HOUR_MS = 3_600_000;
/** How long each side has to answer the other. */
export const ANSWER_HOURS = 48;
export const MOST_LOTS = 30;
export const MOST_OFFERED_CUSTOMERS = 500;

/** Until when a bid can be answered: two days, and never after its offer ends. */
export function answerBy(now: Date, endsAt: Date): Date {
  return new Date(Math.min(now.getTime() + ANSWER_HOURS * HOUR_MS, endsAt.getTime()));
}

/** The unit an offer counts and is priced in, as its product had it when the offer was made. */
const unit = {
  unitOfMeasure: z.string(),
  soldInBulk: z.boolean(),
  unitMultiplier: QuantitySchema,
};

export const OfferRow = z.strictObject({
  id: RowId,
  /** Its name in addresses and calls. */
  uuid: z.uuid(),
  seller: z.strictObject({ companyId: RowId, name: z.string() }),
  product: z.strictObject({
    id: RowId,
    name: z.string(),
    brandId: RowId,
    brandName: z.string(),
    /** Its first picture, or its parent's. */
    imageUri: z.string().nullable(),
  }),
  ...unit,
  quantity: QuantitySchema,
  /** What can still be bid for: offered, not sold, held or short in stock. */
  left: QuantitySchema,
  smallestQuantity: QuantitySchema,
  askingPrice: MoneySchema,
  wholesalePrice: MoneySchema,
  endsAt: Instant,
  created: Instant,
  status: z.enum(OFFER_STATUS_IDS),
  audience: z.enum(AUDIENCE_IDS),
  /** Bids still open: all of them for the seller, one's own for a buyer. */
  openBids: z.number().int().nonnegative(),
  /** Of those, the ones that wait for the reader's answer. */
  waiting: z.number().int().nonnegative(),
  isOurs: z.boolean(),
  version: Version,
});
export type OfferRow = z.infer<typeof OfferRow>;

export const BidVersion = z.strictObject({
  version: Version,
  side: z.enum(DEAL_SIDES),
  price: MoneySchema,
  quantity: QuantitySchema,
  note: z.string(),
  created: Instant,
  /** Who wrote it, for their own side. */
  person: z.string().nullable(),
});
export type BidVersion = z.infer<typeof BidVersion>;

export const DealOrder = z.strictObject({
  id: RowId,
  orderNumber: z.string(),
  status: OrderStatusSchema,
  totalUsd: MoneySchema,
});

export const BidRow = z.strictObject({
  id: RowId,
  offerUuid: z.uuid(),
  product: z.strictObject({ name: z.string(), brandName: z.string() }),
  ...unit,
  seller: z.strictObject({ companyId: RowId, name: z.string() }),
  buyer: z.strictObject({ companyId: RowId, name: z.string(), licenseId: RowId, licenseNumber: z.string() }),
  /** The reader's side. */
  side: z.enum(DEAL_SIDES),
  status: z.enum(BID_STATUS_IDS),
  /** Whose answer it waits for. */
  turn: z.enum(DEAL_SIDES),
  askingPrice: MoneySchema,
  price: MoneySchema,
  quantity: QuantitySchema,
  totalUsd: MoneySchema,
  /** Until when it can be answered. */
  answerBy: Instant,
  /** Whether its quantity is set aside for the buyer until then. */
  isHeld: z.boolean(),
  changed: Instant,
  version: Version,
  /** The order it became; null to those who may not read deal orders. */
  order: DealOrder.nullable(),
});
export type BidRow = z.infer<typeof BidRow>;

export const Bid = BidRow.extend({ versions: z.array(BidVersion) });
export type Bid = z.infer<typeof Bid>;

export const Lot = z.strictObject({ packageId: RowId, label: z.string() });

export const Offer = OfferRow.extend({
  note: z.string(),
  lots: z.array(Lot),
  /** Whom it is for, to its seller; empty for others. */
  customers: z.array(z.strictObject({ id: RowId, name: z.string() })),
  /** All of them for the seller, one's own for a buyer; newest first. None for those who may not read bids. */
  bids: z.array(Bid),
});
export type Offer = z.infer<typeof Offer>;

const price = PriceSchema.refine((value) => compare(value, 0) > 0, 'Must be more than $0.00');
const quantity = QuantitySchema.refine((value) => compare(value, 0) > 0, 'Must be greater than 0');
export const DealNote = z.string().trim().max(1000, 'Must be 1,000 characters or fewer').default('');

const Terms = {
  quantity,
  smallestQuantity: quantity,
  askingPrice: price,
  endsAt: EnteredInstant,
  audience: z.enum(AUDIENCE_IDS),
  customerIds: z.array(Id).max(MOST_OFFERED_CUSTOMERS, 'Choose up to 500 customers').default([]),
  packageIds: z.array(Id).max(MOST_LOTS, 'Choose up to 30 lots').default([]),
  note: DealNote,
};

type TermsOf = { quantity: string; smallestQuantity: string; audience: Audience; customerIds: readonly number[] };

/** What is wrong between an offer's fields. */
function checkTerms({ quantity, smallestQuantity, audience, customerIds }: TermsOf, context: z.RefinementCtx): void {
  const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (compare(smallestQuantity, quantity) > 0) issue('smallestQuantity', 'Can’t be more than the quantity');
  if (audience === 'CUSTOMERS' && customerIds.length === 0) issue('customerIds', 'Choose at least one customer');
}

export const OfferDraft = CompanyScope.extend({ productId: Id, ...Terms }).superRefine(checkTerms);
export const OfferChange = z.object({ version: Version, ...Terms }).superRefine(checkTerms);

/** A bid as the documents have it; without a quantity it is for all that is left. */
export const BidDraft = z
  .object({
    /** Takes the asking price; then there is no counter-offer. */
    match: z.boolean(),
    /** The license it is bought for. */
    licenseId: Id,
    counterOfferPrice: price.nullish(),
    /** The asking price the buyer saw; at another one now, nothing is taken. */
    askingPrice: price.optional(),
    quantity: quantity.optional(),
    note: DealNote,
  })
  .superRefine(({ match, counterOfferPrice }, context) => {
    if (!match && counterOfferPrice == null) {
      context.addIssue({
        code: 'custom',
        path: ['counterOfferPrice'],
        message: 'Enter a price, or take the asking price',
      });
    }
  });

export const CounterDraft = z.object({ version: Version, counterOfferPrice: price, quantity, note: DealNote });

type OfferState = {
  status: OfferStatus;
  endsAt: Date;
  quantity: Quantity;
  taken: Quantity;
  held: Quantity;
};

/** What of an offer is neither sold nor held for a bid, in its unit. */
export function offerLeft({ quantity, taken, held }: Pick<OfferState, 'quantity' | 'taken' | 'held'>): Quantity {
  return greater(subtract(subtract(quantity, taken), held), 0);
}

/**
 * The same as readers see it: never more than the product's stock, where its seller shows that or reads it. A product on
 * backorder is sold without stock.
 */
export function shownLeft(
  offer: Pick<OfferState, 'quantity' | 'taken' | 'held'> & { unitOfMeasure: string; unitMultiplier: Quantity },
  { listingState, showQuantity }: Pick<QuantityProduct, 'listingState' | 'showQuantity'>,
  stock: Stock,
): Quantity {
  const left = offerLeft(offer);
  if (stock.mode === 'UNLIMITED' || listingState === 'BACKORDER' || !showQuantity) return left;
  const free = greater(available(stock), 0);
  return lesser(left, offer.unitOfMeasure === 'Case' ? caseInventory(free, offer.unitMultiplier) : free);
}

/**
 * What a bid can be for, in the offer's unit: what is left of the offer and there is of the product, with what is held for
 * this very bid, `own` in the offer's unit and `ownBase` in base units.
 */
export function leftToBid(
  offer: Parameters<typeof shownLeft>[0],
  product: Pick<QuantityProduct, 'listingState'>,
  stock: Stock,
  { own, ownBase }: { own: Quantity; ownBase: Quantity },
): Quantity {
  const held = subtract(offer.held, own);
  const free = { ...stock, reserved: subtract(stock.reserved, ownBase) };
  return shownLeft({ ...offer, held }, { ...product, showQuantity: true }, free);
}

/**
 * What a side's counter-offer sets aside, in the offer's unit and in base units: the seller's for the buyer, but no stock of
 * a product on backorder, which is sold without.
 */
export function heldByCounter(
  side: DealSide,
  quantity: Quantity,
  offer: { unitOfMeasure: string; soldInBulk: boolean; unitMultiplier: Quantity },
  { listingState }: Pick<QuantityProduct, 'listingState'>,
): { held: Quantity; heldBase: Quantity } {
  if (side === 'BUYER') return { held: '0', heldBase: '0' };
  return { held: quantity, heldBase: listingState === 'BACKORDER' ? '0' : lineBaseUnits({ ...offer, quantity }) };
}

/** Why an offer takes no bids now, or null. */
export function whyNotBid({ status, endsAt }: Pick<OfferState, 'status' | 'endsAt'>, now: Date): string | null {
  if (status === 'OPEN' && endsAt.getTime() <= now.getTime()) return 'This offer has ended.';
  switch (status) {
    case 'OPEN':
      return null;
    case 'FILLED':
      return 'This offer is sold out.';
    case 'CLOSED':
      return 'The seller closed this offer.';
    case 'EXPIRED':
      return 'This offer has ended.';
  }
}

type BidState = { status: BidStatus; turn: DealSide; answerBy: Date };
export type BidAct = 'ACCEPT' | 'COUNTER' | 'DECLINE' | 'WITHDRAW';

/**
 * Why a side can't do this to a bid now, or null. The side whose turn it is accepts and counters, until the time to answer
 * is up; the seller declines and the buyer withdraws at any time.
 */
export function whyNotAnswer(bid: BidState, side: DealSide, act: BidAct, now: Date): string | null {
  if (bid.status !== 'OPEN') return `This bid is ${BID_STATUSES[bid.status].toLowerCase()}.`;
  if (act === 'DECLINE') return side === 'SELLER' ? null : 'Withdraw your bid instead.';
  if (act === 'WITHDRAW') return side === 'BUYER' ? null : 'Decline the bid instead.';
  if (bid.answerBy.getTime() <= now.getTime()) return 'The time to answer has passed.';
  if (bid.turn !== side) return `It’s the ${bid.turn === 'BUYER' ? 'buyer' : 'seller'}’s turn to answer.`;
  return null;
}

type Repacked = { unitOfMeasure: string; soldInBulk: boolean; unitMultiplier: Quantity };

/** Why a product can't be sold as offered anymore, or null: it's no longer sold, or counted or packed another way. */
export function whyNotAsOffered(offer: Repacked, product: QuantityProduct): string | null {
  if (product.listingState === 'ARCHIVED') return 'This product is no longer sold.';
  const isSame =
    product.sellInUnitOfMeasure === offer.unitOfMeasure &&
    product.sellInBulk === offer.soldInBulk &&
    compare(product.unitMultiplier, offer.unitMultiplier) === 0;
  return isSame ? null : 'The seller now sells this product in another unit or case. Ask for a new offer.';
}

/**
 * What is wrong with a quantity of an offer, or null: the product's own rules of whole units and decimals, the offer's
 * smallest quantity unless less is left, and what is left. Its minimum and maximum order don't count: an offer has its own.
 */
export function offeredQuantityProblem(
  product: QuantityProduct,
  wanted: Quantity,
  { smallest, left }: { smallest: Quantity; left: Quantity | null },
): string | null {
  const unlimited = { ...product, inventoryManagement: 'UNLIMITED', minimumOrder: null, maximumOrder: null } as const;
  const { error } = checkQuantity({ product: unlimited, quantity: wanted });
  if (error) return error;
  const unit = product.sellInUnitOfMeasure;
  if (left !== null && compare(wanted, left) > 0) {
    if (compare(left, 0) <= 0) return 'This offer is sold out';
    return product.showQuantity ? `Only ${describeQuantity(left, unit)} left` : 'Qty too high';
  }
  const least = left !== null && compare(left, smallest) < 0 ? left : smallest;
  return compare(wanted, least) < 0 ? `The minimum quantity is ${describeQuantity(least, unit)}` : null;
}

/** How a price compares with the asking price: "4% below asking", "at asking". */
export const againstAsking = (price: Money, asking: Money): string => `${comparedWith(price, asking)} asking`;

/** How a price compares with another, to a tenth of a percent: "4% below", "at". */
export function comparedWith(price: Money, other: Money): string {
  const by = compare(price, other);
  if (by === 0) return 'at';
  const percent = Math.round((Math.abs(Number(price) - Number(other)) / Number(other)) * 1000) / 10;
  return `${percent}% ${by < 0 ? 'below' : 'above'}`;
}

import { z } from 'zod';
import { measureOf, sumInUnit, trackingUnitOf } from '../catalogue/units/convert-units';
import { TRACKING_UNITS, type TrackingUnit } from '../catalogue/units/tracking-units';
import { RowId } from '../contract/endpoint';
import { divide, MoneySchema, multiply, QuantitySchema, roundCents, StockLevelSchema, subtract, sum } from '../money';
import { type OrderStatus, OrderStatusSchema } from '../orders/status';
import type { IntakePackage } from './intake';

/** Purchase orders in these statuses may be on their way; one that was never accepted isn't. */
export const SENT_STATUSES = [
  'ACCEPTED',
  'FULFILLED',
  'SHIPPED',
  'DELIVERED',
  'COMPLETE',
] as const satisfies OrderStatus[];
/** An order is looked for by its items among those placed so many days before the delivery left. */
export const ITEM_MATCH_DAYS = 60;

/** What came of a product that our orders have, in its base unit. */
export const MatchedLine = z.strictObject({
  productId: RowId,
  productName: z.string(),
  unit: z.string(),
  /** The orders it is of. */
  orderIds: z.array(RowId),
  /** Figures are left out while somebody counts a package of it blind. */
  isHidden: z.boolean(),
  ordered: QuantitySchema.nullable(),
  /** Null if the manifest measures it in what doesn’t convert. */
  onManifest: StockLevelSchema.nullable(),
  /** What was counted or settled on, a package that wasn’t found as nothing; null until that is so of every package. */
  counted: QuantitySchema.nullable(),
  /** Of one base unit, of what the orders charge for it. */
  unitPrice: MoneySchema,
  /** What came, as counted or else as the manifest says, less what was ordered; and what that is worth. */
  difference: StockLevelSchema.nullable(),
  worth: MoneySchema.nullable(),
  packages: z.array(z.strictObject({ label: z.string(), by: z.enum(['TAG', 'ITEM']) })),
});
export type MatchedLine = z.infer<typeof MatchedLine>;

/** Which of our purchase orders a delivery belongs to, as far as its reader sees them. */
export const OrderMatch = z.strictObject({
  orders: z.array(z.strictObject({ id: RowId, orderNumber: z.string(), status: OrderStatusSchema })),
  lines: z.array(MatchedLine),
  /** Packages of the manifest for which there is no order, or several that could be it. */
  unmatched: z.array(z.strictObject({ label: z.string(), itemName: z.string(), why: z.enum(['NONE', 'SEVERAL']) })),
  /** What all differences are worth; null while one of them is hidden or unknown. */
  worth: MoneySchema.nullable(),
});
export type OrderMatch = z.infer<typeof OrderMatch>;

/** Why a package belongs to no order, in words. */
export const UNMATCHED_TEXTS = {
  NONE: 'No order of ours has it',
  SEVERAL: 'Several orders have it',
} as const;

/** One of our orders with a seller, with its lines of which goods are due. */
export type BoughtOrder = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  lines: readonly { productId: number; productName: string; unit: string; quantity: string; totalUsd: string }[];
};

/** What the sender’s books say of a package: the product it is of, and the orders it left for. */
export type SentPackage = { productId: number | null; orderIds: readonly number[] };

type Carried = Pick<
  IntakePackage,
  | 'label'
  | 'itemName'
  | 'unitOfMeasure'
  | 'unknown'
  | 'leftManifest'
  | 'notFound'
  | 'shippedQuantity'
  | 'countedQuantity'
  | 'settledQuantity'
>;

type Placed = { one: Carried; productId: number; orderIds: readonly number[]; by: 'TAG' | 'ITEM' };

const nameOf = (text: string) => text.trim().toLowerCase();

/**
 * Puts the packages of a manifest beside the lines of our orders: by its tag, where the sender’s books say for which order
 * it left; else by its item, where exactly one order has it, those found by tags first.
 */
export function matchOrders(
  packages: readonly Carried[],
  orders: readonly BoughtOrder[],
  sentOf: (label: string) => SentPackage | undefined,
): OrderMatch {
  const carried = packages.filter(({ unknown, leftManifest }) => !unknown && !leftManifest);
  const byTag = carried.flatMap((one): Placed[] => {
    const { productId = null, orderIds = [] } = sentOf(one.label) ?? {};
    const own = orders.filter(
      ({ id, lines }) => orderIds.includes(id) && lines.some((line) => line.productId === productId),
    );
    return productId === null || own.length === 0
      ? []
      : [{ one, productId, orderIds: own.map(({ id }) => id), by: 'TAG' }];
  });
  const tagged = new Set(byTag.map(({ one }) => one.label));
  const first = orders.filter(({ id }) => byTag.some(({ orderIds }) => orderIds.includes(id)));
  const byItem: Placed[] = [];
  const unmatched: OrderMatch['unmatched'] = [];
  for (const one of carried.filter(({ label }) => !tagged.has(label))) {
    const near = candidates(one, first, sentOf);
    const found = near.length > 0 ? near : candidates(one, orders, sentOf);
    const [only] = found;
    if (only !== undefined && found.length === 1) byItem.push({ one, ...only, by: 'ITEM' });
    else unmatched.push({ label: one.label, itemName: one.itemName, why: found.length === 0 ? 'NONE' : 'SEVERAL' });
  }
  const placed = [...byTag, ...byItem];
  const found = orders.filter(({ id }) => placed.some(({ orderIds }) => orderIds.includes(id)));
  const productIds = [...new Set(found.flatMap(({ lines }) => lines.map(({ productId }) => productId)))];
  const lines = productIds.map((productId) =>
    lineOf(
      productId,
      found,
      placed.filter((one) => one.productId === productId),
    ),
  );
  const worths = lines.flatMap(({ worth }) => worth ?? []);
  return {
    orders: found.map(({ id, orderNumber, status }) => ({ id, orderNumber, status })),
    lines,
    unmatched,
    worth: worths.length === lines.length ? roundCents(sum(worths)) : null,
  };
}

/** The orders that have a package’s product, or one of its item’s name. */
function candidates(one: Carried, orders: readonly BoughtOrder[], sentOf: (label: string) => SentPackage | undefined) {
  const productId = sentOf(one.label)?.productId ?? null;
  return orders.flatMap(({ id, lines }) => {
    const found = lines.find((line) =>
      productId === null ? nameOf(line.productName) === nameOf(one.itemName) : line.productId === productId,
    );
    return found ? [{ productId: found.productId, orderIds: [id] }] : [];
  });
}

function lineOf(productId: number, orders: readonly BoughtOrder[], placed: readonly Placed[]): MatchedLine {
  const of = orders.flatMap((order) =>
    order.lines.filter((line) => line.productId === productId).map((line) => ({ ...line, orderId: order.id })),
  );
  const { productName = '', unit = '' } = of[0] ?? {};
  const total = sum(of.map(({ quantity }) => quantity));
  const each = divide(sum(of.map(({ totalUsd }) => totalUsd)), total);
  const isHidden = placed.some(({ one }) => one.shippedQuantity === null);
  const onManifest = isHidden ? null : inUnit(placed, unit, ({ shippedQuantity }) => shippedQuantity);
  const isCounted = placed.length > 0 && placed.every(({ one }) => heldOf(one) !== null);
  const counted = isHidden || !isCounted ? null : inUnit(placed, unit, heldOf);
  const came = counted ?? onManifest;
  const difference = isHidden || came === null ? null : subtract(came, total);
  return {
    productId,
    productName,
    unit,
    orderIds: [...new Set(of.map(({ orderId }) => orderId))],
    isHidden,
    ordered: isHidden ? null : total,
    onManifest,
    counted,
    unitPrice: roundCents(each),
    difference,
    worth: difference === null ? null : roundCents(multiply(difference, each)),
    packages: placed.map(({ one, by }) => ({ label: one.label, by })),
  };
}

/** What is there of a package by what people found; null while nobody looked. */
const heldOf = ({ notFound, settledQuantity, countedQuantity }: Carried): string | null =>
  notFound ? '0' : (settledQuantity ?? countedQuantity);

/** The sum of packages in a product’s base unit; null if one is measured in what doesn’t convert. */
function inUnit(placed: readonly Placed[], unit: string, of: (one: Carried) => string | null): string | null {
  const base = trackingUnitOf(unit);
  const amounts = placed.map(({ one }) => ({ quantity: of(one) ?? '0', unit: one.unitOfMeasure as TrackingUnit }));
  const converts = amounts.every((one) => one.unit in TRACKING_UNITS && measureOf(one.unit) === measureOf(base));
  return converts ? sumInUnit(amounts, base) : null;
}

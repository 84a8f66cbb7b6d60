import { z } from 'zod';
import { compare, formatUsd, isEqual, type Money, type Quantity } from '../../money';
import { type LineUnits, priceIn, quantityIn } from '../line';
import { whyNotSold } from '../sendable';
import type { ClonePrices } from './clone-prices';
import type { LineProduct, OrderLineDraft } from './draft';
import { unitsOf } from './judge';

type Prices = z.infer<typeof ClonePrices>;

/** A line that a clone leaves out. */
export const SkippedLine = z.strictObject({ productName: z.string(), sku: z.string(), reason: z.string() });

type Original = {
  productId: number;
  productName: string;
  sku: string;
  quantity: Quantity;
  unitOfMeasure: string;
  soldInBulk: boolean;
  unitMultiplier: Quantity;
  orderedUnitPrice: Money;
  isSample: boolean;
  isBackorder: boolean;
  notes: string;
};
type Copied = Omit<OrderLineDraft, 'id'> & { id: null };
type Cloned<Line> = { lineItems: Copied[]; from: Line[]; skipped: z.infer<typeof SkippedLine>[] };

/**
 * The lines of a clone with the line each was copied `from`, and those left out because their product can't be sold now. A
 * product that is packed or entered in another way than then is copied by its base units, as a buyer's reorder is. A
 * price of 0 isn't kept: the line gets the customer's price (part 2, section 5).
 */
export function cloneLines<Line extends Original>(
  lines: readonly Line[],
  productOf: (id: number) => LineProduct | undefined,
  prices: Prices,
): Cloned<Line> {
  const cloned: Cloned<Line> = { lineItems: [], from: [], skipped: [] };
  for (const line of lines) {
    const product = productOf(line.productId);
    const reason = whyNotSold(product) ?? (product ? otherUnit(line, product) : null);
    if (product === undefined || reason !== null) {
      cloned.skipped.push({ productName: line.productName, sku: line.sku, reason: reason ?? 'Product not found' });
      continue;
    }
    const keepsPrice = prices === 'copy' && compare(line.orderedUnitPrice, 0) > 0;
    const units = unitsNow(line, product);
    const { productId, isSample, isBackorder, notes } = line;
    cloned.from.push(line);
    cloned.lineItems.push({
      id: null,
      productId,
      quantity: quantityIn(units, line),
      unitOfMeasure: units.unitOfMeasure as OrderLineDraft['unitOfMeasure'],
      salePrice: keepsPrice ? priceIn(units, line) : null,
      isSample,
      isBackorder,
      notes,
    });
  }
  return cloned;
}

/** The units a clone's line has: its own, unless they are gone or a case has another size. */
function unitsNow(line: Original, product: LineProduct): LineUnits {
  const isSameSize = line.unitOfMeasure !== 'Case' || isEqual(line.unitMultiplier, product.unitMultiplier);
  const isKept = isSameSize && unitsOf(product).includes(line.unitOfMeasure);
  return {
    unitOfMeasure: isKept ? line.unitOfMeasure : product.sellInUnitOfMeasure,
    soldInBulk: product.sellInBulk,
    unitMultiplier: product.unitMultiplier,
  };
}

/** Why a line can't be copied whose product is measured in another unit now: a pound is no number of units. */
function otherUnit({ unitOfMeasure }: Original, product: LineProduct): string | null {
  if (unitOfMeasure === 'Case' || unitOfMeasure === product.unitOfMeasure) return null;
  return `Sold by the ${product.unitOfMeasure.toLowerCase()} now, not the ${unitOfMeasure.toLowerCase()}`;
}

type Discounted = { discountType: string; discount: Money };

/** The discount of a clone: dollars were for the whole order, so they are kept only with all its lines. */
export function clonedDiscount<D extends Discounted>(order: D, skipped: readonly unknown[]): Pick<D, keyof Discounted> {
  const { discountType, discount } = order;
  return leavesDiscount(order, skipped) ? { discountType, discount: '0' } : { discountType, discount };
}

/** Whether a clone is without its original's discount. */
export const leavesDiscount = ({ discountType, discount }: Discounted, skipped: readonly unknown[]): boolean =>
  discountType === '$' && compare(discount, 0) > 0 && skipped.length > 0;

/** What people are told of it. */
export const describeDiscount = (discount: Money): string =>
  `The ${formatUsd(discount)} discount was for the whole order. It is left out.`;

/** What a bulk clone says of an order: the draft, and each product left out with why; `discount` if that was as well. */
export function clonedText(
  orderNumber: string,
  skipped: readonly z.infer<typeof SkippedLine>[],
  discount: Money | null = null,
): string {
  const cloned = `Draft ${orderNumber}.`;
  if (skipped.length === 0) return cloned;
  const left = skipped.map(({ productName, reason }) => `${productName} (${reason.toLowerCase()})`);
  const more = discount === null ? '' : ` ${describeDiscount(discount)}`;
  return `${cloned} Left out: ${left.join(', ')}.${more}`;
}

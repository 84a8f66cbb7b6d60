import { z } from 'zod';
import { compare, type Money, type Quantity } from '../../money';
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
  orderedUnitPrice: Money;
  isSample: boolean;
  isBackorder: boolean;
  notes: string;
};
type Copied = Omit<OrderLineDraft, 'id'> & { id: null };

/**
 * The lines of a clone, and those left out because their product can't be sold now. A price of 0 isn't kept: the line
 * gets the customer's price (part 2, section 5).
 */
export function cloneLines(
  lines: readonly Original[],
  productOf: (id: number) => LineProduct | undefined,
  prices: Prices,
): { lineItems: Copied[]; skipped: z.infer<typeof SkippedLine>[] } {
  const lineItems: Copied[] = [];
  const skipped: z.infer<typeof SkippedLine>[] = [];
  for (const line of lines) {
    const product = productOf(line.productId);
    const reason = whyNot(product);
    if (product === undefined || reason !== null) {
      skipped.push({ productName: line.productName, sku: line.sku, reason: reason ?? NOT_FOUND });
      continue;
    }
    const keepsPrice = prices === 'copy' && compare(line.orderedUnitPrice, 0) > 0;
    const { productId, quantity, isSample, isBackorder, notes } = line;
    const unit = unitsOf(product).find((one) => one === line.unitOfMeasure) ?? null;
    lineItems.push({
      id: null,
      productId,
      quantity,
      unitOfMeasure: unit as OrderLineDraft['unitOfMeasure'],
      salePrice: keepsPrice ? line.orderedUnitPrice : null,
      isSample,
      isBackorder,
      notes,
    });
  }
  return { lineItems, skipped };
}

/** What a bulk clone says of an order: the draft, and each product left out with why. */
export function clonedText(orderNumber: string, skipped: readonly z.infer<typeof SkippedLine>[]): string {
  const cloned = `Draft ${orderNumber}.`;
  if (skipped.length === 0) return cloned;
  const left = skipped.map(({ productName, reason }) => `${productName} (${reason.toLowerCase()})`);
  return `${cloned} Left out: ${left.join(', ')}.`;
}

const NOT_FOUND = 'Product not found';

function whyNot(product: LineProduct | undefined): string | null {
  if (product === undefined || product.isParent) return NOT_FOUND;
  if (product.listingState === 'ARCHIVED') return 'Archived';
  return product.listingState === 'UNAVAILABLE' ? 'Unavailable' : null;
}

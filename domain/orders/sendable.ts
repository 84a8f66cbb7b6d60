import { checkQuantity, type QuantityProduct } from '../catalogue/units/quantity';
import type { ProductStatus } from '../catalogue/vocabulary';
import type { Quantity } from '../money';
import { listed } from '../text';
import type { OrderStatus } from './status';

/** What decides whether a product is still sold. */
export type Sellable = { isParent: boolean; listingState: ProductStatus };

/** Why a product can't be sold now; null if it can. */
export function whyNotSold(product: Sellable | undefined): string | null {
  if (product === undefined || product.isParent) return 'Product not found';
  if (product.listingState === 'ARCHIVED') return 'Archived';
  return product.listingState === 'UNAVAILABLE' ? 'Unavailable' : null;
}

type Line = { productId: number; productName: string; quantity: Quantity; unitOfMeasure: string };

/** Statuses that an order without a line can't have. */
const WITH_LINES: readonly OrderStatus[] = ['SUBMITTED', 'ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'];

/** The most products a refusal names. */
const MOST_NAMED = 3;

/**
 * Why an order can't go on to a status for what is in it; null if it can: an empty one, or a draft with products that
 * aren't sold any more or in quantities they aren't sold in, which nobody has agreed to yet.
 */
export function whyNotSent(
  { orderNumber, status }: { orderNumber: string; status: OrderStatus },
  to: OrderStatus,
  lines: readonly Line[],
  productOf: (id: number) => (Sellable & QuantityProduct) | undefined,
): string | null {
  if (!WITH_LINES.includes(to)) return null;
  if (lines.length === 0) return `Order ${orderNumber} has no lines. Add one first.`;
  if (status !== 'DRAFT') return null;
  const gone = [...new Map(lines.map((line) => [line.productId, line])).values()].flatMap((line) => {
    const reason = whyNotSold(productOf(line.productId));
    return reason === null ? [] : [`${line.productName} (${reason.toLowerCase()})`];
  });
  if (gone.length > 0)
    return `Order ${orderNumber} has products that aren’t sold now: ${firstOf(gone)}. Remove them first.`;
  const wrong = lines.flatMap((line) => {
    const error = whyNotCounted(line, productOf(line.productId));
    return error === null ? [] : [`${line.productName} (${error.charAt(0).toLowerCase()}${error.slice(1)})`];
  });
  return wrong.length > 0
    ? `Order ${orderNumber} has quantities to correct: ${firstOf(wrong)}. Edit them first.`
    : null;
}

/** Why a draft's line isn't in a quantity of its product, apart from stock, minimum and maximum; null if it is. */
function whyNotCounted({ quantity, unitOfMeasure }: Line, product: QuantityProduct | undefined): string | null {
  if (product === undefined) return null;
  const unitOverride = unitOfMeasure === product.sellInUnitOfMeasure ? null : unitOfMeasure;
  return checkQuantity({ product, quantity, unitOverride, editingExisting: true, isBackorder: true }).error ?? null;
}

function firstOf(named: readonly string[]): string {
  const more = named.length > MOST_NAMED ? [`${named.length - MOST_NAMED} more`] : [];
  return listed([...named.slice(0, MOST_NAMED), ...more]);
}

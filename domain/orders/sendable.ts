import type { ProductStatus } from '../catalogue/vocabulary';
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

type Line = { productId: number; productName: string };

/** Statuses that an order without a line can't have. */
const WITH_LINES: readonly OrderStatus[] = ['SUBMITTED', 'ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'];

/** The most products a refusal names. */
const MOST_NAMED = 3;

/**
 * Why an order can't go on to a status for what is in it; null if it can: an empty one, or a draft with products that
 * aren't sold any more, which nobody has agreed to yet.
 */
export function whyNotSent(
  { orderNumber, status }: { orderNumber: string; status: OrderStatus },
  to: OrderStatus,
  lines: readonly Line[],
  productOf: (id: number) => Sellable | undefined,
): string | null {
  if (!WITH_LINES.includes(to)) return null;
  if (lines.length === 0) return `Order ${orderNumber} has no lines. Add one first.`;
  if (status !== 'DRAFT') return null;
  const gone = [...new Map(lines.map((line) => [line.productId, line])).values()].flatMap((line) => {
    const reason = whyNotSold(productOf(line.productId));
    return reason === null ? [] : [`${line.productName} (${reason.toLowerCase()})`];
  });
  if (gone.length === 0) return null;
  const more = gone.length > MOST_NAMED ? [`${gone.length - MOST_NAMED} more`] : [];
  return `Order ${orderNumber} has products that aren’t sold now: ${listed([...gone.slice(0, MOST_NAMED), ...more])}. Remove them first.`;
}

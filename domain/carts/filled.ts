import type { FillLine } from './fill-contract';

/**
 * The SKUs of the lines that are in the cart now: what could be ordered, and what is gone but has something else bought
 * instead of it (`instead`, ids of products by the id of the one that is gone); without what was `refused`.
 */
export const filledSkus = (
  lines: readonly Pick<FillLine, 'sku' | 'productId' | 'problem'>[],
  instead: ReadonlyMap<number, number>,
  refused: ReadonlySet<number>,
): string[] =>
  lines.flatMap(({ sku, productId, problem }) => {
    if (productId === null) return [];
    const bought = problem === null ? productId : instead.get(productId);
    return bought !== undefined && !refused.has(bought) ? [sku] : [];
  });

import { BaseUnitSchema } from '../catalogue/product-record';
import { compare, divide, type Money, multiply, roundCents, subtract } from '../money';
import { MOST_NOTES } from '../orders/limits';
import { lineFigures, markFirsts } from '../orders/line';
import type { TheirLine } from './theirs';

/** What of ours a line of theirs sells. */
export type SoldProduct = {
  id: number;
  name: string;
  brandId: number;
  brandName: string;
  unitOfMeasure: string;
  sellInUnitOfMeasure: string;
  unitMultiplier: string;
  wholesalePrice: string;
};

const isPositive = (amount: string) => compare(amount, 0) > 0;

type Sold = { sellInBulk: boolean; sellInUnitOfMeasure: string; unitMultiplier: string };

/** What a price of theirs, for as many units as they sell at once, is for what our product is priced by. */
export function priceHere(usd: string, theirMultiplier: string, product: Sold): Money {
  const isPerCase = product.sellInBulk || product.sellInUnitOfMeasure === 'Case';
  const there = compare(theirMultiplier, 1) > 0 ? theirMultiplier : '1';
  return roundCents(divide(multiply(usd, isPerCase ? product.unitMultiplier : '1'), there));
}

/**
 * A line of theirs as one of ours: its quantity and price are theirs. What they sell several of at once is a case of so many,
 * however many ours holds; anything else is in our product's own unit.
 */
export function lineOfTheirs(line: TheirLine, product: SoldProduct, position: number) {
  const isCase = compare(line.unitMultiplier, 1) > 0;
  const own = product.sellInUnitOfMeasure === 'Case' ? product.unitOfMeasure : product.sellInUnitOfMeasure;
  const made = {
    position,
    productId: product.id,
    brandId: product.brandId,
    productName: product.name,
    brandName: product.brandName,
    unitOfMeasure: isCase ? 'Case' : own,
    soldInBulk: false,
    unitMultiplier: isCase ? line.unitMultiplier : product.unitMultiplier,
    quantity: line.soldQuantity,
    orderedUnitPrice: line.unitPrice,
    wholesalePrice: product.wholesalePrice,
    salePrice: null,
    baseUnit: BaseUnitSchema.parse(product.unitOfMeasure),
    isSample: line.isSample,
    isBackorder: line.isBackorder,
    notes: line.notes.slice(0, MOST_NOTES),
    priceWhy: { kind: 'elsewhere' } as const,
    orderedAt: null,
  };
  return { ...made, ...lineFigures(made) };
}

/** All lines of an order of theirs; those of nothing say nothing. Null for a line whose product isn't known. */
export function linesOfTheirs(lines: readonly TheirLine[], productOf: (line: TheirLine) => SoldProduct | undefined) {
  const unknown: TheirLine[] = [];
  const known = lines
    .filter((line) => isPositive(line.soldQuantity))
    .flatMap((line) => {
      const product = productOf(line);
      if (!product) unknown.push(line);
      return product ? [{ line, product }] : [];
    });
  return { lines: markFirsts(known.map(({ line, product }, place) => lineOfTheirs(line, product, place))), unknown };
}

/**
 * Which lines wait as backorder, since there isn't enough of their product: an order of theirs is never refused, it was
 * placed there already, and nothing is promised twice. `free` is what of each product may still be promised.
 */
export function fitToStock<L extends { productId: number; baseQuantity: string; isBackorder: boolean }>(
  lines: readonly L[],
  free: ReadonlyMap<number, string | null>,
): L[] {
  const left = new Map(free);
  return lines.map((line) => {
    const is = left.get(line.productId);
    if (line.isBackorder || is === undefined || is === null) return line;
    if (compare(line.baseQuantity, is) > 0) return { ...line, isBackorder: true };
    left.set(line.productId, subtract(is, line.baseQuantity));
    return line;
  });
}

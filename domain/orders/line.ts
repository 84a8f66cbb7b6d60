import { describeQuantity, toBaseUnits } from '../catalogue/units/quantity';
import { type Money, multiply, type Numeric, type Quantity } from '../money';
import { type LineAmount, lineTotal } from '../pricing/price';

/** How a line counts: the unit of its quantity, whether its price is per case, and units per case. */
export type LineUnits = { unitOfMeasure: string; soldInBulk: boolean; unitMultiplier: Numeric };

/** What a line takes from stock, in base units. */
export function lineBaseUnits({
  unitOfMeasure,
  unitMultiplier,
  quantity,
}: LineUnits & { quantity: Numeric }): Quantity {
  return toBaseUnits({ sellInUnitOfMeasure: unitOfMeasure, unitMultiplier }, quantity);
}

/** A case quantity in units: "72 units, 24 per case"; null for other units. */
export function unitsText(line: LineUnits & { quantity: Numeric }): string | null {
  if (line.unitOfMeasure !== 'Case') return null;
  return `${describeQuantity(lineBaseUnits(line), 'unit')}, ${multiply(line.unitMultiplier, 1)} per case`;
}

/** What a line's total is calculated from: a case price is divided when the quantity is in units. */
export function lineAmount({
  unitOfMeasure,
  soldInBulk,
  unitMultiplier,
  quantity,
  unitPrice,
}: LineUnits & { quantity: Quantity; unitPrice: Money }): LineAmount {
  const isPricePerCase = soldInBulk && unitOfMeasure !== 'Case';
  return { unitPrice, quantity, ...(isPricePerCase ? { unitsPerCase: unitMultiplier } : {}) };
}

/** An order's lines in their order, marked where a product or brand comes first, so that a report counts orders by adding. */
export function markFirsts<Line extends { productId: number; brandId: number }>(lines: readonly Line[]) {
  const [products, brands] = [new Set<number>(), new Set<number>()];
  const isNew = (seen: Set<number>, id: number) => seen.size < seen.add(id).size;
  return lines.map((line) => ({
    ...line,
    isFirstOfProduct: isNew(products, line.productId),
    isFirstOfBrand: isNew(brands, line.brandId),
  }));
}

/** What is kept with a line, for reports: its total in dollars, and its quantity in base units. */
export function lineFigures(line: LineUnits & { quantity: Quantity; orderedUnitPrice: Money }) {
  return {
    totalUsd: lineTotal(lineAmount({ ...line, unitPrice: line.orderedUnitPrice })),
    baseQuantity: lineBaseUnits(line),
  };
}

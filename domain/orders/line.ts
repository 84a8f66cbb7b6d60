import { describeQuantity, toBaseUnits } from '../catalogue/units/quantity';
import { divide, type Money, multiply, type Numeric, type Quantity, roundCents } from '../money';
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

/**
 * A line's quantity in another unit of its product, as the product is packed now: a case may hold another number of
 * units than it did.
 */
export function quantityIn(unit: LineUnit, line: LineUnits & { quantity: Numeric }): Quantity {
  return divide(lineBaseUnits(line), unit.unitOfMeasure === 'Case' ? unit.unitMultiplier : 1);
}
type LineUnit = Omit<LineUnits, 'soldInBulk'>;

/** A line's price as the product is priced now, by the unit or by a case of another size; in dollars to the cent. */
export function priceIn(units: LineUnits, line: LineUnits & { orderedUnitPrice: Money }): Money {
  return roundCents(divide(multiply(line.orderedUnitPrice, perPrice(units)), perPrice(line)));
}

/** The base units a price is for. */
const perPrice = ({ unitOfMeasure, soldInBulk, unitMultiplier }: LineUnits): Numeric =>
  soldInBulk || unitOfMeasure === 'Case' ? unitMultiplier : 1;

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

type Marked = { productId: number; brandId: number; orderedAt?: Date | null | undefined };

/**
 * An order's lines in their order, marked where a product or brand comes first of those ordered at one time, so that a
 * report counts orders by adding.
 */
export function markFirsts<Line extends Marked>(lines: readonly Line[]) {
  const [products, brands] = [new Set<string>(), new Set<string>()];
  const isNew = (seen: Set<string>, id: number, { orderedAt }: Line) =>
    seen.size < seen.add(`${id} ${orderedAt?.getTime() ?? ''}`).size;
  return lines.map((line) => ({
    ...line,
    isFirstOfProduct: isNew(products, line.productId, line),
    isFirstOfBrand: isNew(brands, line.brandId, line),
  }));
}

/** What is kept with a line, for reports: its total in dollars, and its quantity in base units. */
export function lineFigures(line: LineUnits & { quantity: Quantity; orderedUnitPrice: Money }) {
  return {
    totalUsd: lineTotal(lineAmount({ ...line, unitPrice: line.orderedUnitPrice })),
    baseQuantity: lineBaseUnits(line),
  };
}

import type { QuantityProduct } from '../catalogue/units/quantity';
import { add, type Money, type Quantity, roundCents } from '../money';
import { lineAmount, quantityIn } from '../orders/line';
import { lineTotal } from '../pricing/price';

/** A line of an order that may be bought again. */
export type BoughtLine = {
  productId: number;
  productName: string;
  sku: string;
  unitOfMeasure: string;
  soldInBulk: boolean;
  unitMultiplier: Quantity;
  quantity: Quantity;
  orderedUnitPrice: Money;
  isSample: boolean;
};

/** A product's lines as one, in the unit it is entered in now. */
export type WantedLine = {
  productId: number;
  productName: string;
  sku: string;
  quantity: Quantity;
  /** What all of it came to then, in dollars. */
  before: Money;
};

type Units = Pick<QuantityProduct, 'sellInUnitOfMeasure' | 'unitMultiplier'>;

/**
 * What to put in a cart to buy an order again. A product on several lines is one line of a cart; samples are the
 * seller's to give. What was bought in another unit than the product is entered in now is converted, since the seller may
 * have repacked it.
 */
export function wantedLines(
  lines: readonly BoughtLine[],
  unitsOf: (productId: number) => Units | undefined,
): WantedLine[] {
  const wanted = new Map<number, WantedLine>();
  for (const line of lines.filter(({ isSample }) => !isSample)) {
    const units = unitsOf(line.productId);
    const quantity =
      units === undefined
        ? line.quantity
        : quantityIn({ unitOfMeasure: units.sellInUnitOfMeasure, unitMultiplier: units.unitMultiplier }, line);
    const known = wanted.get(line.productId);
    wanted.set(line.productId, {
      productId: line.productId,
      productName: line.productName,
      sku: line.sku,
      quantity: known ? add(known.quantity, quantity) : quantity,
      before: roundCents(
        add(known?.before ?? '0', lineTotal(lineAmount({ ...line, unitPrice: line.orderedUnitPrice }))),
      ),
    });
  }
  return [...wanted.values()];
}

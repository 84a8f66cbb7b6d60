import {
  availableQuantity,
  checkQuantity,
  maximumOrder,
  minimumOrder,
  type QuantityCheck,
  type QuantityEntry,
  type QuantityProduct,
} from '../catalogue/units/quantity';
import { compare, divide, type Money, money, multiply, type Numeric, type Quantity } from '../money';
import { perUnitPrice } from '../pricing/price';

/*
 * A product sold by the case can be read in units and back. What is sent stays in cases, exactly: a quantity of units
 * that isn't a quantity of cases is an error, never rounded.
 */

type Cased = Pick<QuantityProduct, 'sellInUnitOfMeasure' | 'unitMultiplier'>;

/** Whether a product's quantities can be read in units as well as in cases. */
export const hasUnits = ({ sellInUnitOfMeasure, unitMultiplier }: Cased): boolean =>
  sellInUnitOfMeasure === 'Case' && compare(unitMultiplier, 1) > 0;

/** A quantity as entered, in cases, as it is read: in units, or as it is. */
export const shownQuantity = (product: Cased, quantity: Numeric, inUnits: boolean): Quantity =>
  inUnits && hasUnits(product) ? multiply(quantity, product.unitMultiplier) : money(quantity);

/** A quantity as read, as it is entered, exactly. */
export const enteredQuantity = (product: Cased, shown: Numeric, inUnits: boolean): Quantity =>
  inUnits && hasUnits(product) ? divide(shown, product.unitMultiplier) : money(shown);

/** The same product as if it were sold by the unit: its stock in whole cases, its minimum and maximum. */
export function soldByUnit<P extends QuantityProduct & { unitOfMeasure: string }>(product: P): P {
  const unit = (cases: Quantity) => multiply(cases, product.unitMultiplier);
  const least = minimumOrder(product);
  const inStock = availableQuantity({ product });
  return {
    ...product,
    sellInUnitOfMeasure: product.unitOfMeasure,
    totalEffectiveInventory: inStock === null ? product.totalEffectiveInventory : unit(inStock),
    minimumOrder: least === null ? null : unit(least),
    maximumOrder: unit(maximumOrder(product)),
  };
}

/** The rules of quantity entry for a quantity read in units; `entry` is in units, but for its product. */
export function checkUnits<P extends QuantityProduct & { unitOfMeasure: string }>(
  entry: QuantityEntry<P>,
): QuantityCheck {
  const { product, quantity } = entry;
  const check = checkQuantity({ ...entry, product: soldByUnit(product) });
  if (check.error !== undefined || quantity === null || isWholeCases(product, quantity)) return check;
  const { hint: _, ...rest } = check;
  return { ...rest, error: `Must be a multiple of ${money(product.unitMultiplier)}, the units per case` };
}

/** Whether units come to a quantity of cases that can be entered. */
function isWholeCases(product: QuantityProduct, units: Numeric): boolean {
  const cases = divide(units, product.unitMultiplier);
  return (
    checkQuantity({ product: { ...product, inventoryManagement: 'UNLIMITED' }, quantity: cases }).error === undefined
  );
}

/** What one costs as it is read: a case's price divided, to the cent; never what a total is counted from. */
export const shownPrice = (product: Cased, unitPrice: Money, inUnits: boolean): Money =>
  inUnits && hasUnits(product) ? perUnitPrice(unitPrice, product.unitMultiplier) : unitPrice;

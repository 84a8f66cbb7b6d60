import type { CartLine } from '../../../domain/carts/cart';
import { PRODUCT_GONE } from '../../../domain/carts/line-error';
import { checkUnits, hasUnits, shownQuantity, soldByUnit } from '../../../domain/carts/shown-units';
import type { MenuProduct } from '../../../domain/catalogue/product';
import {
  availableQuantity,
  checkQuantity,
  minimumOrder,
  type QuantityCheck,
} from '../../../domain/catalogue/units/quantity';
import type { PricedUnits } from '../../../domain/catalogue/units/units-text';
import { add, compare, isEqual, type Money, type Quantity } from '../../../domain/money';
import { lineAmount } from '../../../domain/orders/line';
import { lineTotal } from '../../../domain/pricing/price';

/** A quantity's total at the current price, by the rule the platform charges by. */
export function totalFor(product: PricedUnits & Pick<MenuProduct, 'price'>, quantity: Quantity): Money {
  return lineTotal(
    lineAmount({
      unitOfMeasure: product.sellInUnitOfMeasure,
      soldInBulk: product.sellInBulk,
      unitMultiplier: product.unitMultiplier,
      quantity,
      unitPrice: product.price.unitPrice,
    }),
  );
}

/** The initial quantity: the minimum order, else one. */
export function firstQuantity(product: MenuProduct): Quantity {
  return minimumOrder(product) ?? '1';
}

type Entered = { quantity: Quantity | null; line: CartLine | null; inCart: Quantity };

/** The same for a quantity read in units. */
function checkLineInUnits(product: MenuProduct, { quantity, line, inCart }: Entered): QuantityCheck {
  const of = (cases: Quantity) => shownQuantity(product, cases, true);
  const read = line && { ...line, quantity: of(line.quantity) };
  const check = checkLine(soldByUnit(product), { quantity, line: read, inCart: of(inCart) });
  if (check.error !== undefined || quantity === null) return check;
  const { error } = checkUnits({
    product,
    quantity,
    inCart: of(inCart),
    isBackorder: product.listingState === 'BACKORDER',
  });
  return error === undefined ? check : { error, outOfStock: check.outOfStock };
}

/**
 * A quantity's error and hint. `inCart` is how much the buyer's other carts have of the product; says so when they have
 * all there is.
 */
export function checkLine(
  product: MenuProduct | null,
  {
    quantity,
    line,
    inCart = '0',
    inUnits = false,
  }: {
    /** As it is read; what the line and other carts have is as entered. */
    quantity: Quantity | null;
    line: CartLine | null;
    inCart?: Quantity | undefined;
    inUnits?: boolean;
  },
): QuantityCheck {
  if (product === null) return { error: PRODUCT_GONE, outOfStock: true };
  if (inUnits && hasUnits(product)) return checkLineInUnits(product, { quantity, line, inCart });
  const isBackorder = product.listingState === 'BACKORDER';
  const check = checkQuantity({ product, quantity, inCart, isBackorder });
  const available = availableQuantity({ product, inCart, isBackorder });
  const holdsAll =
    line !== null && available !== null && isEqual(line.quantity, available) && compare(available, 0) > 0;
  if (!holdsAll) return check;
  const left = checkQuantity({ product, quantity: null, inCart: add(inCart, line.quantity), isBackorder });
  return { ...check, ...(left.hint === undefined ? {} : { hint: left.hint }) };
}

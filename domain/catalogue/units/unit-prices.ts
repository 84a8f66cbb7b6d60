import { formatNumber, type Money, multiply, type Numeric } from '../../money';
import { perUnitPrice, saleApplies } from '../../pricing/price';
import { UNITS, type Unit } from '../vocabulary';
import { TRACKING_UNITS } from './tracking-units';

/** A product's price in one unit, to the cent. */
export type UnitPrice = { per: string; wholesalePrice: Money; salePrice: Money | null };

type Priced = {
  wholesalePrice: Money;
  salePrice: Money | null;
  unitOfMeasure: Unit;
  sellInBulk: boolean;
  /** Base units per case. */
  unitMultiplier: Numeric;
};

/** Smaller units in which people compare prices of a unit. */
const SMALLER: Partial<Record<Unit, readonly Unit[]>> = {
  Pound: ['Ounce', 'Gram'],
  Kilogram: ['Gram'],
  Ounce: ['Gram'],
  Liter: ['Milliliter'],
};

const sizeOf = (unit: Unit) => TRACKING_UNITS[UNITS[unit].trackingUnit].size;

/** What a product costs by the case, if it is priced so, by its unit, and by the smaller units people compare it in. */
export function unitPrices(product: Priced): UnitPrice[] {
  const { unitOfMeasure: unit, sellInBulk, unitMultiplier, wholesalePrice } = product;
  const salePrice = saleApplies(product) ? product.salePrice : null;
  /** Each row divides the price by this much. */
  const row = (per: string, by: Numeric): UnitPrice => ({
    per,
    wholesalePrice: perUnitPrice(wholesalePrice, by),
    salePrice: salePrice === null ? null : perUnitPrice(salePrice, by),
  });
  const perCase = sellInBulk ? unitMultiplier : '1';
  const smaller = (SMALLER[unit] ?? []).map((other) => {
    // As exact as the two sizes: price ÷ (units per case × size of the unit ÷ size of the smaller one).
    const price = (amount: Money) => perUnitPrice(multiply(amount, sizeOf(other)), multiply(perCase, sizeOf(unit)));
    return {
      per: other.toLowerCase(),
      wholesalePrice: price(wholesalePrice),
      salePrice: salePrice === null ? null : price(salePrice),
    };
  });
  return [
    ...(sellInBulk ? [row(`case of ${formatNumber(unitMultiplier)}`, '1')] : []),
    row(unit.toLowerCase(), perCase),
    ...smaller,
  ];
}

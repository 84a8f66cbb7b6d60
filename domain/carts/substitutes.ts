import {
  allowedDecimals,
  availableQuantity,
  checkQuantity,
  maximumOrder,
  minimumOrder,
  type QuantityProduct,
} from '../catalogue/units/quantity';
import { isPricedByCase, type PricedUnits } from '../catalogue/units/units-text';
import type { StrainType } from '../catalogue/vocabulary';
import { compare, divide, floor, greater, lesser, type Money, multiply, type Numeric, type Quantity } from '../money';
import { isOrderable } from './line-error';

/** The most substitutes offered for a product. */
export const MOST_SUBSTITUTES = 3;

/** What makes products alike. */
export type Alike = PricedUnits & {
  id: number;
  category: string;
  subcategoryId: number | null;
  brandId: number;
  sellerCompanyId: number;
  strain: { name: string; strainClassification: StrainType } | null;
  unitPrice: Money;
};

/** How much each likeness counts; the strain most, then buying where one buys already, then size and price. */
const POINTS = {
  strain: 8,
  strainType: 4,
  knownSeller: 4,
  subcategory: 3,
  closePrice: 2,
  nearPrice: 1,
  caseSize: 1,
  brand: 1,
};
const CLOSE = '0.85';
const NEAR = '0.65';

/** What one base unit costs. */
const unitCost = (product: Alike): Money =>
  divide(product.unitPrice, isPricedByCase(product) ? product.unitMultiplier : 1);

/** How alike two amounts are: 1 when equal, 0 when one is nothing. */
const likeness = (a: Numeric, b: Numeric): Numeric =>
  compare(greater(a, b), 0) <= 0 ? 1 : divide(lesser(a, b), greater(a, b));

/** How well a product stands in for one that is gone; null for one of another category or unit, which doesn't. */
export function likenessOf(gone: Alike, other: Alike, isKnownSeller: boolean): number | null {
  if (other.id === gone.id || other.category !== gone.category || other.unitOfMeasure !== gone.unitOfMeasure)
    return null;
  const nameOf = ({ strain }: Alike) => strain?.name.toLowerCase();
  const typeOf = ({ strain }: Alike) =>
    strain?.strainClassification === 'NA' ? undefined : strain?.strainClassification;
  const isStrain = nameOf(gone) !== undefined && nameOf(gone) === nameOf(other);
  const isType = typeOf(gone) !== undefined && typeOf(gone) === typeOf(other);
  const cost = likeness(unitCost(gone), unitCost(other));
  const caseOf = (product: Alike) => (isPricedByCase(product) ? product.unitMultiplier : '1');
  return (
    (isStrain ? POINTS.strain : isType ? POINTS.strainType : 0) +
    (isKnownSeller ? POINTS.knownSeller : 0) +
    (gone.subcategoryId !== null && gone.subcategoryId === other.subcategoryId ? POINTS.subcategory : 0) +
    (compare(cost, CLOSE) >= 0 ? POINTS.closePrice : compare(cost, NEAR) >= 0 ? POINTS.nearPrice : 0) +
    (compare(caseOf(gone), caseOf(other)) === 0 ? POINTS.caseSize : 0) +
    (gone.brandId === other.brandId ? POINTS.brand : 0)
  );
}

/** The best substitutes first, of equal ones the cheaper; `knownSellers` are companies the buyer has bought from. */
export function rankSubstitutes<P extends Alike>(
  gone: Alike,
  others: readonly P[],
  knownSellers: ReadonlySet<number>,
): P[] {
  return others
    .flatMap((product) => {
      const points = likenessOf(gone, product, knownSellers.has(product.sellerCompanyId));
      return points === null ? [] : [{ product, points }];
    })
    .sort(
      (a, b) => b.points - a.points || compare(unitCost(a.product), unitCost(b.product)) || a.product.id - b.product.id,
    )
    .map(({ product }) => product);
}

/**
 * How much of a substitute comes to as many base units, in its unit of entry: rounded up to what can be ordered, at least
 * its minimum, at most what there is of it and its maximum. Null when that isn't enough for its own rules.
 */
export function substituteQuantity(
  baseUnits: Quantity,
  product: QuantityProduct,
  { inCart = '0' }: { inCart?: Quantity } = {},
): Quantity | null {
  const isBackorder = product.listingState === 'BACKORDER';
  const available = availableQuantity({ product, inCart, isBackorder });
  const decimals = product.allowFractionalQuantities ? allowedDecimals(available) : 0;
  const per = product.sellInUnitOfMeasure === 'Case' ? product.unitMultiplier : 1;
  const wanted = greater(ceil(divide(baseUnits, per), decimals), minimumOrder(product) ?? 0);
  const most = available === null ? maximumOrder(product) : lesser(maximumOrder(product), floor(available, decimals));
  // A smaller quantity would tell how much there is.
  if (!product.showQuantity && available !== null && compare(wanted, available) > 0) return null;
  const quantity = lesser(wanted, most);
  return checkQuantity({ product, quantity, inCart, isBackorder }).error === undefined ? quantity : null;
}

/** Whether a product can't be bought at all now, so that something else is wanted; null for one on no menu. */
export function isGone(product: (Pick<QuantityProduct, 'listingState'> & { inStock: boolean }) | null): boolean {
  if (product === null || !isOrderable(product)) return true;
  return product.listingState !== 'BACKORDER' && !product.inStock;
}

const ceil = (value: Numeric, decimals: number): Quantity => multiply(floor(multiply(value, -1), decimals), -1);

import { divide, type Money } from '../../money';
import { percentShown } from '../../pricing/price';
import { readTyped } from '../../typed';
import type { DiscountType } from '../totals';

/** Decimals of a discount in percent: the platform keeps the fraction with 6. */
export const PERCENT_DECIMALS = 4;

/** An order's discount as its form has it: dollars, or a percentage as typed: '10' is 10%. */
export type TypedDiscount = { discountType: DiscountType; discount: string };

/** A stored discount as its form shows it: the fraction '0.33333' as '33.333'. */
export const discountShown = ({ discountType, discount }: TypedDiscount): string =>
  discountType === '%' ? percentShown(discount) : discount;

/** The discount as the platform takes it: dollars, or a fraction for '%'; null while it can't be read. */
export function readDiscount({ discountType, discount }: TypedDiscount): Money | null {
  const { amount } =
    discountType === '%'
      ? readTyped('percent', discount, { decimals: PERCENT_DECIMALS })
      : readTyped('money', discount);
  if (amount === null) return null;
  return discountType === '%' ? divide(amount || '0', 100) : amount || '0';
}

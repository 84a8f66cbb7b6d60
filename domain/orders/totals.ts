import { z } from 'zod';
import { compare, greater, lesser, type Money, multiply, roundCents, subtract, sum } from '../money';
import { type LineAmount, lineTotal } from '../pricing/price';

export const DISCOUNT_TYPES = ['%', '$'] as const;
export const DiscountTypeSchema = z.enum(DISCOUNT_TYPES);
export type DiscountType = z.infer<typeof DiscountTypeSchema>;

/** `discount` is a fraction for '%' ('0.1' is 10 %, shown as 10) and dollars for '$'. */
export type OrderDiscount = { discountType: DiscountType; discount: string };

export type OrderTotals = {
  /** In the order of the lines. */
  lineTotals: Money[];
  subtotalUsd: Money;
  orderDiscountUsd: Money;
  totalUsd: Money;
};

/** What an order comes to, in dollars to the cent. A discount never takes off more than there is. */
export function orderTotals({
  lines,
  discountType,
  discount,
}: { lines: readonly LineAmount[] } & OrderDiscount): OrderTotals {
  const lineTotals = lines.map(lineTotal);
  const subtotalUsd = roundCents(sum(lineTotals));
  const orderDiscountUsd = discountUsd(subtotalUsd, { discountType, discount });
  return { lineTotals, subtotalUsd, orderDiscountUsd, totalUsd: roundCents(subtract(subtotalUsd, orderDiscountUsd)) };
}

/** What a discount takes off a subtotal, in dollars to the cent: at least nothing, at most all of it. */
export function discountUsd(subtotalUsd: Money, { discountType, discount }: OrderDiscount): Money {
  const wanted = roundCents(discountType === '%' ? multiply(subtotalUsd, discount) : discount);
  return roundCents(greater(lesser(wanted, subtotalUsd), 0));
}

export const PAYMENT_STATES = { UNPAID: 'Unpaid', PARTIAL: 'Partly paid', PAID: 'Paid', OVERPAID: 'Overpaid' } as const;
export type PaymentState = keyof typeof PAYMENT_STATES;
export const PaymentStateSchema = z.enum(Object.keys(PAYMENT_STATES) as [PaymentState, ...PaymentState[]]);

/**
 * How far an order is paid. Void payments do not count; an order of nothing is paid. `balanceUsd` is what is still
 * owed, below zero when too much was paid.
 */
export function paymentState(
  totalUsd: Money,
  payments: readonly { amount: Money; voidedAt?: unknown }[],
): { state: PaymentState; paidUsd: Money; balanceUsd: Money } {
  const counted = payments.filter((payment) => payment.voidedAt === null || payment.voidedAt === undefined);
  const paidUsd = roundCents(sum(counted.map(({ amount }) => amount)));
  return { state: paymentStateOf(totalUsd, paidUsd), paidUsd, balanceUsd: roundCents(subtract(totalUsd, paidUsd)) };
}

/** How far an order is paid, from what its payments come to. */
export function paymentStateOf(totalUsd: Money, paidUsd: Money): PaymentState {
  const over = paidUsd === totalUsd ? 0 : compare(paidUsd, totalUsd);
  if (over >= 0) return over === 0 ? 'PAID' : 'OVERPAID';
  return compare(paidUsd, 0) > 0 ? 'PARTIAL' : 'UNPAID';
}

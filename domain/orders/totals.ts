import { z } from 'zod';
import { compare, greater, lesser, type Money, multiply, roundCents, subtract, sum } from '../money';
import { type LineAmount, lineTotal } from '../pricing/price';
import { isClosed, type OrderStatus } from './status';

export const DISCOUNT_TYPES = ['%', '$'] as const;
export const DiscountTypeSchema = z.enum(DISCOUNT_TYPES);
export type DiscountType = z.infer<typeof DiscountTypeSchema>;

/** `discount` is a fraction for '%' ('0.1' is 10%, shown as 10) and dollars for '$'. */
export type OrderDiscount = { discountType: DiscountType; discount: string };

export type OrderTotals = {
  /** In line order. */
  lineTotals: Money[];
  subtotalUsd: Money;
  orderDiscountUsd: Money;
  totalUsd: Money;
};

/** An order's total, in dollars to the cent. A discount never exceeds the subtotal. */
export function orderTotals({
  lines,
  discountType,
  discount,
}: { lines: readonly LineAmount[] } & OrderDiscount): OrderTotals {
  return totalsOf(lines.map(lineTotal), { discountType, discount });
}

/** The same of lines whose totals are known, in dollars to the cent. */
export function totalsOf(lineTotals: Money[], { discountType, discount }: OrderDiscount): OrderTotals {
  const subtotalUsd = roundCents(sum(lineTotals));
  const orderDiscountUsd = discountUsd(subtotalUsd, { discountType, discount });
  return { lineTotals, subtotalUsd, orderDiscountUsd, totalUsd: roundCents(subtract(subtotalUsd, orderDiscountUsd)) };
}

/** A discount on a subtotal, in dollars to the cent, from 0 up to the subtotal. */
export function discountUsd(subtotalUsd: Money, { discountType, discount }: OrderDiscount): Money {
  const wanted = roundCents(discountType === '%' ? multiply(subtotalUsd, discount) : discount);
  return roundCents(greater(lesser(wanted, subtotalUsd), 0));
}

export const PAYMENT_STATES = { UNPAID: 'Unpaid', PARTIAL: 'Partly paid', PAID: 'Paid', OVERPAID: 'Overpaid' } as const;
export type PaymentState = keyof typeof PAYMENT_STATES;
export const PaymentStateSchema = z.enum(Object.keys(PAYMENT_STATES) as [PaymentState, ...PaymentState[]]);

/**
 * How much of an order is paid. Void payments don't count; a zero order is paid. `balanceUsd` is the unpaid amount,
 * negative when overpaid.
 */
export function paymentState(
  totalUsd: Money,
  payments: readonly { amount: Money; voidedAt?: unknown }[],
): { state: PaymentState; paidUsd: Money; balanceUsd: Money } {
  const counted = payments.filter((payment) => payment.voidedAt === null || payment.voidedAt === undefined);
  const paidUsd = roundCents(sum(counted.map(({ amount }) => amount)));
  return { state: paymentStateOf(totalUsd, paidUsd), paidUsd, balanceUsd: roundCents(subtract(totalUsd, paidUsd)) };
}

/** The same of an order in a status: one that is closed has none, since nothing is owed on it any more. */
export function paymentStateIn(status: OrderStatus, totalUsd: Money, paidUsd: Money): PaymentState | null {
  return isClosed(status) ? null : paymentStateOf(totalUsd, paidUsd);
}

/** How much of an order is paid, from the sum of its payments. */
export function paymentStateOf(totalUsd: Money, paidUsd: Money): PaymentState {
  const over = paidUsd === totalUsd ? 0 : compare(paidUsd, totalUsd);
  if (over >= 0) return over === 0 ? 'PAID' : 'OVERPAID';
  return compare(paidUsd, 0) > 0 ? 'PARTIAL' : 'UNPAID';
}

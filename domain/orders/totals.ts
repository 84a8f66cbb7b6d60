import { z } from 'zod';
import {
  compare,
  divide,
  formatUsd,
  greater,
  lesser,
  type Money,
  multiply,
  type Numeric,
  roundCents,
  subtract,
  sum,
} from '../money';
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
  /** What was ordered. */
  totalUsd: Money;
  /** What of it is owed, by `invoicedOf`. */
  invoicedUsd: Money;
};

/** What a line comes to, in dollars. */
type TotaledLine = { total: Money; isBackorder: boolean };
type Sums = Pick<OrderTotals, 'subtotalUsd' | 'orderDiscountUsd' | 'totalUsd'>;

/** An order's total, in dollars to the cent. A discount never exceeds the subtotal. */
export function orderTotals({
  lines,
  discountType,
  discount,
}: { lines: readonly (LineAmount & Pick<TotaledLine, 'isBackorder'>)[] } & OrderDiscount): OrderTotals {
  const totaled = lines.map((line) => ({ total: lineTotal(line), isBackorder: line.isBackorder }));
  return totalsOf(totaled, { discountType, discount });
}

/** The same of lines whose totals are known, in dollars to the cent. */
export function totalsOf(lines: readonly TotaledLine[], discount: OrderDiscount): OrderTotals {
  const lineTotals = lines.map(({ total }) => total);
  const subtotalUsd = roundCents(sum(lineTotals));
  const orderDiscountUsd = discountUsd(subtotalUsd, discount);
  const totalUsd = roundCents(subtract(subtotalUsd, orderDiscountUsd));
  const invoicedUsd = invoicedOf(lines, { subtotalUsd, orderDiscountUsd }).totalUsd;
  return { lineTotals, subtotalUsd, orderDiscountUsd, totalUsd, invoicedUsd };
}

/**
 * What of an order is invoiced, so owed once it is accepted, in dollars to the cent: its ordinary lines, less their share
 * of the order's discount by what they come to. Making its backorder lines ordinary ones then bills exactly the rest.
 */
export function invoicedOf(lines: readonly TotaledLine[], order: Pick<Sums, 'subtotalUsd' | 'orderDiscountUsd'>): Sums {
  const ordinary = lines.filter(({ isBackorder }) => !isBackorder);
  const subtotalUsd = roundCents(sum(ordinary.map(({ total }) => total)));
  const orderDiscountUsd = shareOf(order.orderDiscountUsd, subtotalUsd, order.subtotalUsd);
  return { subtotalUsd, orderDiscountUsd, totalUsd: roundCents(subtract(subtotalUsd, orderDiscountUsd)) };
}

/** What of an order waits as backorder, not invoiced yet, in dollars. */
export function backorderUsd({ totalUsd, invoicedUsd }: Pick<OrderTotals, 'totalUsd' | 'invoicedUsd'>): Money {
  return roundCents(subtract(totalUsd, invoicedUsd));
}

/** What of a total isn't owed yet, as pages and papers call it. */
export const ON_BACKORDER = 'On backorder, not invoiced yet';
/** The same of an order that is complete or closed: it waits for nothing any more. */
const NOT_SENT = 'Not sent, not invoiced';

/** What an order's backorder lines are called beside its total. */
export const backorderLabel = (status: OrderStatus): string => (waitsForBackorder(status) ? ON_BACKORDER : NOT_SENT);

/** Whether an order's backorder lines wait to be made ordinary ones: not once it is closed or complete. */
export const waitsForBackorder = (status: OrderStatus): boolean => !isClosed(status) && status !== 'COMPLETE';

/** What waits in words, to put beside the total; null if nothing does. Of an order not entered yet, without a status. */
export function backorderText(
  order: Pick<OrderTotals, 'totalUsd' | 'invoicedUsd'> & { status?: OrderStatus },
): string | null {
  const later = backorderUsd(order);
  if (compare(later, 0) <= 0) return null;
  const isWaiting = order.status === undefined || waitsForBackorder(order.status);
  return `${formatUsd(later)} of the total ${isWaiting ? 'waits as backorder' : 'wasn’t sent or invoiced'}`;
}

/** What is left to pay of what is invoiced, in dollars; less than 0 when overpaid. */
export function balanceUsd({ invoicedUsd, paidUsd }: { invoicedUsd: Money; paidUsd: Money }): Money {
  return roundCents(subtract(invoicedUsd, paidUsd));
}

/** The share of an amount that falls to a part of a whole, in dollars to the cent; of nothing it is nothing. */
export function shareOf(amountUsd: Money, part: Numeric, whole: Numeric): Money {
  return compare(whole, 0) === 0 ? '0.00' : roundCents(divide(multiply(amountUsd, part), whole));
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
  invoicedUsd: Money,
  payments: readonly { amount: Money; voidedAt?: unknown }[],
): { state: PaymentState; paidUsd: Money; balanceUsd: Money } {
  const counted = payments.filter((payment) => payment.voidedAt === null || payment.voidedAt === undefined);
  const paidUsd = roundCents(sum(counted.map(({ amount }) => amount)));
  return { state: stateOf(invoicedUsd, paidUsd), paidUsd, balanceUsd: balanceUsd({ invoicedUsd, paidUsd }) };
}

type Owed = Pick<OrderTotals, 'totalUsd' | 'invoicedUsd'> & { paidUsd: Money };

/** The same of an order in a status: one that is closed has none, since nothing is owed on it any more. */
export function paymentStateIn(status: OrderStatus, order: Owed): PaymentState | null {
  return isClosed(status) ? null : paymentStateOf(order);
}

/**
 * How much of what is invoiced of an order is paid, from the sum of its payments. Null while nothing is invoiced or paid,
 * since all of it waits as backorder: it is neither paid nor owed.
 */
export function paymentStateOf({ totalUsd, invoicedUsd, paidUsd }: Owed): PaymentState | null {
  const isNothingDue = compare(invoicedUsd, 0) === 0 && compare(paidUsd, 0) === 0;
  return isNothingDue && compare(totalUsd, 0) > 0 ? null : stateOf(invoicedUsd, paidUsd);
}

/** The same in words; '' of an order that is closed. */
export function paymentText(order: { status: OrderStatus; paymentState: PaymentState | null }): string {
  if (order.paymentState !== null) return PAYMENT_STATES[order.paymentState];
  const why = whyNothingDue(order.status);
  return why === null ? '' : NOT_DUE[why];
}

/** Why nothing of an order is due that has no payment state, by the keys of reports. */
export const NOT_DUE = { ON_BACKORDER: 'On backorder', NOT_SENT } as const;

/** The same by its status; null if it is closed. */
export function whyNothingDue(status: OrderStatus): keyof typeof NOT_DUE | null {
  if (isClosed(status)) return null;
  return waitsForBackorder(status) ? 'ON_BACKORDER' : 'NOT_SENT';
}

function stateOf(invoicedUsd: Money, paidUsd: Money): PaymentState {
  const over = paidUsd === invoicedUsd ? 0 : compare(paidUsd, invoicedUsd);
  if (over >= 0) return over === 0 ? 'PAID' : 'OVERPAID';
  return compare(paidUsd, 0) > 0 ? 'PARTIAL' : 'UNPAID';
}

import { isAllowed } from '../access/ability';
import type { Membership } from '../access/roles';
import { add, compare, formatUsd, greater, type Money, multiply, roundCents, subtract } from '../money';
import { isClosed, type OrderStatus } from '../orders/status';

/**
 * Whether someone may accept an order despite a hold or credit limit, and set both: with write on order payments, the
 * people responsible for money owed. Write on customers is too common to be a control, and frozen orders are about
 * shipped goods.
 */
export function mayChangeCredit(membership: Membership): boolean {
  return isAllowed(membership, 'write', CREDIT_FEATURE);
}

/** The permission for credit decisions. */
export const CREDIT_FEATURE = 'ORDER_PAYMENTS' as const;

type Owing = { status: OrderStatus; totalUsd: Money; paidUsd: Money };

/** Whether an order uses credit: accepted or later. Submitted and closed orders don't. */
export function usesCredit(status: OrderStatus): boolean {
  return status !== 'DRAFT' && status !== 'SUBMITTED' && status !== 'BACKORDER' && !isClosed(status);
}

/** Unpaid amount of an order, in dollars; 0 when overpaid. */
export function unpaidUsd({ totalUsd, paidUsd }: Pick<Owing, 'totalUsd' | 'paidUsd'>): Money {
  return roundCents(greater(subtract(totalUsd, paidUsd), 0));
}

/**
 * What an order holds of its customer's money beyond what it costs: what was overpaid, and all that was paid on an order
 * that was cancelled or rejected. An order that isn't placed yet, or became part of another, has none.
 */
export function orderCreditUsd({ status, totalUsd, paidUsd }: Owing): Money {
  if (isAmong(CREDITED_NOTHING, status)) return '0.00';
  return roundCents(greater(isAmong(CREDITED_WHOLE, status) ? paidUsd : subtract(paidUsd, totalUsd), 0));
}

/** Orders whose whole payment is credit, and those that have none, by `orderCreditUsd`. */
export const CREDITED_WHOLE = ['CANCELLED', 'REJECTED'] as const satisfies readonly OrderStatus[];
export const CREDITED_NOTHING = ['DRAFT', 'COMBINED'] as const satisfies readonly OrderStatus[];

const isAmong = (statuses: readonly OrderStatus[], status: OrderStatus) => statuses.includes(status);

export type CreditTerms = { onHold: boolean; holdReason: string; creditLimitUsd: Money | null };

/** Why an order needs someone to override credit. Amounts in dollars. */
export type CreditStop =
  | { kind: 'hold'; reason: string }
  | { kind: 'limit'; limitUsd: Money; exposureUsd: Money; orderUsd: Money; overUsd: Money };

/** Whether credit is checked for a status change: accepting an order or submitting a draft. */
export function checksCredit(from: OrderStatus, to: OrderStatus): boolean {
  return !usesCredit(from) && (usesCredit(to) || (from === 'DRAFT' && to === 'SUBMITTED'));
}

type Move = { from: OrderStatus; to: OrderStatus; orderUsd: Money };

/**
 * What blocks a seller's status change, or null. A hold blocks submitting a draft and accepting; the limit blocks
 * accepting what would push the exposure over it. An order that already used credit (reopened after fulfillment) adds
 * nothing new. `exposureUsd` excludes this order; `orderUsd` is its unpaid amount.
 */
export function findCreditStop(
  { onHold, holdReason, creditLimitUsd }: CreditTerms,
  exposureUsd: Money,
  { from, to, orderUsd }: Move,
): CreditStop | null {
  if (!checksCredit(from, to)) return null;
  if (onHold) return { kind: 'hold', reason: holdReason };
  if (!usesCredit(to) || creditLimitUsd === null) return null;
  const overUsd = subtract(add(exposureUsd, orderUsd), creditLimitUsd);
  if (compare(overUsd, 0) <= 0) return null;
  return { kind: 'limit', limitUsd: creditLimitUsd, exposureUsd, orderUsd, overUsd: roundCents(overUsd) };
}

/** The message for the seller. */
export function explainCreditStop(stop: CreditStop, customer: string): string {
  if (stop.kind === 'hold') {
    const reason = stop.reason === '' ? '' : ` (${stop.reason})`;
    return `${customer} is on hold${reason}.`;
  }
  const { orderUsd, exposureUsd, limitUsd, overUsd } = stop;
  return `${customer} owes ${formatUsd(exposureUsd)}. This order of ${formatUsd(orderUsd)} puts them ${formatUsd(overUsd)} over their credit limit of ${formatUsd(limitUsd)}.`;
}

/**
 * The message for a buyer on hold at checkout, without the seller's reason or amounts. Credit limits aren't checked at
 * checkout: the seller decides when accepting, and a refusal depending on the cart's total would reveal the limit.
 */
export function holdNotice(seller: string): string {
  return `${seller} isn’t taking orders from you right now. Contact them to sort it out.`;
}

/** A customer's payment terms in words; '' when the payment option decides. */
export function termsText({ paymentTermsDays: days }: { paymentTermsDays: number | null }): string {
  if (days === null) return '';
  return days === 0 ? 'On acceptance' : `Net ${days}`;
}

export const CREDIT_STATES = { HOLD: 'On hold', OVER: 'Over limit', NEAR: 'Near limit', OK: 'Good' } as const;
export type CreditState = keyof typeof CREDIT_STATES;

/** A customer's credit at a glance; "near" is within a tenth of the limit. */
export function creditStateOf({
  onHold,
  creditLimitUsd,
  exposureUsd,
}: Pick<CreditTerms, 'onHold' | 'creditLimitUsd'> & { exposureUsd: Money }): CreditState {
  if (onHold) return 'HOLD';
  if (creditLimitUsd === null) return 'OK';
  const left = subtract(creditLimitUsd, exposureUsd);
  if (compare(left, 0) < 0) return 'OVER';
  return compare(multiply(left, 10), creditLimitUsd) <= 0 && compare(exposureUsd, 0) > 0 ? 'NEAR' : 'OK';
}

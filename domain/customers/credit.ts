import { isAllowed } from '../access/ability';
import type { Membership } from '../access/roles';
import { add, compare, formatUsd, greater, type Money, multiply, roundCents, subtract } from '../money';
import { isClosed, type OrderStatus } from '../orders/status';

/**
 * Whether somebody may accept an order in spite of a hold or a credit limit, and set either: with write on order payments.
 * Those are the people who answer for money owed. Write on customers belongs to everyone who looks after them, which
 * would be no control at all, and frozen orders are about what was shipped.
 */
export function mayChangeCredit(membership: Membership): boolean {
  return isAllowed(membership, 'write', CREDIT_FEATURE);
}

/** The permission that decides about credit. */
export const CREDIT_FEATURE = 'ORDER_PAYMENTS' as const;

type Owing = { status: OrderStatus; totalUsd: Money; paidUsd: Money };

/** Whether an order uses credit: accepted or later. One that waits for an answer, or was closed, does not. */
export function usesCredit(status: OrderStatus): boolean {
  return status !== 'DRAFT' && status !== 'SUBMITTED' && status !== 'BACKORDER' && !isClosed(status);
}

/** What is still owed on an order, in dollars; nothing where more was paid than it comes to. */
export function unpaidUsd({ totalUsd, paidUsd }: Pick<Owing, 'totalUsd' | 'paidUsd'>): Money {
  return roundCents(greater(subtract(totalUsd, paidUsd), 0));
}

export type CreditTerms = { onHold: boolean; holdReason: string; creditLimitUsd: Money | null };

/** Why an order of a customer cannot go on without somebody's word. Amounts in dollars. */
export type CreditStop =
  | { kind: 'hold'; reason: string }
  | { kind: 'limit'; limitUsd: Money; exposureUsd: Money; orderUsd: Money; overUsd: Money };

/** Whether credit has a say in a change of status: when an order is accepted, and when a draft is submitted. */
export function mayStop(from: OrderStatus, to: OrderStatus): boolean {
  return !usesCredit(from) && (usesCredit(to) || (from === 'DRAFT' && to === 'SUBMITTED'));
}

type Move = { from: OrderStatus; to: OrderStatus; orderUsd: Money };

/**
 * What stops a seller from moving an order on, or null. A hold stops submitting a draft and accepting anything; the limit
 * stops accepting what would lift the exposure above it. An order that used credit before (reopened after fulfilment)
 * uses no more than it did. `exposureUsd` is without this order, `orderUsd` what is unpaid on it.
 */
export function findCreditStop(
  { onHold, holdReason, creditLimitUsd }: CreditTerms,
  exposureUsd: Money,
  { from, to, orderUsd }: Move,
): CreditStop | null {
  if (!mayStop(from, to)) return null;
  if (onHold) return { kind: 'hold', reason: holdReason };
  if (!usesCredit(to) || creditLimitUsd === null) return null;
  const overUsd = subtract(add(exposureUsd, orderUsd), creditLimitUsd);
  if (compare(overUsd, 0) <= 0) return null;
  return { kind: 'limit', limitUsd: creditLimitUsd, exposureUsd, orderUsd, overUsd: roundCents(overUsd) };
}

/** The sentence a seller reads. */
export function explainCreditStop(stop: CreditStop, customer: string): string {
  if (stop.kind === 'hold') {
    const reason = stop.reason === '' ? '' : ` (${stop.reason})`;
    return `${customer} is on hold${reason}.`;
  }
  const { orderUsd, exposureUsd, limitUsd, overUsd } = stop;
  return `${customer} owes ${formatUsd(exposureUsd)}. This order of ${formatUsd(orderUsd)} puts them ${formatUsd(overUsd)} over their credit limit of ${formatUsd(limitUsd)}.`;
}

/**
 * What a buyer reads at checkout while the seller has put them on hold; the reason and the amounts stay the seller's.
 * A credit limit is no matter of the checkout: the seller weighs it when accepting, and a refusal that came and went with
 * the cart's total would give the limit away.
 */
export function holdNotice(seller: string): string {
  return `${seller} isn’t taking orders from you right now. Contact them to sort it out.`;
}

export const CREDIT_STATES = { HOLD: 'On hold', OVER: 'Over limit', NEAR: 'Near limit', OK: 'Good' } as const;
export type CreditState = keyof typeof CREDIT_STATES;

/** How a customer's credit looks at a glance; near is within a tenth of the limit. */
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

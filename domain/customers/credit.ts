import { isAllowed } from '../access/ability';
import type { Membership } from '../access/roles';
import { type Day, daysBetween } from '../dates';
import { compare, type Money, multiply, subtract } from '../money';

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

export type CreditTerms = { onHold: boolean; holdReason: string; creditLimitUsd: Money | null };

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

export const CREDIT_STATES = {
  HOLD: 'On hold',
  OVER: 'Over limit',
  LATE: 'Late',
  NEAR: 'Near limit',
  OK: 'Good',
} as const;
export type CreditState = keyof typeof CREDIT_STATES;

type Credit = Pick<CreditTerms, 'onHold' | 'creditLimitUsd'> & { exposureUsd: Money; dueSince: Day | null };

/** By how many days a customer's oldest unpaid order is late; 0 when none is. The day it is due isn't late. */
export const daysLate = ({ dueSince }: Pick<Credit, 'dueSince'>, today: Day): number =>
  dueSince === null ? 0 : Math.max(daysBetween(dueSince, today), 0);

/** A customer's credit at a glance; "near" is within a tenth of the limit. */
export function creditStateOf({ onHold, creditLimitUsd, exposureUsd, dueSince }: Credit, today: Day): CreditState {
  if (onHold) return 'HOLD';
  const left = creditLimitUsd === null ? null : subtract(creditLimitUsd, exposureUsd);
  if (left !== null && compare(left, 0) < 0) return 'OVER';
  if (daysLate({ dueSince }, today) > 0) return 'LATE';
  const isNear = left !== null && compare(multiply(left, 10), creditLimitUsd ?? 0) <= 0;
  return isNear && compare(exposureUsd, 0) > 0 ? 'NEAR' : 'OK';
}

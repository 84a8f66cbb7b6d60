import { isAllowed } from '../access/ability';
import type { Membership } from '../access/roles';
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

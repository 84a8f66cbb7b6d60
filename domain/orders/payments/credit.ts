import type { CreditTerms } from '../../customers/credit';
import { add, compare, formatUsd, greater, type Money, roundCents, subtract } from '../../money';
import { isClosed, type OrderStatus } from '../status';

type Owing = { status: OrderStatus; invoicedUsd: Money; paidUsd: Money };

/** Whether an order uses credit: accepted or later. Submitted and closed orders don't. */
export function usesCredit(status: OrderStatus): boolean {
  return status !== 'DRAFT' && status !== 'SUBMITTED' && status !== 'BACKORDER' && !isClosed(status);
}

/** Unpaid amount of an order, in dollars; 0 when overpaid. */
export function unpaidUsd({ invoicedUsd, paidUsd }: Pick<Owing, 'invoicedUsd' | 'paidUsd'>): Money {
  return roundCents(greater(subtract(invoicedUsd, paidUsd), 0));
}

/**
 * What an order holds of its customer's money beyond what it costs: what was overpaid, and all that was paid on an order
 * that was cancelled or rejected. An order that isn't placed yet, or became part of another, has none.
 */
export function orderCreditUsd({ status, invoicedUsd, paidUsd }: Owing): Money {
  if (isAmong(CREDITED_NOTHING, status)) return '0.00';
  return roundCents(greater(isAmong(CREDITED_WHOLE, status) ? paidUsd : subtract(paidUsd, invoicedUsd), 0));
}

/** Orders whose whole payment is credit, and those that have none, by `orderCreditUsd`. */
export const CREDITED_WHOLE = ['CANCELLED', 'REJECTED'] as const satisfies readonly OrderStatus[];
export const CREDITED_NOTHING = ['DRAFT', 'COMBINED'] as const satisfies readonly OrderStatus[];

/**
 * What an order adds to what its customer owes, in dollars: its unpaid amount while it uses credit; less than 0 by the
 * credit it holds.
 */
export function owingUsd(order: Owing): Money {
  const unpaid = usesCredit(order.status) ? unpaidUsd(order) : '0';
  return roundCents(subtract(unpaid, orderCreditUsd(order)));
}

const isAmong = (statuses: readonly OrderStatus[], status: OrderStatus) => statuses.includes(status);

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
 * nothing new. `exposureUsd`, less than 0 for a customer with more credit than debt, is without what this order adds;
 * `orderUsd` is its unpaid amount.
 */
export function findCreditStop(
  terms: CreditTerms,
  exposureUsd: Money,
  { from, to, orderUsd }: Move,
): CreditStop | null {
  if (!checksCredit(from, to)) return null;
  return stopOf(usesCredit(to) ? terms : { ...terms, creditLimitUsd: null }, exposureUsd, orderUsd);
}

type Edit = { before: Owing; after: Owing; isNewCustomer: boolean };

/** Whether changing an order takes a credit check: one that uses credit costs more, or another customer owes it. */
export function raisesCredit({ before, after, isNewCustomer }: Edit): boolean {
  return usesCredit(after.status) && (isNewCustomer || compare(after.invoicedUsd, before.invoicedUsd) > 0);
}

/**
 * What blocks changing an order that uses credit, or null: as accepting it would be, with what it costs then.
 * `exposureUsd` is its customer's now, with this order as it was if it is theirs already.
 */
export function findEditStop(terms: CreditTerms, exposureUsd: Money, edit: Edit): CreditStop | null {
  if (!raisesCredit(edit)) return null;
  const { before, after, isNewCustomer } = edit;
  const others = isNewCustomer ? exposureUsd : subtract(exposureUsd, owingUsd(before));
  return stopOf(terms, roundCents(subtract(others, orderCreditUsd(after))), unpaidUsd(after));
}

function stopOf(
  { onHold, holdReason, creditLimitUsd }: CreditTerms,
  exposureUsd: Money,
  orderUsd: Money,
): CreditStop | null {
  if (onHold) return { kind: 'hold', reason: holdReason };
  if (creditLimitUsd === null) return null;
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
  const hasCredit = compare(exposureUsd, 0) < 0;
  const standing = hasCredit
    ? `${customer} has ${formatUsd(subtract(0, exposureUsd))} of credit`
    : `${customer} owes ${formatUsd(exposureUsd)}`;
  return `${standing}. This order of ${formatUsd(orderUsd)} puts them ${formatUsd(overUsd)} over their credit limit of ${formatUsd(limitUsd)}.`;
}

import { type Day, shortDay } from '../../dates';
import { compare, formatUsd, greater, type Money, multiply, type Numeric, subtract } from '../../money';
import { backorderText } from '../totals';
import { unpaidUsd } from './credit';

type Entered = { amount: Numeric; paymentDate: Day };
type Owed = { totalUsd: Money; invoicedUsd: Money; paidUsd: Money };

/** How far above an order's balance a payment may be before it is asked about, as a share of what is invoiced. */
const USUAL_SHARE = '0.1';
/** The same at least, in dollars: checks are rounded up. */
const USUAL_USD = '1';

/**
 * What to ask before a payment is recorded, by its field: an amount far above the balance, as a slipped digit or the same
 * check twice makes it, and a day after `today` (the reader's). Nothing is refused for good: a check may be dated ahead
 * and pay for orders to come.
 */
export function paymentDoubts({ amount, paymentDate }: Entered, order: Owed, today: Day): Doubts {
  const balance = unpaidUsd(order);
  const over = subtract(amount, balance);
  const isFarAbove = compare(over, greater(multiply(order.invoicedUsd, USUAL_SHARE), USUAL_USD)) > 0;
  const waits = backorderText(order);
  return {
    ...(isFarAbove && {
      amount: `${formatUsd(amount)} is ${formatUsd(over)} more than the order’s balance of ${formatUsd(balance)}.${waits ? ` ${waits}.` : ''}`,
    }),
    ...(paymentDate > today && { paymentDate: `${shortDay(paymentDate)} is in the future.` }),
  };
}

/** Sentences by field. */
type Doubts = { amount?: string; paymentDate?: string };

/** What the box says that confirms them. */
export const CONFIRM_PAYMENT = 'Record it anyway';
/** What somebody is told who didn't tick it. */
export const CONFIRM_FIRST = `Change it, or tick “${CONFIRM_PAYMENT}”.`;

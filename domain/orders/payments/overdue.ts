import { compare } from '../../money';
import type { Order } from '../order';
import { usesCredit } from './credit';

type Owed = Pick<Order, 'status' | 'paymentDueDate' | 'invoicedUsd' | 'paidUsd'>;

/**
 * Whether an accepted order's payment was due before `today` (YYYY-MM-DD, the reader's date) with an amount still
 * unpaid.
 */
export function isOverdue({ status, paymentDueDate, invoicedUsd, paidUsd }: Owed, today: string): boolean {
  if (paymentDueDate === null || !usesCredit(status)) return false;
  return paymentDueDate < today && compare(paidUsd, invoicedUsd) < 0;
}

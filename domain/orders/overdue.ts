import { usesCredit } from '../customers/credit';
import { compare } from '../money';
import type { Order } from './order';

type Owed = Pick<Order, 'status' | 'paymentDueDate' | 'totalUsd' | 'paidUsd'>;

/**
 * Whether payment of an order that was accepted was due before `today` (YYYY-MM-DD, where the reader is), and something is
 * still owed.
 */
export function isOverdue({ status, paymentDueDate, totalUsd, paidUsd }: Owed, today: string): boolean {
  if (paymentDueDate === null || !usesCredit(status)) return false;
  return paymentDueDate < today && compare(paidUsd, totalUsd) < 0;
}

import { compare } from '../money';
import type { Order } from './order';
import { isClosed } from './status';

type Owed = Pick<Order, 'status' | 'paymentDueDate' | 'totalUsd' | 'paidUsd'>;

/** Whether payment was due before `today` (YYYY-MM-DD, where the reader is) and something is still owed. */
export function isOverdue({ status, paymentDueDate, totalUsd, paidUsd }: Owed, today: string): boolean {
  if (paymentDueDate === null || status === 'DRAFT' || isClosed(status)) return false;
  return paymentDueDate < today && compare(paidUsd, totalUsd) < 0;
}

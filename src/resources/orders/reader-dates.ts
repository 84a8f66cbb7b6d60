import { dayOf, shortDate } from '../../../domain/dates';
import { compare } from '../../../domain/money';
import type { OrderRow } from '../../../domain/orders/order';
import { isClosed } from '../../../domain/orders/status';

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Today where the reader is. */
export const today = (): string => dayOf(new Date(), timeZone);

/** MM/DD/YYYY where the reader is. */
export const dateHere = (instant: string): string => shortDate(instant, timeZone);

/** MM/DD/YYYY and the time of day where the reader is. */
export const momentHere = (instant: string): string => `${dateHere(instant)}, ${clock.format(new Date(instant))}`;

type Owed = Pick<OrderRow, 'status' | 'paymentDueDate' | 'totalUsd' | 'paidUsd'>;

/** Whether payment was due before today and something is still owed. */
export function isOverdue({ status, paymentDueDate, totalUsd, paidUsd }: Owed): boolean {
  if (paymentDueDate === null || status === 'DRAFT' || isClosed(status)) return false;
  return paymentDueDate < today() && compare(paidUsd, totalUsd) < 0;
}

import { z } from 'zod';
import { dayOf, type InstantLike } from '../dates';
import { MoneySchema } from '../money';

/** A calendar month, 'YYYY-MM'. */
export type Month = string;

/** Order totals of one month, by creation date. */
const Spent = z.strictObject({
  orderCount: z.number().int().nonnegative(),
  totalUsd: MoneySchema,
  paidUsd: MoneySchema,
});

export const CustomerSpend = z.strictObject({
  /** Oldest first, including months without orders; the last is the current month. */
  months: z.array(Spent.extend({ month: z.string().regex(/^\d{4}-\d{2}$/) })),
  /** All time, including earlier months. */
  allTime: Spent,
});
export type CustomerSpend = z.infer<typeof CustomerSpend>;

export const MOST_SPEND_MONTHS = 36;

/** The last months up to the current one, oldest first, in a time zone. */
export function lastMonths(now: InstantLike, timeZone: string, count: number): Month[] {
  const [year = 0, month = 1] = dayOf(now, timeZone).split('-').map(Number);
  return Array.from({ length: count }, (_, at) => {
    const index = year * 12 + (month - 1) - (count - 1 - at);
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}

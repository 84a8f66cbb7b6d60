import { z } from 'zod';
import { dayOf, type InstantLike } from '../dates';
import { MoneySchema } from '../money';

/** A month of a calendar, 'YYYY-MM'. */
export type Month = string;

/** What a customer's orders of one month come to, by the month they were created in. */
const Spent = z.strictObject({
  orderCount: z.number().int().nonnegative(),
  totalUsd: MoneySchema,
  paidUsd: MoneySchema,
});

export const CustomerSpend = z.strictObject({
  /** Oldest first, months without orders included; the last one is the present month. */
  months: z.array(Spent.extend({ month: z.string().regex(/^\d{4}-\d{2}$/) })),
  /** Over all time, older months included. */
  allTime: Spent,
});
export type CustomerSpend = z.infer<typeof CustomerSpend>;

export const MOST_SPEND_MONTHS = 36;

/** The last months up to the present one, oldest first, as the calendar of a zone has them. */
export function lastMonths(now: InstantLike, timeZone: string, count: number): Month[] {
  const [year = 0, month = 1] = dayOf(now, timeZone).split('-').map(Number);
  return Array.from({ length: count }, (_, at) => {
    const index = year * 12 + (month - 1) - (count - 1 - at);
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}

import { z } from 'zod';
import { EnteredDay } from '../contract/endpoint';
import { addDays, type Day, daysBetween } from '../dates';

/** A ship date for orders; null takes it away. */
export const ShipDateInput = z.object({
  shipDate: EnteredDay.nullable(),
  /** Payment falls due as many days later or earlier as the order ships. */
  updatePaymentDueDates: z.boolean().default(false),
});

type Dates = { shipDate: Day | null; paymentDueDate: Day | null };

/**
 * When payment is due once an order ships on another day: moved by as many days; without a ship date or due date before,
 * or none now, it stays.
 */
export function dueWhenShipped(before: Dates, shipDate: Day | null): Day | null {
  const { shipDate: was, paymentDueDate: due } = before;
  if (was === null || due === null || shipDate === null) return due;
  return addDays(due, daysBetween(was, shipDate));
}

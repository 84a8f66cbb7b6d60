import { z } from 'zod';
import { EnteredDay } from '../contract/endpoint';
import { addDays, type Day, daysBetween } from '../dates';
import { compare, type Money } from '../money';
import { usesCredit } from './payments/credit';
import type { OrderStatus } from './status';

/** A ship date for orders; null takes it away. */
export const ShipDateInput = z.object({
  shipDate: EnteredDay.nullable(),
  /** Payment falls due as many days later or earlier as the order ships. */
  updatePaymentDueDates: z.boolean().default(false),
});

export type Dates = { shipDate: Day | null; paymentDueDate: Day | null };

/**
 * When payment is due once an order ships on another day: moved by as many days; without a ship date or due date before,
 * or none now, it stays.
 */
export function dueWhenShipped(before: Dates, shipDate: Day | null): Day | null {
  const { shipDate: was, paymentDueDate: due } = before;
  if (was === null || due === null || shipDate === null) return due;
  return addDays(due, daysBetween(was, shipDate));
}

/** When payment of an order accepted on a day is due: as many days later; null without terms that say how many. */
export const dueOnAcceptance = (acceptedOn: Day, days: number | null | undefined): Day | null =>
  days == null ? null : addDays(acceptedOn, days);

type Due = { paymentDueDate: Day | null; countedDueDate: Day | null };

/**
 * Whether accepting an order counts its due date: it has none, or has the one that was counted when it was accepted before,
 * of an order that was on backorder since. A day people agreed on stays.
 */
export const countsDueDate = ({ paymentDueDate, countedDueDate }: Due, isAcceptedAgain: boolean): boolean =>
  paymentDueDate === null || (isAcceptedAgain && isCounted({ paymentDueDate, countedDueDate }));

/**
 * Whether changing an order counts its due date from that day, as accepting it does: the change bills the first of it, all
 * of which waited as backorder before. A day people agreed on stays, and so does that of an order billed in part already.
 */
export const countsDueDateOnBilling = (
  before: Due & { status: OrderStatus; invoicedUsd: Money },
  after: { paymentDueDate: Day | null; invoicedUsd: Money },
): boolean =>
  usesCredit(before.status) &&
  compare(before.invoicedUsd, 0) === 0 &&
  compare(after.invoicedUsd, 0) > 0 &&
  isCounted(before) &&
  after.paymentDueDate === before.paymentDueDate;

const isCounted = ({ paymentDueDate, countedDueDate }: Due) => paymentDueDate === countedDueDate;

/** What a change of an order's ship date did to its dates. */
export type DatesChange = { before: Dates; after: Dates };

/**
 * An order's dates once that change is undone, or null if its ship date was changed since. A due date that was changed
 * since stays, which `keepsDueDate` says.
 */
export function undoShipDate(now: Dates, { before, after }: DatesChange): (Dates & { keepsDueDate: boolean }) | null {
  if (now.shipDate !== after.shipDate) return null;
  const { shipDate } = before;
  if (before.paymentDueDate === after.paymentDueDate)
    return { shipDate, paymentDueDate: now.paymentDueDate, keepsDueDate: false };
  const keepsDueDate = now.paymentDueDate !== after.paymentDueDate;
  return { shipDate, paymentDueDate: keepsDueDate ? now.paymentDueDate : before.paymentDueDate, keepsDueDate };
}

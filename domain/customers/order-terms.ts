import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { z } from 'zod';
import { Id, RowId, Version } from '../contract/endpoint';
import { addDays, type Day, dayOf, isTimeZone } from '../dates';
import { compare, formatUsd, type Money, MoneySchema, type Numeric, PriceSchema, subtract } from '../money';
import { typedCount } from '../typed';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Looked ahead for the next delivery: longer than any lead time and a week. */
const MOST_DAYS = 28;
export const MOST_LEAD_DAYS = 14;

const Weekday = z.number().int().min(0).max(6);
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time, such as 14:30');

/** What a company asks of orders: from everybody, or from the customers of one service zone. */
export const OrderTerms = z.strictObject({
  id: RowId,
  /** Null for everybody whose zone has none of its own. */
  serviceZoneId: RowId.nullable(),
  zoneName: z.string().nullable(),
  minimumUsd: MoneySchema.nullable(),
  /** Days of the week it delivers on, 0 is Sunday; none means whenever it was agreed. */
  deliveryDays: z.array(Weekday),
  /** Until when an order counts for a delivery, so many days before it; the day's end when null. */
  cutOff: z.string().nullable(),
  leadDays: z.number().int(),
  timeZone: z.string(),
  version: z.number().int(),
});
export type OrderTerms = z.infer<typeof OrderTerms>;

export const OrderTermsDraft = z.object({
  serviceZoneId: Id.nullable(),
  minimumUsd: PriceSchema.nullable(),
  deliveryDays: z.array(Weekday).max(7),
  cutOff: Clock.nullable(),
  leadDays: z
    .number()
    .int('Must be whole days')
    .min(0, 'Must be 0 or more')
    .max(MOST_LEAD_DAYS, `Must be ${MOST_LEAD_DAYS} or fewer`),
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone'),
  /** Of the terms it changes; null for new ones. */
  version: Version.nullable(),
});

/** Days between order and delivery as typed; 0 without days of delivery, whatever the field no longer shown has. */
export const leadDaysOf = (typed: { deliveryDays: readonly number[]; leadDays: string }): number =>
  typed.deliveryDays.length === 0 ? 0 : (typedCount(typed.leadDays) ?? 0);

type Delivery = Pick<OrderTerms, 'deliveryDays' | 'cutOff' | 'leadDays' | 'timeZone'>;

/** The terms for customers of a zone: the zone's own, else the company's; null without either. */
export function termsFor<T extends { serviceZoneId: number | null }>(
  all: readonly T[],
  zoneId: number | null,
): T | null {
  const own = all.find(({ serviceZoneId }) => serviceZoneId === zoneId);
  return own ?? all.find(({ serviceZoneId }) => serviceZoneId === null) ?? null;
}

/** The next day an order placed now is delivered on, and until when that holds; null without delivery days. */
export function nextDelivery(
  { deliveryDays, cutOff, leadDays, timeZone }: Delivery,
  now: Date,
): { day: Day; orderBy: string } | null {
  if (deliveryDays.length === 0) return null;
  const today = dayOf(now, timeZone);
  for (let ahead = 0; ahead <= MOST_DAYS; ahead += 1) {
    const day = addDays(today, ahead);
    if (!deliveryDays.includes(dayjs.utc(day).day())) continue;
    const orderBy = dayjs.tz(`${addDays(day, -leadDays)} ${cutOff ?? '23:59'}:00`, timeZone);
    if (orderBy.valueOf() >= now.getTime()) return { day, orderBy: orderBy.toISOString() };
  }
  return null;
}

/** What an order lacks of a minimum, as a sentence; null when it doesn't. */
export function minimumProblem(minimumUsd: Money | null, total: Numeric, sellerName: string): string | null {
  if (minimumUsd === null || compare(total, minimumUsd) >= 0) return null;
  const missing = formatUsd(subtract(minimumUsd, total));
  return `${sellerName} has a minimum order of ${formatUsd(minimumUsd)}. Add ${missing} to order.`;
}

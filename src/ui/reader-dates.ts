import { dayOf, endOfDay, type InstantLike, shortDate } from '../../domain/dates';

type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } };

/**
 * The reader's time zone, as an IANA name. A page's first `Intl.DateTimeFormat` takes 20 ms, so what is shown first needs
 * none where the browser can do without.
 */
export const timeZone: string =
  (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

let counted = timeZone;

/** The IANA time zone in which the screen's days count: its company's, or the reader's. */
export const countedZone = (): string => counted;

/** Counts days in this zone from now on, as the screen that is shown next asks (`src/shell/Days.tsx`). */
export function countDaysIn(zone: string): void {
  if (zone === counted) return;
  counted = zone;
  clock = undefined;
}

const isReaders = () => counted === timeZone;

/** Made when first needed: no list shows the time of day. */
let clock: Intl.DateTimeFormat | undefined;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Year, month and day of an instant in the reader's zone, which a Date knows without a formatter. */
function partsHere(instant: InstantLike) {
  const date = new Date(instant);
  return { year: String(date.getFullYear()), month: twoDigits(date.getMonth() + 1), day: twoDigits(date.getDate()) };
}

/** Today in the zone that counts, as YYYY-MM-DD. */
export function today(): string {
  return dayHere(new Date());
}

/** MM/DD/YYYY in the zone that counts. */
export function dateHere(instant: InstantLike): string {
  if (!isReaders()) return shortDate(instant, counted);
  const { year, month, day } = partsHere(instant);
  return `${month}/${day}/${year}`;
}

/** MM/DD/YYYY and the time in the zone that counts. */
export function momentHere(instant: string): string {
  clock ??= new Intl.DateTimeFormat('en-US', { timeZone: counted, hour: 'numeric', minute: '2-digit' });
  return `${dateHere(instant)}, ${clock.format(new Date(instant))}`;
}

/** The calendar day of an instant in the zone that counts, YYYY-MM-DD. */
export function dayHere(instant: InstantLike): string {
  if (!isReaders()) return dayOf(instant, counted);
  const { year, month, day } = partsHere(instant);
  return `${year}-${month}-${day}`;
}

/** The last second of a day, YYYY-MM-DD, in the zone that counts, as an ISO 8601 instant. */
export const endOfDayHere = (day: string): string =>
  isReaders() ? new Date(`${day}T23:59:59`).toISOString() : endOfDay(day, counted);

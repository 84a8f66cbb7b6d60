import { endOfDay, type InstantLike, instantOf, shortDate } from '../../domain/dates';

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

/** Made when first needed: no list shows the time of day. */
let clock: Intl.DateTimeFormat | undefined;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Today in the zone that counts, as YYYY-MM-DD. */
export function today(): string {
  return dayHere(new Date());
}

/** MM/DD/YYYY in the zone that counts; a Date knows the reader's without a formatter. */
export function dateHere(instant: InstantLike): string {
  if (counted !== timeZone) return shortDate(instant, counted);
  const date = new Date(instant);
  return `${twoDigits(date.getMonth() + 1)}/${twoDigits(date.getDate())}/${date.getFullYear()}`;
}

/** MM/DD/YYYY and the time in the zone that counts, which is named if it isn’t the reader’s: "9:30 PM PST". */
export function momentHere(instant: string): string {
  clock ??= new Intl.DateTimeFormat('en-US', {
    timeZone: counted,
    hour: 'numeric',
    minute: '2-digit',
    ...(counted !== timeZone && { timeZoneName: 'short' }),
  });
  return `${dateHere(instant)}, ${clock.format(new Date(instant))}`;
}

/** M/D/YYYY hh:mmA in the reader's own zone, as notifications have it: "3/7/2026 09:05AM". */
export function momentOfReader(instant: InstantLike): string {
  const date = new Date(instant);
  const hours = date.getHours();
  const clock = `${twoDigits(hours % 12 || 12)}:${twoDigits(date.getMinutes())}${hours < 12 ? 'AM' : 'PM'}`;
  return `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()} ${clock}`;
}

/** Makes what `momentHere` writes with, which takes a while, before somebody waits for it. */
export const prepareClock = (): void => void momentHere(new Date(0).toISOString());

/** The calendar day of an instant in the zone that counts, YYYY-MM-DD. */
export function dayHere(instant: InstantLike): string {
  const [month, day, year] = dateHere(instant).split('/');
  return `${year}-${month}-${day}`;
}

/** The last second of a day, YYYY-MM-DD, in the zone that counts, as an ISO 8601 instant. */
export const endOfDayHere = (day: string): string => endOfDay(day, counted);

/** The instant of a local time as a `datetime-local` field has it, YYYY-MM-DDTHH:mm, in the zone that counts. */
export const instantHere = (localTime: string): string => instantOf(localTime, counted);

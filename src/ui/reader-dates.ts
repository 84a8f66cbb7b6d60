import type { InstantLike } from '../../domain/dates';

type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } };

/**
 * The reader's time zone, as an IANA name. A page's first `Intl.DateTimeFormat` takes 20 ms, so what is shown first needs
 * none where the browser can do without.
 */
export const timeZone: string =
  (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Made when first needed: no list shows the time of day. */
let clock: Intl.DateTimeFormat | undefined;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Year, month and day of an instant in the reader's zone, which a Date knows without a formatter. */
function partsHere(instant: InstantLike) {
  const date = new Date(instant);
  return { year: String(date.getFullYear()), month: twoDigits(date.getMonth() + 1), day: twoDigits(date.getDate()) };
}

/** Today in the reader's zone, as YYYY-MM-DD. */
export function today(): string {
  return dayHere(new Date());
}

/** MM/DD/YYYY in the reader's zone. */
export function dateHere(instant: InstantLike): string {
  const { year, month, day } = partsHere(instant);
  return `${month}/${day}/${year}`;
}

/** MM/DD/YYYY and the time in the reader's zone. */
export function momentHere(instant: string): string {
  clock ??= new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  return `${dateHere(instant)}, ${clock.format(new Date(instant))}`;
}

/** The reader's calendar day of an instant, YYYY-MM-DD. */
export function dayHere(instant: InstantLike): string {
  const { year, month, day } = partsHere(instant);
  return `${year}-${month}-${day}`;
}

/** The last second of a day, YYYY-MM-DD, in the reader's zone, as an ISO 8601 instant. */
export const endOfDayHere = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

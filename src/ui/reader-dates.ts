import { dayOf, type InstantLike, shortDate } from '../../domain/dates';

/** The reader's time zone, as an IANA name. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
/** Made when first needed: no list shows the time of day. */
let clock: Intl.DateTimeFormat | undefined;

/** Today in the reader's zone, as YYYY-MM-DD. */
export const today = (): string => dayOf(new Date(), timeZone);

/** MM/DD/YYYY in the reader's zone. */
export const dateHere = (instant: InstantLike): string => shortDate(instant, timeZone);

/** MM/DD/YYYY and the time in the reader's zone. */
export function momentHere(instant: string): string {
  clock ??= new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  return `${dateHere(instant)}, ${clock.format(new Date(instant))}`;
}

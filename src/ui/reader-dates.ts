import { dayOf, type InstantLike, shortDate } from '../../domain/dates';

/** Where the reader is, as an IANA name. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
/** Made when first needed: no list shows the time of day. */
let clock: Intl.DateTimeFormat | undefined;

/** Today where the reader is, as YYYY-MM-DD. */
export const today = (): string => dayOf(new Date(), timeZone);

/** MM/DD/YYYY where the reader is. */
export const dateHere = (instant: InstantLike): string => shortDate(instant, timeZone);

/** MM/DD/YYYY and the time of day where the reader is. */
export function momentHere(instant: string): string {
  clock ??= new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  return `${dateHere(instant)}, ${clock.format(new Date(instant))}`;
}

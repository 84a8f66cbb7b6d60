import { dayOf, shortDate } from '../../domain/dates';

/** Where the reader is, as an IANA name. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Today where the reader is, as YYYY-MM-DD. */
export const today = (): string => dayOf(new Date(), timeZone);

/** MM/DD/YYYY where the reader is. */
export const dateHere = (instant: string): string => shortDate(instant, timeZone);

/** MM/DD/YYYY and the time of day where the reader is. */
export const momentHere = (instant: string): string => `${dateHere(instant)}, ${clock.format(new Date(instant))}`;

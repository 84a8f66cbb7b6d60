import { dayOf, shortDate } from '../../domain/dates';

/** The reader's time zone, as an IANA name. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Today in the reader's zone, as YYYY-MM-DD. */
export const today = (): string => dayOf(new Date(), timeZone);

/** MM/DD/YYYY in the reader's zone. */
export const dateHere = (instant: string): string => shortDate(instant, timeZone);

/** MM/DD/YYYY and the time in the reader's zone. */
export const momentHere = (instant: string): string => `${dateHere(instant)}, ${clock.format(new Date(instant))}`;

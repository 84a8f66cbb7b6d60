import { shortDate } from '../../../domain/dates';

/** MM/DD/YYYY where the reader is. */
export const dateHere = (instant: string): string =>
  shortDate(instant, Intl.DateTimeFormat().resolvedOptions().timeZone);

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '2026-11' → 'Nov 2026'. */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

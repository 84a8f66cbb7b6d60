import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { z } from 'zod';

dayjs.extend(utc);
dayjs.extend(timezone);

/** A calendar day without a zone, 'YYYY-MM-DD'. */
export type Day = string;
/** An instant as ISO 8601, or as a Date. */
export type InstantLike = string | Date;
/** From and to, inclusive; null means open. */
export type Range<T> = { from: T | null; to: T | null };

const DAY = 'YYYY-MM-DD';
const SHORT = 'MM/DD/YYYY';

/** The earliest date accepted in filters and entries. */
export const EARLIEST_DATE: Day = '2015-01-01';

/** The latest one: beyond it there are typing mistakes, and reports of thousands of years. */
export const LATEST_DATE: Day = '2099-12-31';

/**
 * Checked first because every call checks a zone and a formatter is slow to create; aliases aren’t in the list. Made when
 * first asked for: a browser never asks.
 */
let listedZones: ReadonlySet<string> | undefined;

/** Whether a name is a time zone known here, such as 'America/Denver'. No offsets: PostgreSQL reads those the other way. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  listedZones ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (listedZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Cached: creating a formatter takes as long as formatting dozens of dates, and exports format hundreds of thousands.
 */
const shortDates = new Map<string, Intl.DateTimeFormat>();

/** An instant in a time zone, MM/DD/YYYY; `timeZone` is an IANA name. */
export function shortDate(instant: InstantLike, timeZone: string): string {
  let format = shortDates.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    shortDates.set(timeZone, format);
  }
  return format.format(new Date(instant));
}

const shortTimes = new Map<string, Intl.DateTimeFormat>();

/** An instant in a time zone, MM/DD/YYYY, h:mm AM; `timeZone` is an IANA name. */
export function shortMoment(instant: InstantLike, timeZone: string): string {
  let format = shortTimes.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
    shortTimes.set(timeZone, format);
  }
  return `${shortDate(instant, timeZone)}, ${format.format(new Date(instant))}`;
}

/** A calendar day as MM/DD/YYYY. */
export function shortDay(day: Day): string {
  return dayjs.utc(day).format(SHORT);
}

/** The calendar day an instant falls on in a zone. */
export function dayOf(instant: InstantLike, timeZone: string): Day {
  const [month = '', day = '', year = ''] = shortDate(instant, timeZone).split('/');
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

export function addDays(day: Day, days: number): Day {
  return dayjs.utc(day).add(days, 'day').format(DAY);
}

/** Days from one calendar day to another; negative when the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return dayjs.utc(to).diff(dayjs.utc(from), 'day');
}

/** The first instant of a calendar day in a zone. */
export function startOfDay(day: Day, timeZone: string): string {
  const midnight = dayjs.tz(`${day} 00:00:00`, timeZone).valueOf();
  // Where clocks go back at midnight, it comes twice.
  const hourBefore = new Date(midnight - 3_600_000);
  return (dayOf(hourBefore, timeZone) === day ? hourBefore : new Date(midnight)).toISOString();
}

/** The instant a clock in a zone shows a local time, 'YYYY-MM-DDTHH:mm', as ISO 8601. */
export const instantOf = (localTime: string, timeZone: string): string => dayjs.tz(localTime, timeZone).toISOString();

const WRITTEN =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,3})\d*)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** Years before this stand for no date at all: outside systems write 0001 or 1753 where they have none. */
const FIRST_YEAR = '1900';

/** The day an outside system writes, with or without a time after it, as it stands there; null for none. */
export function dayAsWritten(text: string): Day | null {
  const [, day] = WRITTEN.exec(text.trim()) ?? [];
  if (day === undefined || day < FIRST_YEAR) return null;
  const midnight = new Date(`${day}T00:00:00Z`);
  // The calendar has no February 30, which a Date takes for March 2.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day) ? day : null;
}

/**
 * The instant an outside system writes: by its offset if it has one, else as a clock in `timeZone` shows it. Null for none.
 */
export function instantAsWritten(text: string, timeZone: string): Date | null {
  const day = dayAsWritten(text);
  const [, , time = '00:00', fraction = '0', offset] = WRITTEN.exec(text.trim()) ?? [];
  if (day === null) return null;
  const zone =
    offset && (/^z$/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`);
  const clock = time.length === 5 ? `${time}:00` : time;
  const local = new Date(`${day}T${clock}Z`);
  if (Number.isNaN(local.getTime())) return null;
  const at = zone ? new Date(`${day}T${clock}${zone}`) : dayjs.tz(`${day} ${clock}`, timeZone).toDate();
  return Number.isNaN(at.getTime()) ? null : new Date(at.getTime() + Number(fraction.padEnd(3, '0')));
}

/** The last second of a calendar day in a zone. */
export function endOfDay(day: Day, timeZone: string): string {
  return dayjs(startOfDay(addDays(day, 1), timeZone))
    .subtract(1, 'second')
    .toISOString();
}

type Moment = { now: Date; today: Day; timeZone: string };
type RelativeRangeEntry = {
  label: string;
  /** The number of days a report's limit counts. */
  days: number;
  resolve: (moment: Moment) => { from: string; to: string };
};

const rolling = (
  label: string,
  days: number,
  count: number,
  unit: 'hour' | 'day' | 'month' | 'year',
): RelativeRangeEntry => ({
  label,
  days,
  resolve: ({ now }) => ({ from: dayjs.utc(now).subtract(count, unit).toISOString(), to: now.toISOString() }),
});

const wholeDays = (label: string, days: number, bounds: (today: Day) => [Day, Day]): RelativeRangeEntry => ({
  label,
  days,
  resolve: ({ today, timeZone }) => {
    const [first, last] = bounds(today);
    return { from: startOfDay(first, timeZone), to: endOfDay(last, timeZone) };
  },
});

const soFar = (label: string, days: number, first: (today: Day) => Day): RelativeRangeEntry => ({
  label,
  days,
  resolve: ({ now, today, timeZone }) => ({ from: startOfDay(first(today), timeZone), to: now.toISOString() }),
});

const startOf = (unit: 'week' | 'month' | 'year', day: Day): Day => dayjs.utc(day).startOf(unit).format(DAY);
const week = (today: Day, weeks: number): [Day, Day] => {
  const first = addDays(startOf('week', today), 7 * weeks);
  return [first, addDays(first, 6)];
};
const previous = (unit: 'month' | 'year', today: Day): [Day, Day] => {
  const last = addDays(startOf(unit, today), -1);
  return [startOf(unit, last), last];
};
const single = (day: Day): [Day, Day] => [day, day];

/** Relative ranges, in display order. Weeks start on Sunday. */
export const RELATIVE_RANGES = {
  LAST_6_HOURS: rolling('Last 6 hours', 1, 6, 'hour'),
  LAST_12_HOURS: rolling('Last 12 hours', 1, 12, 'hour'),
  LAST_24_HOURS: rolling('Last 24 hours', 1, 24, 'hour'),
  LAST_2_DAYS: rolling('Last 2 days', 2, 2, 'day'),
  LAST_7_DAYS: rolling('Last 7 days', 7, 7, 'day'),
  LAST_30_DAYS: rolling('Last 30 days', 30, 30, 'day'),
  LAST_90_DAYS: rolling('Last 90 days', 90, 90, 'day'),
  LAST_6_MONTHS: rolling('Last 6 months', 183, 6, 'month'),
  LAST_1_YEAR: rolling('Last 1 year', 366, 1, 'year'),
  LAST_2_YEARS: rolling('Last 2 years', 732, 2, 'year'),
  LAST_5_YEARS: rolling('Last 5 years', 1830, 5, 'year'),
  YESTERDAY: wholeDays('Yesterday', 1, (today) => single(addDays(today, -1))),
  DAY_BEFORE_YESTERDAY: wholeDays('Day before yesterday', 1, (today) => single(addDays(today, -2))),
  THIS_DAY_LAST_WEEK: wholeDays('This day last week', 1, (today) => single(addDays(today, -7))),
  THIS_WEEK: wholeDays('This week', 7, (today) => week(today, 0)),
  LAST_WEEK: wholeDays('Last week', 7, (today) => week(today, -1)),
  NEXT_WEEK: wholeDays('Next week', 7, (today) => week(today, 1)),
  PREVIOUS_MONTH: wholeDays('Previous month', 31, (today) => previous('month', today)),
  PREVIOUS_YEAR: wholeDays('Previous year', 366, (today) => previous('year', today)),
  TODAY_SO_FAR: soFar('Today so far', 1, (today) => today),
  WEEK_SO_FAR: soFar('Week so far', 7, (today) => startOf('week', today)),
  MONTH_SO_FAR: soFar('Month so far', 31, (today) => startOf('month', today)),
  YEAR_SO_FAR: soFar('Year so far', 366, (today) => startOf('year', today)),
} as const satisfies Record<string, RelativeRangeEntry>;

export type RelativeRange = keyof typeof RELATIVE_RANGES;
export const RelativeRangeSchema = z.enum(Object.keys(RELATIVE_RANGES) as [RelativeRange, ...RelativeRange[]]);

/** The instants a relative range covers now, by the days of a zone. */
export function resolveRelative(range: RelativeRange, now: Date, timeZone: string): { from: string; to: string } {
  return RELATIVE_RANGES[range].resolve({ now, today: dayOf(now, timeZone), timeZone });
}

/** A stored date filter: days or instants for each end, or a relative range, which takes precedence. */
export type DateFilter = { from?: string | undefined; to?: string | undefined; rel?: RelativeRange | undefined };

const isDay = (bound: string) => bound.length === DAY.length;

/** The calendar day of an end of a filter: the day itself, or the one on which an instant falls in a zone. */
export const dayOfBound = (bound: string, timeZone: string): Day => (isDay(bound) ? bound : dayOf(bound, timeZone));

/** The instants a date filter includes, for a field with a time. A day as the end includes the whole day. */
export function resolveInstants({ from, to, rel }: DateFilter, now: Date, timeZone: string): Range<string> {
  if (rel !== undefined) return resolveRelative(rel, now, timeZone);
  return {
    from: from === undefined ? null : isDay(from) ? startOfDay(from, timeZone) : dayjs(from).toISOString(),
    to: to === undefined ? null : isDay(to) ? endOfDay(to, timeZone) : dayjs(to).toISOString(),
  };
}

/** The days a date filter includes, for a calendar-day field. */
export function resolveDays(filter: DateFilter, now: Date, timeZone: string): Range<Day> {
  const asDay = (bound: string | null | undefined) =>
    bound === null || bound === undefined ? null : dayOfBound(bound, timeZone);
  const { from, to } = filter.rel === undefined ? filter : resolveRelative(filter.rel, now, timeZone);
  return { from: asDay(from), to: asDay(to) };
}

/** West of UTC the latest day ends so much later, at most. */
const WESTMOST_MS = 12 * 3_600_000;

/** What is wrong with a day or an instant that is entered, as what to do; null when it is one we take. */
export function dateProblem(bound: string): string | null {
  if (compareBounds(bound, EARLIEST_DATE) < 0) return `Must be on or after ${shortDay(EARLIEST_DATE)}`;
  const end = addDays(LATEST_DATE, 1);
  const isLate = isDay(bound) ? bound > LATEST_DATE : compareBounds(bound, end) > WESTMOST_MS;
  return isLate ? `Must be on or before ${shortDay(LATEST_DATE)}` : null;
}

/** A schema's check of that. */
export const withinDates: z.core.CheckFn<string> = (given) => {
  const problem = dateProblem(given.value);
  if (problem !== null) given.issues.push({ code: 'custom', input: given.value, message: problem, continue: true });
};

/** An end of a range of dates: a day, or an instant as ISO 8601 with a zone. */
export const DateBound = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'Must be a date').check(withinDates);

/** Negative when the first bound is earlier; days compare by their first instant in UTC. */
export function compareBounds(a: string, b: string): number {
  return dayjs.utc(a).valueOf() - dayjs.utc(b).valueOf();
}

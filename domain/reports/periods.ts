import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { addDays, type Day, dayOf, type Range } from '../dates';
import { INTERVALS, type Interval } from './view';

dayjs.extend(utc);

const DAY_MS = 86_400_000;
const DAY = 'YYYY-MM-DD';

/** A stretch of days, both included. */
export type Period = { from: Day; to: Day };

/** The period of an interval a day is in. Weeks start on Sunday. */
export function periodOf(day: Day, interval: Interval): Period {
  const at = dayjs.utc(day);
  switch (interval) {
    case 'DAY':
      return { from: day, to: day };
    case 'WEEK': {
      const from = addDays(day, -at.day());
      return { from, to: addDays(from, 6) };
    }
    case 'MONTH':
      return { from: at.startOf('month').format(DAY), to: at.endOf('month').format(DAY) };
    case 'QUARTER': {
      const first = at.startOf('month').subtract(at.month() % 3, 'month');
      return { from: first.format(DAY), to: first.add(2, 'month').endOf('month').format(DAY) };
    }
  }
}

/** Every period of an interval from the one with the first day to the one with the last, in order. */
function periodsOf({ from, to }: Period, interval: Interval): Period[] {
  const periods: Period[] = [];
  for (let next = from; next <= to; next = addDays(periods.at(-1)?.to ?? to, 1)) periods.push(periodOf(next, interval));
  return periods;
}

/**
 * The same, but none after the coming year, as no order is placed then: a range to the last day there is shows what there
 * can be. At least one.
 */
export function periodsWithOrders({ from, to }: Period, interval: Interval, today: Day): Period[] {
  const latest = `${Number(today.slice(0, 4)) + 1}-12-31`;
  const last = to < latest ? to : latest;
  return periodsOf({ from, to: last < from ? from : last }, interval);
}

/** How far apart two stretches of time are that are compared: whole days or whole calendar months. */
export type Shift = { days: number; months: number };

/** The same time a calendar year before. */
export const YEAR_BEFORE: Shift = { days: 0, months: 12 };

/** The first day that lies in this period or later once it is moved on by a shift; a leap day's stays the month's last. */
export function firstDayBefore({ from }: Period, { days, months }: Shift): Day {
  const before = addDays(from, -days);
  const at = dayjs.utc(before).subtract(months, 'month');
  return at.date() === dayjs.utc(before).date() ? at.format(DAY) : at.add(1, 'day').format(DAY);
}

/** Hours a day may have more than 24 when clocks are put back, and a little. */
const SLACK = 0.1;

/**
 * How far before a stretch of time the one lies that it follows: as many days as it has; whole weeks by week, so that
 * weekdays meet; whole months if it begins with one and is divided by months or quarters.
 */
export function shiftBefore({ from, to }: { from: string; to: string }, interval: Interval, timeZone: string): Shift {
  const [first, last] = [dayOf(from, timeZone), dayOf(to, timeZone)];
  const { unit } = INTERVALS[interval];
  if ((unit === 'month' || unit === 'quarter') && periodOf(first, interval).from === first) {
    return { days: 0, months: periodsOf({ from: first, to: last }, interval).length * (unit === 'quarter' ? 3 : 1) };
  }
  const days = Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS - SLACK));
  return { days: unit === 'week' ? Math.ceil(days / 7) * 7 : days, months: 0 };
}

/** Whether a period isn't over yet, or only part of it is covered. */
export function isPartial(period: Period, covered: Range<Day>, today: Day): boolean {
  if (period.to >= today) return true;
  return (covered.from !== null && covered.from > period.from) || (covered.to !== null && covered.to < period.to);
}

import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { z } from 'zod';
import { addDays, type Day, dayOf } from '../dates';

dayjs.extend(utc);
dayjs.extend(timezone);

/** How often a report is mailed. */
export const REPEATS = {
  DAY: 'Every day',
  WEEKDAY: 'Every weekday',
  WEEK: 'Every week',
  MONTH: 'Every month',
} as const;
export type Repeat = keyof typeof REPEATS;

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** When a report is mailed; `weekday` (0 is Sunday) counts for weeks, `monthDay` for months. */
export const Schedule = z.object({
  repeat: z.enum(Object.keys(REPEATS) as [Repeat, ...Repeat[]]),
  weekday: z.number().int().min(0).max(6).default(1),
  /** In a shorter month, its last day. */
  monthDay: z.number().int().min(1).max(31).default(1),
  hour: z.number().int().min(0).max(23),
});
export type Schedule = z.output<typeof Schedule>;

/** More days than any schedule skips. */
const MOST_DAYS = 63;

/**
 * The first time of a schedule after an instant, by the clocks of an IANA time zone. An hour that clocks skip is mailed
 * when they go on, one they repeat is mailed the first time only.
 */
export function nextTime(schedule: Schedule, after: Date, timeZone: string): Date {
  let day = addDays(dayOf(after, timeZone), -1);
  for (let days = 0; days < MOST_DAYS; days += 1) {
    if (isOn(schedule, day)) {
      const at = instantOf(day, schedule.hour, timeZone);
      if (at > after) return at;
    }
    day = addDays(day, 1);
  }
  throw new Error('A schedule has no next time');
}

function isOn({ repeat, weekday, monthDay }: Schedule, day: Day): boolean {
  const at = dayjs.utc(day);
  switch (repeat) {
    case 'DAY':
      return true;
    case 'WEEKDAY':
      return at.day() !== 0 && at.day() !== 6;
    case 'WEEK':
      return at.day() === weekday;
    case 'MONTH':
      return at.date() === Math.min(monthDay, at.daysInMonth());
  }
}

const HOUR_MS = 3_600_000;

/** The first instant at which a zone's clocks show this hour of a day, or have just skipped it. */
function instantOf(day: Day, hour: number, timeZone: string): Date {
  const asUtc = dayjs.utc(day).hour(hour).valueOf();
  const offsetAt = (instant: number) => dayjs(instant).tz(timeZone).utcOffset() * 60_000;
  // Clocks change less than a day apart from this, so one offset is from before the change and one from after.
  const offsets = [offsetAt(asUtc - 24 * HOUR_MS), offsetAt(asUtc + 24 * HOUR_MS)];
  const shown = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetAt(at) === asUtc);
  // A skipped hour, counted by the clock of before, is as far after the change as it should have been.
  return new Date(shown.length > 0 ? Math.min(...shown) : asUtc - (offsets[0] ?? 0));
}

/** Whole hours as read: "12 AM", "7 AM", "5 PM". */
export const hourText = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** A time of day, HH:MM, as people say it: "2 PM", "2:30 PM". */
export function clockText(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return minute === 0 ? hourText(hour) : hourText(hour).replace(' ', `:${String(minute).padStart(2, '0')} `);
}

const ORDINALS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** A day of the month as read: "1st", "22nd", "31st". */
export function monthDayText(day: number): string {
  const rule = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(day);
  return `${day}${ORDINALS[rule] ?? 'th'}`;
}

/** A schedule in words: "Every Monday at 7 AM", "Monthly on the 31st or last day at 7 AM". */
export function scheduleText({ repeat, weekday, monthDay, hour }: Schedule): string {
  const days = {
    DAY: REPEATS.DAY,
    WEEKDAY: REPEATS.WEEKDAY,
    WEEK: `Every ${WEEKDAYS[weekday]}`,
    MONTH: `Monthly on the ${monthDayText(monthDay)}${monthDay > 28 ? ' or last day' : ''}`,
  }[repeat];
  return `${days} at ${hourText(hour)}`;
}

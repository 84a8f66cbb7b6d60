import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../domain/dates';
import { nextTime, type Repeat, Schedule, scheduleText } from '../../../domain/reports/schedule';

const LA = 'America/Los_Angeles';

const schedule = (repeat: Repeat, rest: Partial<Schedule> = {}): Schedule => ({
  repeat,
  weekday: 1,
  monthDay: 1,
  hour: 7,
  ...rest,
});

/** The next times after an instant, one after the other. */
function times(given: Schedule, after: string, count: number, timeZone = LA): string[] {
  const found: string[] = [];
  for (let last = new Date(after); found.length < count; ) {
    last = nextTime(given, last, timeZone);
    found.push(last.toISOString().slice(0, 16));
  }
  return found;
}

describe('the next time of a schedule', () => {
  test('is later than now, even by the same hour', () => {
    expect(times(schedule('DAY'), '2026-06-10T14:00:00Z', 1)).toEqual(['2026-06-11T14:00']);
    expect(times(schedule('DAY'), '2026-06-10T13:59:59Z', 1)).toEqual(['2026-06-10T14:00']);
  });

  test.each([
    ['every day', schedule('DAY'), ['2026-06-12T14:00', '2026-06-13T14:00']],
    ['weekdays', schedule('WEEKDAY'), ['2026-06-12T14:00', '2026-06-15T14:00', '2026-06-16T14:00']],
    ['every Sunday', schedule('WEEK', { weekday: 0 }), ['2026-06-14T14:00', '2026-06-21T14:00']],
    ['every 11th', schedule('MONTH', { monthDay: 11 }), ['2026-07-11T14:00', '2026-08-11T14:00']],
  ])('%s', (_, given, expected) => {
    expect(times(given, '2026-06-11T20:00:00Z', expected.length)).toEqual(expected);
  });

  test('a month without the day has its last day, in a leap year too', () => {
    const last = schedule('MONTH', { monthDay: 31, hour: 12 });
    expect(times(last, '2026-12-31T21:00:00Z', 4)).toEqual([
      '2027-01-31T20:00',
      '2027-02-28T20:00',
      '2027-03-31T19:00',
      '2027-04-30T19:00',
    ]);
    expect(times(schedule('MONTH', { monthDay: 30, hour: 12 }), '2028-02-01T00:00:00Z', 2)).toEqual([
      '2028-02-29T20:00',
      '2028-03-30T19:00',
    ]);
  });

  test('keeps its hour when clocks change', () => {
    expect(times(schedule('DAY'), '2026-03-06T20:00:00Z', 3)).toEqual([
      '2026-03-07T15:00',
      '2026-03-08T14:00',
      '2026-03-09T14:00',
    ]);
    expect(times(schedule('DAY'), '2026-10-30T20:00:00Z', 3)).toEqual([
      '2026-10-31T14:00',
      '2026-11-01T15:00',
      '2026-11-02T15:00',
    ]);
  });

  test('an hour that clocks skip is mailed once they have gone on, one they repeat only the first time', () => {
    expect(times(schedule('DAY', { hour: 2 }), '2026-03-07T20:00:00Z', 2)).toEqual([
      '2026-03-08T10:00',
      '2026-03-09T09:00',
    ]);
    expect(times(schedule('DAY', { hour: 1 }), '2026-10-31T20:00:00Z', 2)).toEqual([
      '2026-11-01T08:00',
      '2026-11-02T09:00',
    ]);
  });

  test('is on a day and at an hour of the schedule by the clocks of its zone, whatever the zone', () => {
    const zones = fc.constantFrom(LA, 'America/Phoenix', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC');
    const drawn = fc.record({
      repeat: fc.constantFrom<Repeat>('DAY', 'WEEKDAY', 'WEEK', 'MONTH'),
      weekday: fc.nat(6),
      monthDay: fc.integer({ min: 1, max: 31 }),
      // No zone here changes its clocks at these.
      hour: fc.constantFrom(0, 4, 9, 17, 23),
    });
    const after = fc.date({ min: new Date('2025-01-01'), max: new Date('2032-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, drawn, after, (timeZone, given, from) => {
        const next = nextTime(given, from, timeZone);
        const clock = new Intl.DateTimeFormat('en-US', {
          timeZone,
          hour: 'numeric',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        expect(next.getTime()).toBeGreaterThan(from.getTime());
        expect(clock.format(next)).toBe(`${String(given.hour).padStart(2, '0')}:00`);
        const day = new Date(`${dayOf(next, timeZone)}T00:00:00Z`);
        const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
        if (given.repeat === 'WEEKDAY') expect([1, 2, 3, 4, 5]).toContain(day.getUTCDay());
        if (given.repeat === 'WEEK') expect(day.getUTCDay()).toBe(given.weekday);
        if (given.repeat === 'MONTH') expect(day.getUTCDate()).toBe(Math.min(given.monthDay, lastDay));
      }),
    );
  });
});

test('a schedule reads as people say it', () => {
  expect(scheduleText(schedule('DAY', { hour: 0 }))).toBe('Every day at 12 AM');
  expect(scheduleText(schedule('WEEKDAY', { hour: 12 }))).toBe('Every weekday at 12 PM');
  expect(scheduleText(schedule('WEEK', { weekday: 5, hour: 17 }))).toBe('Every Friday at 5 PM');
  expect(scheduleText(schedule('MONTH', { monthDay: 22 }))).toBe('Monthly on the 22nd at 7 AM');
  expect(scheduleText(schedule('MONTH', { monthDay: 3 }))).toBe('Monthly on the 3rd at 7 AM');
  expect(scheduleText(schedule('MONTH', { monthDay: 28 }))).toBe('Monthly on the 28th at 7 AM');
  expect(scheduleText(schedule('MONTH', { monthDay: 29 }))).toBe('Monthly on the 29th or last day at 7 AM');
  expect(scheduleText(schedule('MONTH', { monthDay: 31 }))).toBe('Monthly on the 31st or last day at 7 AM');
});

test('a schedule is of days and hours that there are', () => {
  const isRead = (change: object) => Schedule.safeParse({ ...schedule('DAY'), ...change }).success;
  const first = { weekday: 0, monthDay: 1, hour: 0 };
  expect([first, { weekday: 6, monthDay: 31, hour: 23 }].map(isRead)).toEqual([true, true]);
  const none = [
    { weekday: -1 },
    { weekday: 7 },
    { monthDay: 0 },
    { monthDay: 32 },
    { hour: -1 },
    { hour: 24 },
    { hour: 7.5 },
  ];
  expect(none.filter(isRead)).toEqual([]);
});

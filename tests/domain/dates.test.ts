import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayAsWritten,
  dayOf,
  endOfDay,
  instantAsWritten,
  instantOf,
  RELATIVE_RANGES,
  type RelativeRange,
  resolveDays,
  resolveInstants,
  resolveRelative,
  shortDate,
  shortDay,
  startOfDay,
} from '../../domain/dates';

const LA = 'America/Los_Angeles';
const NY = 'America/New_York';
const UTC = 'UTC';
/** A Wednesday, 10:30 in Los Angeles. */
const NOW = new Date('2026-03-18T17:30:00.000Z');

describe('dates as they are read', () => {
  test.each([
    ['2026-01-01T05:00:00Z', LA, '12/31/2025'],
    ['2026-01-01T05:00:00Z', NY, '01/01/2026'],
    ['2026-01-01T05:00:00Z', UTC, '01/01/2026'],
    ['2026-07-01T06:59:59Z', LA, '06/30/2026'],
    ['2026-07-01T07:00:00Z', LA, '07/01/2026'],
  ])('%s in %s is %s', (instant, zone, shown) => {
    expect(shortDate(instant, zone)).toBe(shown);
    expect(shortDate(new Date(instant), zone)).toBe(shown);
  });

  test.each([
    ['2026-03-10T22:30', LA, '2026-03-11T05:30:00.000Z'],
    ['2026-01-10T22:30', LA, '2026-01-11T06:30:00.000Z'],
    ['2026-03-10T22:30', NY, '2026-03-11T02:30:00.000Z'],
    ['2026-03-10T22:30', 'Asia/Kolkata', '2026-03-10T17:00:00.000Z'],
    ['2026-03-10T22:30', UTC, '2026-03-10T22:30:00.000Z'],
  ])('a clock shows %s in %s at %s', (local, zone, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
  });

  test('a calendar day is the same in every zone', () => {
    expect(shortDay('2026-02-09')).toBe('02/09/2026');
  });

  test.each([
    ['2026-03-08', LA, '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.000Z'],
    ['2026-11-01', LA, '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.000Z'],
    ['2026-01-15', NY, '2026-01-15T05:00:00.000Z', '2026-01-16T04:59:59.000Z'],
    ['2026-01-15', UTC, '2026-01-15T00:00:00.000Z', '2026-01-15T23:59:59.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.000Z'],
    ['2026-10-31', 'America/Havana', '2026-10-31T04:00:00.000Z', '2026-11-01T03:59:59.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.000Z'],
    ['2026-12-31', 'Asia/Kolkata', '2026-12-30T18:30:00.000Z', '2026-12-31T18:29:59.000Z'],
  ])('the day %s in %s lasts from %s to %s, also when clocks change', (day, zone, first, last) => {
    expect(startOfDay(day, zone)).toBe(first);
    expect(endOfDay(day, zone)).toBe(last);
    expect(dayOf(first, zone)).toBe(day);
    expect(dayOf(last, zone)).toBe(day);
  });

  test('days are counted by the calendar', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });
});

const LA_RANGES: Record<RelativeRange, [string, string, number]> = {
  LAST_6_HOURS: ['2026-03-18T11:30:00.000Z', '2026-03-18T17:30:00.000Z', 1],
  LAST_12_HOURS: ['2026-03-18T05:30:00.000Z', '2026-03-18T17:30:00.000Z', 1],
  LAST_24_HOURS: ['2026-03-17T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 1],
  LAST_2_DAYS: ['2026-03-16T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 2],
  LAST_7_DAYS: ['2026-03-11T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 7],
  LAST_30_DAYS: ['2026-02-16T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 30],
  LAST_90_DAYS: ['2025-12-18T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 90],
  LAST_6_MONTHS: ['2025-09-18T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 183],
  LAST_1_YEAR: ['2025-03-18T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 366],
  LAST_2_YEARS: ['2024-03-18T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 732],
  LAST_5_YEARS: ['2021-03-18T17:30:00.000Z', '2026-03-18T17:30:00.000Z', 1830],
  YESTERDAY: ['2026-03-17T07:00:00.000Z', '2026-03-18T06:59:59.000Z', 1],
  DAY_BEFORE_YESTERDAY: ['2026-03-16T07:00:00.000Z', '2026-03-17T06:59:59.000Z', 1],
  THIS_DAY_LAST_WEEK: ['2026-03-11T07:00:00.000Z', '2026-03-12T06:59:59.000Z', 1],
  THIS_WEEK: ['2026-03-15T07:00:00.000Z', '2026-03-22T06:59:59.000Z', 7],
  LAST_WEEK: ['2026-03-08T08:00:00.000Z', '2026-03-15T06:59:59.000Z', 7],
  NEXT_WEEK: ['2026-03-22T07:00:00.000Z', '2026-03-29T06:59:59.000Z', 7],
  PREVIOUS_MONTH: ['2026-02-01T08:00:00.000Z', '2026-03-01T07:59:59.000Z', 31],
  PREVIOUS_YEAR: ['2025-01-01T08:00:00.000Z', '2026-01-01T07:59:59.000Z', 366],
  TODAY_SO_FAR: ['2026-03-18T07:00:00.000Z', '2026-03-18T17:30:00.000Z', 1],
  WEEK_SO_FAR: ['2026-03-15T07:00:00.000Z', '2026-03-18T17:30:00.000Z', 7],
  MONTH_SO_FAR: ['2026-03-01T08:00:00.000Z', '2026-03-18T17:30:00.000Z', 31],
  YEAR_SO_FAR: ['2026-01-01T08:00:00.000Z', '2026-03-18T17:30:00.000Z', 366],
};

describe('relative ranges', () => {
  test.each(Object.entries(LA_RANGES) as [RelativeRange, [string, string, number]][])(
    '%s in Los Angeles',
    (range, [from, to, days]) => {
      expect(resolveRelative(range, NOW, LA)).toEqual({ from, to });
      expect(RELATIVE_RANGES[range].days).toBe(days);
    },
  );

  test('every range has an expectation above', () => {
    expect(Object.keys(LA_RANGES).sort()).toEqual(Object.keys(RELATIVE_RANGES).sort());
  });

  test('late in the evening in Los Angeles it is still the reader’s day, not the next one in UTC', () => {
    const evening = new Date('2026-03-19T03:00:00Z');
    expect(resolveRelative('TODAY_SO_FAR', evening, LA).from).toBe('2026-03-18T07:00:00.000Z');
    expect(resolveRelative('TODAY_SO_FAR', evening, UTC).from).toBe('2026-03-19T00:00:00.000Z');
  });

  test('on a Sunday this week begins today', () => {
    expect(resolveRelative('WEEK_SO_FAR', new Date('2026-03-15T18:00:00Z'), LA).from).toBe('2026-03-15T07:00:00.000Z');
  });

  test('in January the previous month is December of the year before', () => {
    expect(resolveRelative('PREVIOUS_MONTH', new Date('2026-01-10T12:00:00Z'), UTC)).toEqual({
      from: '2025-12-01T00:00:00.000Z',
      to: '2025-12-31T23:59:59.000Z',
    });
  });
});

describe('date filters', () => {
  test('a day as the end includes the whole day', () => {
    expect(resolveInstants({ from: '2026-03-01', to: '2026-03-02' }, NOW, LA)).toEqual({
      from: '2026-03-01T08:00:00.000Z',
      to: '2026-03-03T07:59:59.000Z',
    });
  });

  test('an instant is used as is, and a missing end is open', () => {
    expect(resolveInstants({ from: '2026-03-01T10:00:00-08:00' }, NOW, LA)).toEqual({
      from: '2026-03-01T18:00:00.000Z',
      to: null,
    });
    expect(resolveInstants({}, NOW, LA)).toEqual({ from: null, to: null });
  });

  test('a relative range takes precedence', () => {
    expect(resolveInstants({ from: '2016-01-01', rel: 'YESTERDAY' }, NOW, LA)).toEqual(
      resolveRelative('YESTERDAY', NOW, LA),
    );
  });

  test('for a calendar-day field, bounds are days in the reader’s zone', () => {
    expect(resolveDays({ from: '2026-03-01', to: '2026-03-02T03:00:00Z' }, NOW, LA)).toEqual({
      from: '2026-03-01',
      to: '2026-03-01',
    });
    expect(resolveDays({ rel: 'THIS_WEEK' }, NOW, LA)).toEqual({ from: '2026-03-15', to: '2026-03-21' });
    expect(resolveDays({ to: '2026-03-02' }, NOW, LA)).toEqual({ from: null, to: '2026-03-02' });
  });
});

describe('what an outside system writes', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    [' 2026-11-20 ', '2026-11-20'],
    ['2026-11-20T23:30:00-08:00', '2026-11-20'],
    ['2026-11-20T00:00:00.000', '2026-11-20'],
    ['0001-01-01T00:00:00+00:00', null],
    ['1753-01-01', null],
    ['2026-02-30', null],
    ['2026-13-01', null],
    ['11/20/2026', null],
    ['', null],
    ['soon', null],
  ])('the day of “%s” is %s, as it stands there', (text, day) => {
    expect(dayAsWritten(text)).toBe(day);
  });

  test.each([
    ['2026-11-20T08:00:00.000', '2026-11-20T16:00:00.000Z'],
    ['2026-07-20T08:00:00', '2026-07-20T15:00:00.000Z'],
    ['2026-11-20T08:00:00.5', '2026-11-20T16:00:00.500Z'],
    ['2026-11-20', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:00-06:00', '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T08:00:00.123456Z', '2026-11-20T08:00:00.123Z'],
    ['2023-05-05 10:17:56.561-07', '2023-05-05T17:17:56.561Z'],
    ['2026-11-20T08:00:00+0530', '2026-11-20T02:30:00.000Z'],
    ['0001-01-01T00:00:00+00:00', null],
    ['2026-11-20T25:00:00Z', null],
    ['tomorrow', null],
    ['', null],
  ])('the instant of “%s” is %s, by Los Angeles where it names no offset', (text, instant) => {
    expect(instantAsWritten(text, LA)?.toISOString() ?? null).toBe(instant);
  });
});

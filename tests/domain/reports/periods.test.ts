import { describe, expect, test } from 'vitest';
import { endOfDay, startOfDay } from '../../../domain/dates';
import {
  firstDayBefore,
  isPartial,
  periodOf,
  periodsWithOrders,
  shiftBefore,
  YEAR_BEFORE,
} from '../../../domain/reports/periods';
import type { Interval } from '../../../domain/reports/view';

const ZONE = 'America/Los_Angeles';
const shift = (from: string, to: string, interval: Interval) =>
  shiftBefore({ from: startOfDay(from, ZONE), to: endOfDay(to, ZONE) }, interval, ZONE);

describe('periods', () => {
  test('begin their weeks on Sunday and know leap days and quarters', () => {
    expect(periodOf('2026-11-01', 'WEEK')).toEqual({ from: '2026-11-01', to: '2026-11-07' });
    expect(periodOf('2026-10-31', 'WEEK')).toEqual({ from: '2026-10-25', to: '2026-10-31' });
    expect(periodOf('2028-02-29', 'MONTH')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(periodOf('2028-02-29', 'QUARTER')).toEqual({ from: '2028-01-01', to: '2028-03-31' });
  });

  test('of a range leave no day out, the one clocks are put back on included', () => {
    const days = periodsWithOrders({ from: '2026-10-31', to: '2026-11-02' }, 'DAY', '2026-11-02');
    expect(days.map(({ from }) => from)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
    const months = periodsWithOrders({ from: '2027-12-15', to: '2028-02-29' }, 'MONTH', '2028-02-29');
    expect(months.map(({ from }) => from)).toEqual(['2027-12-01', '2028-01-01', '2028-02-01']);
  });

  test('are partial while not over, or where the search covers only some of their days', () => {
    const november = periodOf('2026-11-01', 'MONTH');
    const open = { from: null, to: null };
    expect(isPartial(november, open, '2026-11-30')).toBe(true);
    expect(isPartial(november, open, '2026-12-01')).toBe(false);
    expect(isPartial(november, { from: '2026-11-01', to: '2026-11-30' }, '2027-01-01')).toBe(false);
    expect(isPartial(november, { from: '2026-11-02', to: null }, '2027-01-01')).toBe(true);
    expect(isPartial(november, { from: null, to: '2026-11-29' }, '2027-01-01')).toBe(true);
  });
});

describe('the stretch before', () => {
  test('is as many days long, whether clocks are put back or forward in it', () => {
    expect(shift('2026-11-01', '2026-11-01', 'DAY')).toEqual({ days: 1, months: 0 });
    expect(shift('2026-03-08', '2026-03-08', 'DAY')).toEqual({ days: 1, months: 0 });
    expect(shift('2026-10-25', '2026-11-07', 'DAY')).toEqual({ days: 14, months: 0 });
  });

  test('is whole weeks by week and whole months from a first of the month', () => {
    expect(shift('2026-11-03', '2026-11-12', 'WEEK')).toEqual({ days: 14, months: 0 });
    expect(shift('2028-02-01', '2028-02-29', 'MONTH')).toEqual({ days: 0, months: 1 });
    expect(shift('2028-01-01', '2028-06-30', 'QUARTER')).toEqual({ days: 0, months: 6 });
    expect(shift('2028-02-02', '2028-02-29', 'MONTH')).toEqual({ days: 28, months: 0 });
  });
});

describe('the first day compared with a period', () => {
  const first = (from: string, moved: Partial<typeof YEAR_BEFORE>) =>
    firstDayBefore({ from, to: from }, { days: 0, months: 0, ...moved });

  test('lies as many days or months before', () => {
    expect(first('2026-03-01', { days: 1 })).toBe('2026-02-28');
    expect(first('2026-03-01', { months: 3 })).toBe('2025-12-01');
    expect(first('2028-02-29', { days: 366 })).toBe('2027-02-28');
  });

  test('follows the last day of a month that is too short, whose days all come before', () => {
    expect(first('2028-02-29', YEAR_BEFORE)).toBe('2027-03-01');
    expect(first('2026-03-31', { months: 1 })).toBe('2026-03-01');
  });

  test('leaves a leap day to the day before', () => {
    expect(first('2029-02-28', YEAR_BEFORE)).toBe('2028-02-28');
    expect(first('2029-03-01', YEAR_BEFORE)).toBe('2028-03-01');
  });
});

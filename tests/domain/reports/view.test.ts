import { expect, test } from 'vitest';
import { periodsWithOrders } from '../../../domain/reports/periods';
import { daysCovered, ReportView, whySkipped } from '../../../domain/reports/view';

const NOW = new Date('2026-11-02T06:30:00Z');
const ZONE = 'America/Los_Angeles';
const daily = { reportType: 'REVENUE', interval: 'DAY' } as const;
const why = (from: string, to?: string, view: Parameters<typeof whySkipped>[0] = daily) =>
  whySkipped(view, { createdFrom: from, ...(to ? { createdTo: to } : {}) }, NOW, ZONE);

test('a report is skipped above its most days and not at them', () => {
  expect(why('2026-01-01', '2026-03-31')).toBeNull();
  expect(why('2026-01-01', '2026-04-01')).toContain('at most 90 days');
  expect(why('2028-01-01', '2028-12-31', { reportType: 'REVENUE', interval: 'WEEK' })).toBeNull();
  expect(why('2028-01-01', '2029-01-01', { reportType: 'REVENUE', interval: 'WEEK' })).toContain('choose a longer');
  expect(why('2026-01-01', '2026-04-01')).toBe(
    'Revenue by day covers at most 90 days. Choose a shorter time in which orders were created, or choose a longer interval.',
  );
  expect(why('2024-01-01', '2026-01-02', { reportType: 'PRODUCTS_SOLD', interval: 'DAY' })).toBe(
    'Products sold covers at most 732 days. Choose a shorter time in which orders were created.',
  );
  expect(why('2024-01-01', '2026-01-01', { reportType: 'PRODUCTS_SOLD', interval: 'DAY' })).toBeNull();
  expect(whySkipped({ reportType: 'REVENUE', interval: 'MONTH' }, {}, NOW, ZONE)).toBeNull();
  expect(whySkipped({ reportType: 'BRANDS_SOLD', interval: 'MONTH' }, {}, NOW, ZONE)).toContain('at most 732 days');
});

test.each([
  ['MONTH', 156],
  ['QUARTER', 52],
] as const)('revenue by %s covers any time, in periods up to the coming year', (interval, periods) => {
  expect(why('2015-01-01', '2099-12-31', { reportType: 'REVENUE', interval })).toBeNull();
  const shown = (from: string, to: string) => periodsWithOrders({ from, to }, interval, '2026-11-02');
  expect(shown('2015-01-01', '2099-12-31')).toHaveLength(periods);
  expect(shown('2015-01-01', '2099-12-31').at(-1)?.to).toBe('2027-12-31');
  expect(shown('2098-01-01', '2099-12-31').map(({ from }) => from)).toEqual(['2098-01-01']);
});

test('an open end counts to the reader’s today, the day clocks are put back included', () => {
  expect(why('2026-08-04')).toBeNull();
  expect(why('2026-08-03')).toContain('at most 90 days');
});

test('an end to the second is of the day it is on where the reader is', () => {
  const days = (createdFrom: string, createdTo: string) => daysCovered({ createdFrom, createdTo }, NOW, ZONE);
  expect(days('2026-10-01T06:59:59Z', '2026-10-02')).toBe(3);
  expect(days('2026-10-01T07:00:00Z', '2026-10-02')).toBe(2);
  expect(days('2026-10-02', '2026-10-01')).toBe(1);
});

test('a report is by month, of quantities and not split unless it says otherwise', () => {
  const view = { reportType: 'REVENUE', interval: 'MONTH', split: 'NONE', value: 'quantity' };
  expect(ReportView.parse({ reportType: 'REVENUE' })).toEqual(view);
  expect(ReportView.safeParse({ reportType: 'PIVOT' }).success).toBe(false);
});

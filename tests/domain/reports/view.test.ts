import { expect, test } from 'vitest';
import { whySkipped } from '../../../domain/reports/view';

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
  expect(whySkipped({ reportType: 'REVENUE', interval: 'MONTH' }, {}, NOW, ZONE)).toBeNull();
  expect(whySkipped({ reportType: 'BRANDS_SOLD', interval: 'MONTH' }, {}, NOW, ZONE)).toContain('at most 732 days');
});

test('an open end counts to the reader’s today, the day clocks are put back included', () => {
  expect(why('2026-08-04')).toBeNull();
  expect(why('2026-08-03')).toContain('at most 90 days');
});

import { describe, expect, it } from 'vitest';
import { changeInPercent, changeText, periodName } from '../../../domain/reports/report';

describe('a report', () => {
  it.each([
    ['DAY', '2026-11-01', '2026-11-01', '11/01/2026'],
    ['WEEK', '2026-12-27', '2027-01-02', '12/27/2026 – 01/02/2027'],
    ['MONTH', '2028-02-01', '2028-02-29', 'Feb 2028'],
    ['QUARTER', '2026-07-01', '2026-09-30', 'Q3 2026'],
    ['QUARTER', '2026-10-01', '2026-12-31', 'Q4 2026'],
  ] as const)('by %s names the period from %s', (interval, from, to, name) => {
    expect(periodName({ from, to }, interval)).toBe(name);
  });

  it.each([
    ['1200.50', '1000.00', '20.05'],
    ['299.50', '599.00', '-50.00'],
    ['0', '10.00', '-100.00'],
    ['2.00', '3.00', '-33.33'],
    ['5.00', '0', null],
    ['5.00', '-1.00', null],
    ['5.00', null, null],
  ])('says how far %s is from %s', (revenue, before, change) => {
    expect(changeInPercent(revenue, before)).toBe(change);
  });

  it.each([
    ['1200.50', '1000.00', '+20.05%'],
    ['2.00', '3.00', '-33.33%'],
    ['3.00', '3.00', '+0.00%'],
    ['3.00', '0.00', ''],
    ['3.00', null, ''],
  ])('writes how far %s is from %s with its sign', (revenue, before, text) => {
    expect(changeText(revenue, before)).toBe(text);
  });
});

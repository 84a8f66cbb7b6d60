import { describe, expect, it } from 'vitest';
import { dayOf, shortDate } from '../../../domain/dates';
import { dateHere, timeZone, today } from '../../../src/ui/reader-dates';

const INSTANTS = [
  '2026-01-01T00:00:00Z',
  '2026-03-08T09:59:59.999Z',
  '2026-07-04T06:30:00-07:00',
  '2026-12-31T23:59:59Z',
];

describe('dates as the reader sees them', () => {
  it('are of the zone the platform is told', () => {
    expect(timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it.each(INSTANTS)('writes %s as an export in that zone does', (instant) => {
    expect(dateHere(instant)).toBe(shortDate(instant, timeZone));
    expect(dateHere(new Date(instant))).toBe(shortDate(instant, timeZone));
  });

  it('says the same day as the platform today', () => {
    const before = dayOf(new Date(), timeZone);
    expect([before, dayOf(new Date(), timeZone)]).toContain(today());
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { dayOf, shortDate, shortMoment } from '../../../domain/dates';
import { countDaysIn, dateHere, momentHere, timeZone, today } from '../../../src/ui/reader-dates';

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

  it('name the zone of a time of day that isn’t the reader’s, and only then', () => {
    onTestFinished(() => countDaysIn(timeZone));
    const moment = '2026-11-26T05:30:00Z';
    expect(momentHere(moment)).toBe(shortMoment(moment, timeZone));
    countDaysIn('Pacific/Kiritimati');
    expect(momentHere(moment)).toBe('11/26/2026, 7:30 PM GMT+14');
    countDaysIn('Pacific/Niue');
    expect(momentHere(moment)).toBe('11/25/2026, 6:30 PM GMT-11');
    countDaysIn(timeZone);
    expect(momentHere(moment)).toBe(shortMoment(moment, timeZone));
  });

  it('says the same day as the platform today', () => {
    const before = dayOf(new Date(), timeZone);
    expect([before, dayOf(new Date(), timeZone)]).toContain(today());
  });
});

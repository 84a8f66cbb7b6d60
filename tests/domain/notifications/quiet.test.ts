import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterQuiet } from '../../../domain/notifications/quiet';

const NIGHT = { from: '22:00', to: '07:00' };
const mailedAt = (due: string, hours = NIGHT, zone = 'America/Denver') =>
  afterQuiet(new Date(due), hours, zone).toISOString().replace(':00.000Z', 'Z');

describe('what is due waits for the end of quiet hours', () => {
  test.each([
    ['before midnight', '2026-11-20T06:30Z', '2026-11-20T14:00Z'],
    ['after midnight', '2026-11-20T08:30Z', '2026-11-20T14:00Z'],
    ['as they begin', '2026-11-20T05:00Z', '2026-11-20T14:00Z'],
    ['as they end, not at all', '2026-11-20T14:00Z', '2026-11-20T14:00Z'],
    ['by day, not at all', '2026-11-20T19:07Z', '2026-11-20T19:07Z'],
    ['in the night that loses an hour', '2026-03-08T06:00Z', '2026-03-08T13:00Z'],
    ['in the night that has one twice', '2026-11-01T05:00Z', '2026-11-01T14:00Z'],
  ])('%s', (_, due, then) => {
    expect(mailedAt(due)).toBe(then);
  });

  test('at noon, where nothing is over midnight', () => {
    expect(mailedAt('2026-06-01T10:15Z', { from: '12:00', to: '13:30' }, 'Europe/Berlin')).toBe('2026-06-01T11:30Z');
  });

  test('an end that the clocks skip is when they skip it', () => {
    expect(mailedAt('2026-03-08T07:00Z', { from: '22:00', to: '02:30' })).toBe('2026-03-08T09:00Z');
  });

  test('nobody’s but theirs', () => {
    const due = new Date();
    expect(afterQuiet(due, null, 'America/Denver')).toBe(due);
  });
});

const ZONES = [
  'UTC',
  'America/Denver',
  'America/New_York',
  'America/Phoenix',
  'America/St_Johns',
  'America/Santiago',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];
const MINUTE = 60_000;
const clockIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short', hourCycle: 'h23' });
  return (instant: number) => format.format(instant);
};
const clock = fc
  .nat(24 * 60 - 1)
  .map((all) => [Math.floor(all / 60), all % 60].map((part) => String(part).padStart(2, '0')).join(':'));
/** Two weeks in which each zone changes its clocks, and any other time. */
const instant = fc.oneof(
  fc.date({ min: new Date('2026-03-07'), max: new Date('2026-04-06'), noInvalidDate: true }),
  fc.date({ min: new Date('2026-09-05'), max: new Date('2026-11-03'), noInvalidDate: true }),
  fc.date({ min: new Date('2024-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }),
);

test('it is the first minute whose clock isn’t within quiet hours, in every zone and across every change of clocks', () => {
  fc.assert(
    fc.property(instant, clock, clock, fc.constantFrom(...ZONES), (due, from, to, zone) => {
      fc.pre(from !== to);
      const shows = clockIn(zone);
      const isQuiet = (at: number) =>
        from < to ? from <= shows(at) && shows(at) < to : from <= shows(at) || shows(at) < to;
      const then = afterQuiet(due, { from, to }, zone).getTime();
      expect(isQuiet(then)).toBe(false);
      const isPutOff = isQuiet(due.getTime());
      if (!isPutOff) expect(then).toBe(due.getTime());
      for (let at = due.getTime(); at < then; at += 7 * MINUTE) if (!isQuiet(at)) expect.unreachable(shows(at));
      if (isPutOff) expect(isQuiet(then - 1)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

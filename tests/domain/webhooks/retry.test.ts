import { expect, test } from 'vitest';
import {
  askedPause,
  isGivenUp,
  isToldNow,
  MOST_ATTEMPTS,
  pauseAfter,
  problemOf,
  restAfter,
  verdictOf,
} from '../../../domain/webhooks/retry';

const [MINUTE, HOUR] = [60, 3600];
/** Seconds before each attempt after the first. */
const PLANNED = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const now = new Date('2026-03-01T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test('a delivery is tried ten times within about 75 hours, each pause longer than the one before, give or take a tenth', () => {
  expect(PLANNED.reduce((sum, one) => sum + one, 0) / HOUR).toBeCloseTo(75.6, 1);
  PLANNED.forEach((planned, at) => {
    expect(pauseAfter(at + 1, 0)).toBeCloseTo(planned * 0.9);
    expect(pauseAfter(at + 1, 0.5)).toBeCloseTo(planned);
    expect(pauseAfter(at + 1, 1)).toBeCloseTo(planned * 1.1);
  });
  expect(MOST_ATTEMPTS).toBe(PLANNED.length + 1);
  expect(pauseAfter(MOST_ATTEMPTS, 0.5)).toBeNull();
});

test('2xx is success, 410 the end, and all else, redirects and silence among it, a failure', () => {
  expect([200, 202, 204, 299].map(verdictOf)).toEqual(Array(4).fill('DELIVERED'));
  expect([null, 0, 199, 300, 301, 302, 307, 308, 400, 401, 404, 429, 500, 503].map(verdictOf)).toEqual(
    Array(14).fill('FAILED'),
  );
  expect(verdictOf(410)).toBe('GONE');
  expect(problemOf(204)).toBeNull();
  expect(problemOf(302)).toMatch(/redirects aren’t followed/);
});

test('a receiver that is busy is asked again when it says, but never after more than a day', () => {
  for (const status of [429, 502, 503, 504]) expect(askedPause(status, '120', now)).toBe(120);
  for (const status of [200, 400, 500, null]) expect(askedPause(status, '120', now)).toBeNull();
  expect(askedPause(503, new Date(now.getTime() + 90_000).toUTCString(), now)).toBe(90);
  expect(askedPause(429, '999999999', now)).toBe(86_400);
  for (const nonsense of ['', 'soon', '-5', '0', '1e9x', undefined]) expect(askedPause(429, nonsense, now)).toBeNull();
  expect(pauseAfter(1, 0.5, 120)).toBe(120);
  expect(pauseAfter(4, 0.5, 120)).toBeCloseTo(2 * HOUR);
});

test('an endpoint that fails again and again rests longer each time, five minutes at most, so that it rarely is tried for nothing', () => {
  expect([1, 2].map((failures) => restAfter(failures, null))).toEqual([0, 0]);
  expect([3, 4, 5].map((failures) => restAfter(failures, null))).toEqual([5, 10, 20]);
  expect(restAfter(1_000, null)).toBe(300);
  expect(restAfter(1, 600)).toBe(600);
});

test('five failing days switch it off; its owners hear after an hour, and weekly', () => {
  expect([119.9, 120].map((hours) => isGivenUp(ago(hours), now))).toEqual([false, true]);
  expect([0.9, 1].map((hours) => isToldNow(ago(hours), null, now))).toEqual([false, true]);
  expect(isToldNow(ago(50), ago(49), now)).toBe(false);
  expect(isToldNow(ago(24 * 9), ago(24 * 7), now)).toBe(true);
});

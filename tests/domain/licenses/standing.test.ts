import { expect, test } from 'vitest';
import { FRESH_DAYS, standingOf } from '../../../domain/licenses/standing';

const NOW = new Date('2026-11-29T07:30:00Z');
const days = (many: number) => new Date(NOW.getTime() - many * 86_400_000).toISOString();
const standing = (checkedAt: string | null, expiresOn: string | null = null, usState = 'CA') =>
  standingOf({ checkedAt, expiresOn, usState }, NOW);

test('a license is fresh for 30 days after its check, then stale; unknown without one', () => {
  expect(standing(days(0))).toBe('FRESH');
  expect(standing(days(FRESH_DAYS))).toBe('FRESH');
  expect(standing(days(FRESH_DAYS + 0.01))).toBe('STALE');
  expect(standing(null)).toBe('UNKNOWN');
  expect(standing(null, '2027-01-31')).toBe('UNKNOWN');
});

test('past its expiration it is expired whatever else is said; its last day is still valid, by its state’s clock', () => {
  expect(standing(days(0), '2026-11-27')).toBe('EXPIRED');
  expect(standing(null, '2020-01-31')).toBe('EXPIRED');
  // In California it is still the 28th, in New York the 29th.
  expect(standing(days(0), '2026-11-28', 'CA')).toBe('FRESH');
  expect(standing(days(0), '2026-11-28', 'NY')).toBe('EXPIRED');
  expect(standing(days(0), '2026-11-29', 'NY')).toBe('FRESH');
});

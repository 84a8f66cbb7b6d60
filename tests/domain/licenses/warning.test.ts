import { expect, test } from 'vitest';
import { type KnownLicense, warningOf } from '../../../domain/licenses/warning';
import { gravityOf, warningLabel, warningText } from '../../../domain/licenses/warning-text';

/** In California it is the evening of the 28th. */
const NOW = new Date('2026-11-29T07:30:00Z');
const license = (known: Partial<KnownLicense> = {}): KnownLicense => ({
  licenseNumber: 'C11-1',
  usState: 'CA',
  expiresOn: null,
  statedStatus: null,
  checkedAt: NOW.toISOString(),
  isListed: true,
  ...known,
});
const warn = (known: Partial<KnownLicense>, isWatched = false) => warningOf(license(known), isWatched, NOW);
const says = (known: Partial<KnownLicense>, isWatched = false) => {
  const warning = warn(known, isWatched);
  return warning && warningText(warning);
};

test.each([
  ['2027-01-28', null, null],
  ['2027-01-27', 60, 1],
  ['2026-12-29', 31, 1],
  ['2026-12-28', 30, 2],
  ['2026-12-06', 8, 2],
  ['2026-12-05', 7, 3],
  ['2026-11-28', 0, 3],
])('a license valid until %s lapses in %s days', (expiresOn, days, gravity) => {
  const warning = warn({ expiresOn });
  expect(warning && [warning.kind, warning.days, gravityOf(warning)]).toEqual(
    days === null ? null : ['LAPSES', days, gravity],
  );
});

test('days are those of its state’s clock', () => {
  expect(warn({ expiresOn: '2026-11-28', usState: 'CA' })?.days).toBe(0);
  expect(warn({ expiresOn: '2026-11-28', usState: 'NY' })).toMatchObject({ kind: 'EXPIRED', days: -1 });
});

test('what is known is said in a sentence', () => {
  expect(says({ expiresOn: '2026-12-21' })).toBe('License C11-1 lapses in 23 days: it’s valid until 12/21/2026.');
  expect(says({ expiresOn: '2026-11-29' })).toBe('License C11-1 lapses in 1 day: it’s valid until 11/29/2026.');
  expect(says({ expiresOn: '2026-11-28' })).toBe('License C11-1 lapses today: 11/28/2026 is its last valid day.');
  expect(says({ expiresOn: '2026-11-01' })).toBe('License C11-1 expired: it was valid until 11/01/2026.');
  expect(says({ statedStatus: 'EXPIRED' })).toBe('License C11-1 is expired, the state register says.');
  expect(says({ statedStatus: 'REVOKED' })).toBe('License C11-1 is revoked, the state register says.');
});

test.each([
  [{ expiresOn: '2026-12-21' }, 'Lapses in 23 days'],
  [{ expiresOn: '2026-11-28' }, 'Lapses today'],
  [{ expiresOn: '2026-11-01' }, 'Expired'],
  [{ statedStatus: 'SURRENDERED' as const }, 'Surrendered'],
  [{ isListed: false }, 'No longer listed'],
  [{ checkedAt: null }, 'Never checked'],
])('%j is said in a few words as well', (known, label) => {
  const warning = warn(known, true);
  expect(warning && warningLabel(warning)).toBe(label);
});

test('what the register says goes before the last day', () => {
  expect(warn({ statedStatus: 'SUSPENDED', expiresOn: '2026-11-01' })?.kind).toBe('SUSPENDED');
  expect(warn({ statedStatus: 'ACTIVE', expiresOn: '2026-11-01' })?.kind).toBe('EXPIRED');
  expect(warn({ statedStatus: 'PENDING' })).toBeNull();
});

test('what nobody knows is said to who watches it alone', () => {
  expect(warn({ checkedAt: null })).toBeNull();
  expect(warn({ checkedAt: null }, true)?.kind).toBe('UNKNOWN');
  expect(warn({ checkedAt: null, expiresOn: '2026-12-01' }, true)?.kind).toBe('LAPSES');
  expect(warn({ isListed: false }, true)).toMatchObject({ kind: 'UNLISTED', expiresOn: null });
  expect(says({}, true)).toBeNull();
});

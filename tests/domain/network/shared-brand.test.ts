import { expect, test } from 'vitest';
import {
  askAgainDay,
  endingSays,
  inInviteOrder,
  type SharedBrand,
  sharedFromNow,
  shareStanding,
  shareStateAt,
} from '../../../domain/network/shared-brand';

const now = new Date('2026-11-20T17:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
const LA = 'America/Los_Angeles';

test('lists what isn’t enabled first, then what is, then what is over, each by brand', () => {
  const share = (id: number, name: string, status: 'SHARED' | 'REQUESTED' | 'ENDED', enabled = false) => ({
    status,
    enabled,
    brand: { id, name },
  });
  const sorted = inInviteOrder([
    share(1, 'Aster', 'ENDED'),
    share(2, 'Quince', 'SHARED', true),
    share(3, 'Birch', 'SHARED', true),
    share(4, 'Zinnia', 'REQUESTED'),
    share(5, 'Birch', 'SHARED'),
  ]);
  expect(sorted.map(({ brand }) => brand.id)).toEqual([5, 4, 3, 2, 1]);
});

test('a request lapses by itself, and nothing else does', () => {
  expect(shareStateAt({ status: 'REQUESTED', expiresAt: days(1) }, now)).toBe('REQUESTED');
  expect(shareStateAt({ status: 'REQUESTED', expiresAt: now }, now)).toBe('EXPIRED');
  expect(shareStateAt({ status: 'SHARED', expiresAt: days(-1) }, now)).toBe('SHARED');
});

test('may be asked for again three weeks after it was refused or lapsed, and at once after a withdrawal', () => {
  const asked = { expiresAt: days(-1), answeredAt: null };
  expect(askAgainDay({ ...asked, status: 'EXPIRED' }, LA, now)).toBe('2026-12-10');
  expect(askAgainDay({ ...asked, status: 'REQUESTED' }, LA, now)).toBe('2026-12-10');
  const refused = { status: 'REFUSED' as const, expiresAt: days(9), answeredAt: days(-20) };
  expect(askAgainDay(refused, LA, now)).toBe('2026-11-21');
  expect(askAgainDay({ ...refused, answeredAt: days(-21) }, LA, now)).toBeNull();
  expect(askAgainDay({ ...asked, status: 'RESCINDED' }, LA, now)).toBeNull();
});

const share = {
  side: 'HOLDER',
  brand: { id: 1, name: 'Quince', profileImageUri: null },
  holder: { id: 1, name: 'Tidemark' },
  owner: { id: 2, name: 'Fernhollow' },
} as SharedBrand;

test('ending says who loses sight of what, and what stays', () => {
  const uses = { packages: 2, items: 1, rules: 1, readers: 1, autoSharing: true };
  expect(endingSays(uses, share)).toEqual([
    'Fernhollow no longer sees 2 packages of Quince at your license.',
    '1 person there looked within 30 days.',
    'Still assigned to Quince: 1 item and 1 assignment rule. Orders and deals stay as they are.',
    'The license shares brands by itself, but not this one anymore.',
    'Files that were exported stay where they are.',
  ]);
  const owner = { packages: 0, items: null, rules: null, readers: 1, autoSharing: null };
  expect(endingSays(owner, { ...share, side: 'OWNER' })).toEqual([
    'Your organization no longer sees packages of Quince at Tidemark’s license.',
    'Files that were exported stay where they are.',
  ]);
});

test('says what a share is, and what a license begins with when it shares by itself', () => {
  expect(shareStanding({ status: 'SHARED', enabled: false })).toBe('Disabled');
  expect(shareStanding({ status: 'SHARED', enabled: true })).toBe('Shared');
  const [left, other] = [{ wasEndedByHolder: true }, { wasEndedByHolder: false }];
  expect(sharedFromNow([left, other])).toEqual({ left: [left], shared: [other] });
});

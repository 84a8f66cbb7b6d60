import { describe, expect, test } from 'vitest';
import {
  assertMayInviteAgain,
  assertMaySendMore,
  OPEN_INVITES_MAX,
  reinviteDay,
} from '../../../domain/connections/connection';

const ended = { removedAt: '2026-03-01T05:30:00Z', invitingUserId: 'ada' };
const again =
  (now: string, more: Partial<Parameters<typeof assertMayInviteAgain>[0]> = {}) =>
  () =>
    assertMayInviteAgain({
      ...ended,
      viewerId: 'ada',
      otherName: 'Ben Fern',
      timeZone: 'UTC',
      now: new Date(now),
      ...more,
    });

describe('whoever sent an invite that ended', () => {
  test('invites the same person again on the 21st day after it, and is told which day that is', () => {
    expect(again('2026-03-21T23:59:59Z')).toThrow('You can invite Ben Fern again from 03/22/2026.');
    expect(again('2026-03-22T00:00:00Z')).not.toThrow();
  });

  test('counts days of their own time zone', () => {
    expect(reinviteDay(ended, 'ada', 'America/Los_Angeles')).toBe('2026-03-21');
    expect(again('2026-03-21T06:59:00Z', { timeZone: 'America/Los_Angeles' })).toThrow('again from 03/21/2026');
    expect(again('2026-03-21T07:00:00Z', { timeZone: 'America/Los_Angeles' })).not.toThrow();
  });

  test('is the only one who waits, and only if something ended', () => {
    expect(again('2026-03-02T00:00:00Z', { viewerId: 'ben' })).not.toThrow();
    expect(again('2026-03-02T00:00:00Z', { removedAt: null })).not.toThrow();
  });
});

test('nobody sends more invites than may be open at once', () => {
  expect(() => assertMaySendMore(OPEN_INVITES_MAX - 1)).not.toThrow();
  expect(() => assertMaySendMore(OPEN_INVITES_MAX)).toThrow('You have 50 open invites. Withdraw some to send more.');
});

import { expect, test } from 'vitest';
import { snoozeChoices, whyNotUntil } from '../../../domain/notifications/snooze';

const DENVER = 'America/Denver';
const at = (now: string, timeZone = DENVER) =>
  Object.fromEntries(snoozeChoices(new Date(now), timeZone).map(({ label, until }) => [label, until.toISOString()]));

test('an entry is put away for an hour, until this evening, tomorrow morning or Monday', () => {
  // A Friday, 10:00 in Denver.
  expect(at('2026-11-20T17:00:00Z')).toEqual({
    'In an hour': '2026-11-20T18:00:00.000Z',
    'This evening': '2026-11-21T01:00:00.000Z',
    'Tomorrow morning': '2026-11-21T15:00:00.000Z',
    'Next week': '2026-11-23T15:00:00.000Z',
  });
});

test('this evening is offered until 17:00', () => {
  expect(at('2026-11-20T23:59:59Z')).toHaveProperty('This evening');
  expect(at('2026-11-21T00:00:00Z')).not.toHaveProperty('This evening');
});

test('next week is always the Monday to come', () => {
  const mondays = ['2026-11-22', '2026-11-23', '2026-11-29'].map((day) => at(`${day}T12:00:00Z`, 'UTC')['Next week']);
  expect(mondays).toEqual(['2026-11-23T08:00:00.000Z', '2026-11-30T08:00:00.000Z', '2026-11-30T08:00:00.000Z']);
});

test('mornings and evenings are those of the clocks, over the nights that change them', () => {
  // Clocks go forward on Sunday, March 8, and back on Sunday, November 1.
  expect(at('2026-03-07T18:00:00Z')).toMatchObject({
    'This evening': '2026-03-08T01:00:00.000Z',
    'Tomorrow morning': '2026-03-08T14:00:00.000Z',
    'Next week': '2026-03-09T14:00:00.000Z',
  });
  expect(at('2026-10-31T17:00:00Z')).toMatchObject({
    'This evening': '2026-11-01T00:00:00.000Z',
    'Tomorrow morning': '2026-11-01T15:00:00.000Z',
    'Next week': '2026-11-02T15:00:00.000Z',
  });
  expect(at('2026-03-08T08:30:00Z')['In an hour']).toBe('2026-03-08T09:30:00.000Z');
});

test('an entry is put away until a time to come, 90 days ahead at most', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(whyNotUntil(now, now)).toBe('Must be in the future');
  expect(whyNotUntil(new Date('2027-02-18T12:00:00Z'), now)).toBeNull();
  expect(whyNotUntil(new Date('2027-02-18T12:00:01Z'), now)).toBe('Must be at most 90 days ahead');
});

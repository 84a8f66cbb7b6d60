import { expect, test } from 'vitest';
import { isTimeZone } from '../../domain/dates';
import { zoneChoices } from '../../domain/organization/zone-choices';
import { daysIn, zoneText, zoneTime } from '../../domain/time-zones';

test.each([
  ['America/Los_Angeles', 'Pacific Time (Los Angeles)', 'Los Angeles time'],
  ['America/New_York', 'Eastern Time (New York)', 'New York time'],
  ['America/Indiana/Knox', 'Central Time (Knox)', 'Knox time'],
  ['Asia/Kolkata', 'India Standard Time (Kolkata)', 'Kolkata time'],
  ['UTC', 'UTC', 'UTC'],
  ['Etc/UTC', 'UTC', 'UTC'],
])('%s is called %s, in short %s', (zone, text, short) => {
  expect(zoneText(zone)).toBe(text);
  expect(zoneTime(zone)).toBe(short);
  expect(daysIn(zone)).toBe(`Days in ${text}`);
});

test('every zone is offered once, those of the states first, and a chosen one stays offered', () => {
  const all = zoneChoices(null).map(({ value }) => value);
  expect(all.slice(0, 3)).toEqual(['America/New_York', 'America/Detroit', 'America/Chicago']);
  expect(all.length).toBeGreaterThan(300);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(zoneChoices('US/Pacific')[0]).toEqual({ value: 'US/Pacific', label: 'US/Pacific' });
  expect(zoneChoices('America/Denver')).toHaveLength(all.length);
});

test.each([
  ['America/Denver', true],
  ['US/Pacific', true],
  ['UTC', true],
  ['', false],
  ['Mars/Olympus', false],
  ['+05:00', false],
  ['-0800', false],
])('whether %j is a time zone: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});

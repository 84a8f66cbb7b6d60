import { expect, test } from 'vitest';
import { isSameReading, readScaleLine, type ScaleReading, splitLines } from '../../../domain/harvests/scale-line';

const stable = (weight: string, unit: string, isNet = false) => ({ state: 'STABLE', weight, unit, isNet });

test.each([
  ['    100.00 g     ', stable('100', 'g')],
  ['    100.00 g     ?', { state: 'MOVING' }],
  ['      1.2345 kg N', stable('1.2345', 'kg', true)],
  ['    -12.50 g', { state: 'MOVING' }],
  ['S S     100.00 g', stable('100', 'g')],
  ['S D     100.00 g', { state: 'MOVING' }],
  ['S +', { state: 'OVERLOAD' }],
  ['S I', { state: 'MOVING' }],
  ['SD     100.00 g', { state: 'MOVING' }],
  ['ST,+00018.72  g', stable('18.72', 'g')],
  ['US,-00183.96  g', { state: 'MOVING' }],
  ['OL,+99999999E+19', { state: 'OVERLOAD' }],
  ['OL', { state: 'OVERLOAD' }],
  ['ST,NT,+0001.250 lb', stable('1.25', 'lb', true)],
  ['ST,GS,+0001.250 oz', stable('1.25', 'oz')],
])('a scale’s line %j', (line, reading) => {
  expect(readScaleLine(line)).toEqual(reading);
});

test.each(['', 'EL', 'I4 A "Scale"', '100.00', '12 apples', 'ST,+00018.72 ct', '1e5 g'])(
  'what is no weight is no reading: %j',
  (line) => {
    expect(readScaleLine(line)).toBeNull();
  },
);

test('a scale that still says the same has not moved; one that moves, says another weight or another unit has', () => {
  const said = (line: string) => readScaleLine(line) as ScaleReading;
  const before = said('ST,+0405.00  g');
  expect(isSameReading(said('    405.0 g      '), before)).toBe(true);
  for (const line of ['US,+0405.00  g', 'ST,+0405.50  g', 'ST,+0405.00 lb', 'OL'])
    expect(isSameReading(said(line), before)).toBe(false);
  expect(isSameReading(before, null)).toBe(false);
});

test('lines that come in parts are put together, and noise without an end is forgotten', () => {
  expect(splitLines('S S  1.00 g\r\nS S  2.')).toEqual({ lines: ['S S  1.00 g'], rest: 'S S  2.' });
  expect(splitLines('\r\n\r\n')).toEqual({ lines: [], rest: '' });
  expect(splitLines('x'.repeat(5_000)).rest.length).toBeLessThan(300);
});

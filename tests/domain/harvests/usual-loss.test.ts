import { expect, it } from 'vitest';
import { shareOf, usualLossOf } from '../../../domain/harvests/usual-loss';

const finished = (wet: string, moisture: string, waste: string, restored = '0') => ({ wet, moisture, waste, restored });

it('nothing is usual of fewer than three finished harvests', () => {
  expect(usualLossOf([])).toEqual({ harvests: 0, usual: null });
  expect(usualLossOf([finished('100', '70', '5'), finished('100', '80', '5')])).toEqual({ harvests: 2, usual: null });
  // One without weight tells nothing.
  expect(
    usualLossOf([finished('100', '70', '5'), finished('100', '80', '5'), finished('0', '0', '0')]).usual,
  ).toBeNull();
});

it('the middle and the middle half are told as shares of what was harvested for good', () => {
  const four = [
    finished('1000', '700', '20'),
    finished('500', '360', '20'),
    finished('2000', '1480', '120'),
    // Half of its weight went back to flowering.
    finished('2000', '760', '80', '1000'),
  ];
  expect(usualLossOf(four)).toEqual({
    harvests: 4,
    usual: { moisture: { middle: 73, low: 71.5, high: 74.5 }, waste: { middle: 5, low: 3.5, high: 6.5 } },
  });
});

it('a share is in percent with a decimal, never below nothing or above all', () => {
  expect(shareOf({ wet: '3', restored: '0' }, '1')).toBe(33.3);
  expect(shareOf({ wet: '3', restored: '3' }, '1')).toBeNull();
  expect(shareOf({ wet: '3', restored: '0' }, '-1')).toBe(0);
  expect(shareOf({ wet: '3', restored: '0' }, '4')).toBe(100);
});

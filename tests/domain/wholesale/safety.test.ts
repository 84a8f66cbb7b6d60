import { describe, expect, it } from 'vitest';
import { CAREFUL_LAG_MS, lagOf, offered, quantile, safetyOf, shareThere } from '../../../domain/wholesale/safety';
import { figureToSend } from '../../../domain/wholesale/set-aside';

const HOUR = 3_600_000;

describe('the lag', () => {
  it('is careful until enough was seen, then what 95 of 100 keep to', () => {
    expect(lagOf([])).toBe(CAREFUL_LAG_MS);
    expect(lagOf([1, 2, 3])).toBe(CAREFUL_LAG_MS);
    expect(lagOf(Array.from({ length: 100 }, (_, index) => (index + 1) * 1000))).toBe(95_000);
    expect(quantile([], 0.5)).toBeNull();
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
  });
});

describe('the safety', () => {
  const sales = { perHour: 12, largest: 30 };
  it('is at least the largest usual order, and grows with the lag and the sales', () => {
    expect(safetyOf({ free: 1000, lagMs: 0, sales })).toBe('30');
    expect(safetyOf({ free: 1000, lagMs: HOUR / 2, sales })).toBe('42');
    expect(safetyOf({ free: 1000, lagMs: HOUR, sales })).toBe('54');
  });

  it('of a product that never sold is a tenth, and nothing where news is at once or nothing is left', () => {
    const never = { perHour: 0, largest: 0 };
    expect(safetyOf({ free: 1000, lagMs: HOUR, sales: never })).toBe('100');
    expect(safetyOf({ free: 1000, lagMs: 0, sales: never })).toBe('0');
    expect(safetyOf({ free: -3, lagMs: HOUR, sales })).toBe('0');
  });
});

describe('what is offered there', () => {
  it('is its share in whole steps, and none of the safety', () => {
    expect(offered({ free: 1000, safety: 30, share: 0.5, step: 1 })).toBe('500');
    expect(offered({ free: 100, safety: 70, share: 0.5, step: 1 })).toBe('30');
    expect(offered({ free: 1000, safety: 30, share: 0.5, step: 32 })).toBe('480');
    expect(offered({ free: 2.5, safety: 0, share: 0.5, step: '0.5' })).toBe('1');
  });

  it('is 0 when little is left', () => {
    expect(offered({ free: 30, safety: 30, share: 0.5, step: 1 })).toBe('0');
    expect(offered({ free: 40, safety: 10, share: 0.5, step: 32 })).toBe('0');
    expect(offered({ free: -5, safety: 0, share: 0.5, step: 1 })).toBe('0');
  });

  it('follows where it sells, and leaves each side a fifth', () => {
    expect(shareThere({ here: 0, there: 0 })).toBe(0.5);
    expect(shareThere({ here: 30, there: 70 })).toBe(0.7);
    expect(shareThere({ here: 0, there: 70 })).toBe(0.8);
    expect(shareThere({ here: 10, there: 0 })).toBe(0.2);
  });
});

describe('the figure to send', () => {
  const at = (held: number, free: number, wanted: number) => figureToSend({ held, free, wanted, safety: 10, step: 1 });
  it('is what is wanted when nothing is held there yet', () => expect(at(0, 100, 50)).toBe('50'));
  it('is not sent for little', () => {
    expect(at(50, 100, 50)).toBeNull();
    expect(at(50, 100, 55)).toBeNull();
    expect(at(3, 100, 0)).not.toBeNull();
  });
  it('never promises what is held a second time', () => {
    expect(at(80, 100, 40)).toBe('10');
    expect(at(80, 85, 40)).toBe('0');
    expect(at(100, 1000, 500)).toBe('500');
    expect(at(400, 1000, 700)).toBe('590');
    expect(at(600, 1100, 800)).toBeNull();
  });
});

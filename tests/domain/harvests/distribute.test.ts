import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../domain/errors';
import { type DistributedOver, type Distribution, distributeWeights } from '../../../domain/harvests/distribute';
import { add, compare, decimal, type Quantity, sum } from '../../../domain/money';
import '../../support/properties';

/** Draws by a formula, so that the same seed draws the same. */
function drawing(seed: number) {
  let state = seed >>> 0;
  return (least: number, most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
}

const UNITS = ['g', 'kg', 'lb', 'oz', 'mg'] as const;
const amount = (most: number) => fc.integer({ min: 0, max: most }).map((cents) => String(cents / 100));
const cases = fc.record({
  unit: fc.constantFrom(...UNITS),
  unweighed: fc.integer({ min: 1, max: 60 }),
  weighed: fc.array(fc.integer({ min: 0, max: 900 }).map(String), { maxLength: 20 }),
  total: fc.integer({ min: 0, max: 60_000 }).map(String),
  variance: amount(90_000),
  seed: fc.nat(),
});

/** Whether distributed weights keep to a wish: their sum is exact, none is negative or further from their mean. */
function keepsTo(weights: readonly Quantity[], { weighed }: DistributedOver, wish: Distribution): boolean {
  const all = sum(weights);
  if (compare(add(all, sum(weighed)), wish.desiredTotal) !== 0) return false;
  const mean = decimal(all).div(weights.length);
  return weights.every(
    (one) => compare(one, 0) >= 0 && decimal(one).minus(mean).abs().lte(decimal(wish.maxVarianceFromMean).plus(1e-9)),
  );
}

const fieldsOf = (work: () => unknown): object => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.fields ?? {};
    throw error;
  }
  return {};
};

describe('weights that are distributed', () => {
  test('add up exactly, keep to the variance, and are never negative, or the wish is refused at a field', () => {
    fc.assert(
      fc.property(cases, ({ unit, unweighed, weighed, total, variance, seed }) => {
        const over = { weighed, unweighed };
        const wish = { desiredTotal: total, maxVarianceFromMean: variance, unit };
        try {
          const weights = distributeWeights(over, wish, drawing(seed));
          expect(weights).toHaveLength(unweighed);
          expect(keepsTo(weights, over, wish)).toBe(true);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(Object.keys(error.fields ?? {})).toHaveLength(1);
        }
      }),
    );
  });

  test('are the same for the same seed', () => {
    const over = { weighed: ['410.5'], unweighed: 30 };
    const wish = { desiredTotal: '13210.57', maxVarianceFromMean: '60', unit: 'g' } as const;
    const once = distributeWeights(over, wish, drawing(7));
    expect(distributeWeights(over, wish, drawing(7))).toEqual(once);
    expect(distributeWeights(over, wish, drawing(8))).not.toEqual(once);
    expect(sum(['410.5', ...once])).toBe('13210.57');
  });

  test('an impossible wish names the nearest possible ones, which are possible', () => {
    const over = { weighed: [], unweighed: 3 };
    const wish = { desiredTotal: '10', maxVarianceFromMean: '0', unit: 'g' } as const;
    expect(fieldsOf(() => distributeWeights(over, wish, drawing(1)))).toEqual({
      maxVarianceFromMean: '3 plants can’t share this evenly. Allow 0.01 g, or enter a total of 9.99 g.',
    });
    expect(distributeWeights(over, { ...wish, maxVarianceFromMean: '0.01' }, drawing(1))).toHaveLength(3);
    expect(distributeWeights(over, { ...wish, desiredTotal: '9.99' }, drawing(1))).toEqual(['3.33', '3.33', '3.33']);
  });

  test('neither less than was weighed nor finer than a scale is shared, nor anything among none', () => {
    const wish = { desiredTotal: '10', maxVarianceFromMean: '5', unit: 'g' } as const;
    const refused = (weighed: string[], unweighed: number, desiredTotal: string) =>
      fieldsOf(() => distributeWeights({ weighed, unweighed }, { ...wish, desiredTotal }, drawing(1)));
    expect(refused(['12'], 2, '10')).toEqual({
      desiredTotal: 'The weighed plants alone weigh 12 g. Enter at least that.',
    });
    expect(refused([], 2, '10.005')).toEqual({ desiredTotal: 'Enter g with at most 2 decimal places' });
    expect(refused(['12'], 0, '12')).toEqual({
      desiredTotal: 'Every plant was weighed. There is nothing to distribute.',
    });
  });
});

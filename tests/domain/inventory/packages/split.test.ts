import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { remainsAfter, splitErrors, splitEvenly, takenBy } from '../../../../domain/inventory/packages/split';
import { add, compare, isEqual, sum } from '../../../../domain/money';

const tenThousandths = (max: number) => fc.integer({ min: 1, max }).map((n) => String(n / 10_000).replace(/\.0+$/, ''));
const whole = (quantity: string, unit: 'ea' | 'lb' | 'g' = 'ea') => ({
  quantity,
  unitOfMeasureAbbreviation: unit,
  status: 'ACTIVE' as const,
  transferState: null,
});
const tags = (quantities: readonly string[]) =>
  quantities.map((quantity, n) => ({ quantity, label: `1A4060300002199${String(n).padStart(9, '0')}` }));

describe('a split', () => {
  test('conserves the quantity to the last decimal', () => {
    fc.assert(
      fc.property(
        tenThousandths(5_000_000),
        fc.array(tenThousandths(400_000), { minLength: 1, maxLength: 12 }),
        (quantity, made) => {
          const taken = takenBy(whole(quantity), tags(made), 'ea') ?? '0';
          const errors = splitErrors(whole(quantity), tags(made), 'ea');
          const fits = compare(sum(made), quantity) <= 0;
          expect(Object.keys(errors).length === 0).toBe(fits);
          if (fits) expect(isEqual(add(remainsAfter(quantity, taken), sum(made)), quantity)).toBe(true);
        },
      ),
    );
  });

  test('in another unit of the same measure takes what that is, and nothing without an exact amount', () => {
    expect(takenBy(whole('2', 'lb'), tags(['8', '8']), 'oz')).toBe('1');
    expect(splitErrors(whole('2', 'lb'), tags(['16']), 'oz')).toEqual({});
    expect(splitErrors(whole('2', 'lb'), tags(['1']), 'g')).toHaveProperty('unitOfMeasureAbbreviation');
    expect(splitErrors(whole('2', 'lb'), tags(['1']), 'ea')).toEqual({
      unitOfMeasureAbbreviation: 'It is measured in lb',
    });
  });
});

describe('a template', () => {
  test.each([
    ['64', { each: '32', count: null, rest: false }, ['32', '32']],
    ['70', { each: '32', count: null, rest: true }, ['32', '32', '6']],
    ['70', { each: '32', count: 1, rest: false }, ['32']],
    ['20', { each: '32', count: 3, rest: false }, []],
    ['1', { each: '0.25', count: null, rest: true }, ['0.25', '0.25', '0.25', '0.25']],
    ['5', { each: '0', count: 2, rest: true }, []],
  ])('of %s by %o', (quantity, template, made) => {
    expect(splitEvenly(quantity, template)).toEqual(made);
  });
});

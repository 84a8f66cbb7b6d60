import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNumber, formatUsd, isEqual, roundCents } from '../../domain/money';
import {
  readTyped,
  requireTyped,
  TYPED,
  type TypedKind,
  typedAmount,
  typedCount,
  typedOrNull,
} from '../../domain/typed';

const COMMAS = 'Use commas only between thousands, as in 1,500.00';

describe('what people type', () => {
  test.each<[TypedKind, string, string]>([
    ['money', '$500', '500'],
    ['money', '$14.50', '14.5'],
    ['money', '$1,234.50', '1234.5'],
    ['money', ' 14.5 ', '14.5'],
    ['money', '\u00a0$ 14.50\t', '14.5'],
    ['money', '14.990', '14.99'],
    ['money', '.5', '0.5'],
    ['money', '5.', '5'],
    ['money', '', ''],
    ['money', '  ', ''],
    ['percent', '7.5%', '7.5'],
    ['percent', ' 10 % ', '10'],
    ['percent', '10', '10'],
    ['quantity', '1,000', '1000'],
    ['quantity', ' 5 ', '5'],
    ['quantity', '0.125', '0.125'],
    ['whole', '30', '30'],
    ['whole', '1,000', '1000'],
    ['whole', '30.0', '30'],
  ])('%s %o is read as %o', (kind, text, amount) => {
    expect(readTyped(kind, text)).toEqual({ amount, problem: null, fault: null });
    expect(typedAmount(kind, text)).toBe(amount);
    expect(typedOrNull(kind, text)).toBe(amount === '' ? null : amount);
  });

  test.each<[TypedKind, string, string]>([
    ['money', '-5', 'Must be 0 or more'],
    ['money', '−5', 'Must be 0 or more'],
    ['money', '-$5.00', 'Must be 0 or more'],
    ['money', '(5.00)', TYPED.money.needs],
    ['money', '1e3', TYPED.money.needs],
    ['money', '$', TYPED.money.needs],
    ['money', '$$5', TYPED.money.needs],
    ['money', '5 USD', TYPED.money.needs],
    ['money', '1 234', TYPED.money.needs],
    ['money', '٥', TYPED.money.needs],
    ['money', '14.999', 'Maximum 2 decimal places allowed'],
    ['money', '1,5', COMMAS],
    ['money', '0,500', COMMAS],
    ['money', '1.234,50', COMMAS],
    ['money', '12,34,567', COMMAS],
    ['money', '1000000000000', 'Must be less than 1,000,000,000,000'],
    ['money', `1.${'0'.repeat(80)}1`, TYPED.money.needs],
    ['money', 'Infinity', TYPED.money.needs],
    ['percent', '10%%', TYPED.percent.needs],
    ['percent', '%', TYPED.percent.needs],
    ['percent', '7.125', 'Maximum 2 decimal places allowed'],
    ['quantity', '1,5', 'Use commas only between thousands, as in 1,500, and a point before decimals'],
    ['quantity', '$5', TYPED.quantity.needs],
    ['quantity', '5%', TYPED.quantity.needs],
    ['quantity', 'abc', TYPED.quantity.needs],
    ['quantity', '-3', 'Must be 0 or more'],
    ['quantity', '1e3', TYPED.quantity.needs],
    ['quantity', '0.1234567', 'Maximum 6 decimal places allowed'],
    ['whole', '1.5', 'Must be a whole number'],
    ['whole', '30 days', TYPED.whole.needs],
  ])('%s %o is refused: %s', (kind, text, problem) => {
    expect(readTyped(kind, text)).toMatchObject({ amount: null, problem });
    expect(typedAmount(kind, text)).toBe(text);
    expect(() => requireTyped(kind, text)).toThrow(problem);
  });

  test.each([
    ['-12', '-12'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['− 1,250.5', '-1250.5'],
    ['7', '7'],
    ['-0', '0'],
  ])('%o is %o where negative amounts are allowed', (text, amount) => {
    expect(readTyped('money', text, { signed: true })).toMatchObject({ amount, problem: null });
  });

  test.each(['-', '--1', '1-2', '-(5)'])('%o is no number where negative amounts are allowed either', (text) => {
    expect(readTyped('money', text, { signed: true })).toMatchObject({ amount: null });
  });

  test.each([
    ['30', 30],
    ['1,000', 1000],
    ['', null],
    ['1e3', Number.NaN],
    ['1.5', Number.NaN],
  ])('%o counts %o', (text, count) => {
    expect(typedCount(text)).toBe(count);
  });

  test('a cell that may not be blank says what it needs', () => {
    expect(() => requireTyped('quantity', ' ')).toThrow(TYPED.quantity.needs);
    expect(requireTyped('money', '$18')).toBe('18');
  });

  test('every amount is read back as it is shown', () => {
    const amounts = fc.integer({ min: 0, max: 99_999_999_999_999 }).map((cents) => roundCents(cents / 100));
    fc.assert(
      fc.property(amounts, (amount) => {
        for (const shown of [amount, formatUsd(amount), formatNumber(amount), ` ${formatUsd(amount)} `])
          expect(isEqual(readTyped('money', shown).amount ?? '-1', amount)).toBe(true);
      }),
    );
  });

  test('no number is made of a part of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-$% eE+()x'), maxLength: 12 }), (text) => {
        const { amount } = readTyped('quantity', text);
        if (amount === null || amount === '') return;
        expect(text.replace(/[\s,]/g, '')).toMatch(/^(-0*\.?0*|\d*\.?\d*)$/);
        expect(Number(text.replaceAll(',', ''))).toBeCloseTo(Number(amount), 6);
      }),
    );
  });
});

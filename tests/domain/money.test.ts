import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  compare,
  decimal,
  divide,
  formatNumber,
  formatUsd,
  greater,
  isEqual,
  lesser,
  MoneySchema,
  money,
  multiply,
  PriceSchema,
  parseAmount,
  parseSigned,
  QuantitySchema,
  readMeasured,
  roundCents,
  StockLevelSchema,
  subtract,
  sum,
} from '../../domain/money';

const cents = fc.integer({ min: -1e11, max: 1e11 });
const dollars = cents.map((amount) => roundCents(divide(amount, 100)));

describe('money', () => {
  test.each([
    ['0.005', '0.01'],
    ['0.0049999999', '0.00'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['10', '10.00'],
    ['-0.005', '-0.01'],
    ['-0.004', '0.00'],
    ['999999999999.995', '1000000000000.00'],
    [1.005, '1.01'],
  ])('%s is rounded half up to %s', (value, rounded) => {
    expect(roundCents(value)).toBe(rounded);
  });

  test.each([
    ['0', '$0.00'],
    ['5', '$5.00'],
    ['999.999', '$1,000.00'],
    ['1234.5', '$1,234.50'],
    ['1234567.891', '$1,234,567.89'],
    ['-3', '-$3.00'],
    ['-1234.5', '-$1,234.50'],
    ['-0.001', '$0.00'],
    ['100000000000000000000', '$100,000,000,000,000,000,000.00'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatUsd(value)).toBe(shown);
  });

  test.each([
    ['', ''],
    ['   ', ''],
    ['12', '12'],
    [' 12 ', '12'],
    ['1,250.5', '1250.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0', '0'],
    ['-1', null],
    ['1,5', null],
    ['12,50', null],
    ['0,500', null],
    ['1e3', null],
    ['.', null],
    ['1.2.3', null],
    ['twelve', null],
    ['12,345', '12345'],
    ['123,456', '123456'],
    ['1,234,567.5', '1234567.5'],
    ['Infinity', null],
    ['NaN', null],
  ])('%o typed is read as %o', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test.each([
    ['-12', '-12'],
    [' -1,250.5 ', '-1250.5'],
    ['-.5', '-0.5'],
    ['-0', '0'],
    ['7', '7'],
    ['', null],
    ['-', null],
    ['--1', null],
    ['1-2', null],
    ['twelve', null],
  ])('%o typed where negatives are allowed is read as %o', (text, amount) => {
    expect(parseSigned(text)).toBe(amount);
  });

  test.each([
    [1234.5, '1,234.5'],
    ['31968', '31,968'],
    ['1234.5678', '1,234.5678'],
    ['999', '999'],
    ['2.00', '2.00'],
  ])('%s is read as %s', (value, shown) => {
    expect(formatNumber(value)).toBe(shown);
  });

  test('a third is exact to sixty places', () => {
    expect(divide(1, 3)).toBe(`0.${'3'.repeat(60)}`);
  });

  test('a tenth and two tenths are three tenths', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
    expect(subtract('0.3', '0.1')).toBe('0.2');
    expect(multiply('1.1', '1.1')).toBe('1.21');
    expect(sum(['0.1', '0.2', '-0.3'])).toBe('0');
    expect(sum([])).toBe('0');
  });

  test('nothing is written with an exponent', () => {
    expect(money('1e30')).toBe(`1${'0'.repeat(30)}`);
    expect(money('0.0000000001')).toBe('0.0000000001');
    expect(money('-0')).toBe('0');
  });

  test('dividing by zero and invalid numbers are refused', () => {
    expect(() => divide('1', '0')).toThrow(new RangeError('Division by zero'));
    expect(() => decimal('twelve')).toThrow();
  });

  test('the same number in different notations is equal', () => {
    expect(isEqual('1.5', '1.50')).toBe(true);
    expect(isEqual('1.5', '1.51')).toBe(false);
    expect(compare('2', '10')).toBeLessThan(0);
    expect(compare('10', '2')).toBeGreaterThan(0);
    expect(lesser('2', '10')).toBe('2');
    expect(greater('2', '10')).toBe('10');
    expect([lesser('10', '2'), greater('10', '2')]).toEqual(['2', '10']);
  });

  test('numbers compare as their difference says, however long or close they are', () => {
    const digits = (most: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });
    const number = fc
      .tuple(fc.constantFrom('', '-'), digits(14), fc.constantFrom('', '.'), digits(8))
      .map(([sign, whole, dot, rest]) => `${sign}${whole}${dot}${dot && rest}`);
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(compare(a, b)).toBe(decimal(subtract(a, b)).comparedTo(0));
        expect(compare(a, a)).toBe(0);
      }),
    );
    expect(compare('-0', 0)).toBe(0);
    expect(compare('0.1', 0.1)).toBe(0);
    expect(compare('9007199254740993', '9007199254740992')).toBe(1);
    expect(compare('123456789.000001', '123456789')).toBe(1);
  });

  test('what is no number is not compared', () => {
    for (const text of ['', ' 1', '0x10', 'twelve', '1,000']) expect(() => compare(text, '1')).toThrow();
  });

  test('a sum is exact in any order', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 50 }), (amounts) => {
        const total = amounts.reduce((left, right) => left + right, 0);
        const forwards = sum(amounts.map((amount) => divide(amount, 100)));
        const backwards = sum(amounts.toReversed().map((amount) => divide(amount, 100)));
        expect(forwards).toBe(divide(total, 100));
        expect(backwards).toBe(forwards);
      }),
    );
  });

  test('rounded amounts are valid money', () => {
    fc.assert(
      fc.property(dollars, (amount) => {
        expect(roundCents(amount)).toBe(amount);
        expect(MoneySchema.safeParse(amount).success).toBe(true);
      }),
    );
  });

  test.each([
    [
      'MoneySchema',
      MoneySchema,
      ['0', '12.5', '123.40', '-5.00'],
      ['', '1.234', '1e3', '1,000', 'NaN', '.5', ' 1', '1234567890123'],
    ],
    ['PriceSchema', PriceSchema, ['0', '0.00', '12.34'], ['-1', '-0.01', '1.234']],
    ['QuantitySchema', QuantitySchema, ['0', '1', '0.125', '12.123456'], ['-1', '1.1234567', 'Infinity', '1e9', '']],
    ['StockLevelSchema', StockLevelSchema, ['-3', '0', '7.5'], ['--3', '7.1234567']],
  ] as const)('%s accepts only valid values', (_, schema, good, bad) => {
    for (const value of good) expect(schema.safeParse(value).success, value).toBe(true);
    for (const value of bad) expect(schema.safeParse(value).success, value).toBe(false);
    expect(schema.safeParse(12.5).success).toBe(false);
  });

  test.each([
    ['12.345', MoneySchema, 'Must be an amount, such as 18.00'],
    ['-1', PriceSchema, 'Must be 0 or more'],
    ['-1', QuantitySchema, 'Must be 0 or more'],
    ['1.1234567', StockLevelSchema, 'Must be a number'],
  ])('%s gets this message (%#)', (value, schema, sentence) => {
    expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});

describe('a quantity an outside system measured', () => {
  test.each([
    [12, '12'],
    ['12.50', '12.5'],
    [' 7 ', '7'],
    ['.5', '0.5'],
    ['1e-3', '0.001'],
    [0.1 + 0.2, '0.3'],
    [2.9999999999999996, '3'],
    [3.0000000000000004, '3'],
    [453.59237123, '453.592371'],
    ['0.0000009', '0'],
    [-2.5, '-2.5'],
  ])('%s is %s: rounded down to six decimals, without what floats add', (given, kept) => {
    expect(readMeasured(given)).toBe(kept);
  });

  test.each([[''], ['12 g'], ['1,200'], ['NaN'], [Number.NaN], [Number.POSITIVE_INFINITY], ['--2']])(
    '“%s” is none',
    (given) => {
      expect(readMeasured(given)).toBeNull();
    },
  );
});

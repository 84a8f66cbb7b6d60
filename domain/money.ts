import DecimalLibrary from 'decimal.js-light';
import { z } from 'zod';

/**
 * Money and quantities are decimals end to end. In JSON both are decimal strings ('123.40', '0.125'), because most
 * parsers read JSON numbers as binary floats, where 0.1 + 0.2 is not 0.3.
 */
const Exact = DecimalLibrary.clone({ precision: 60, rounding: DecimalLibrary.ROUND_HALF_UP });

/** US dollars as a decimal string, such as '123.40'. */
export type Money = string;
/** A quantity as a decimal string, such as '12' or '0.125'. */
export type Quantity = string;
export type Numeric = string | number | DecimalLibrary;

const atLeastZero = (value: string) => !value.startsWith('-');

const MONEY = /^-?\d{1,12}(\.\d{1,2})?$/;
/**
 * Dollars and cents; may be negative (a balance, an adjustment). What is no amount goes no further: later checks, also those
 * of the whole form, may calculate.
 */
export const MoneySchema = z.string().regex(MONEY, { error: 'Must be an amount, such as 18.00', abort: true });
/** What `MoneySchema` accepts, checked without it. */
export const isMoney = (text: string): boolean => MONEY.test(text);
/** Dollars and cents, at least zero: a price, a payment, a total. */
export const PriceSchema = MoneySchema.refine(atLeastZero, { error: 'Must be 0 or more', abort: true });
/** A stock level; negative when the tracking system removed reserved stock. */
export const StockLevelSchema = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,6})?$/, { error: 'Must be a number', abort: true });
/** A quantity of at least zero. */
export const QuantitySchema = StockLevelSchema.refine(atLeastZero, { error: 'Must be 0 or more', abort: true });

/** Decimals the tracking system keeps of an amount. */
const TRACKED_DECIMALS = 4;

/** An amount as the tracking system takes it: 0 or more, with at most 4 decimals. */
export const TrackedQuantity = QuantitySchema.pipe(
  z
    .string()
    .refine(
      (value) => decimal(value).decimalPlaces() <= TRACKED_DECIMALS,
      `Maximum ${TRACKED_DECIMALS} decimal places allowed`,
    ),
);

/** The exact decimal of a value, for calculations; raises on anything but a number. */
export function decimal(value: Numeric): DecimalLibrary {
  return new Exact(value);
}

/** The exact decimal string of a value, without exponent or rounding. */
export function money(value: Numeric): Money {
  const text = decimal(value).toFixed();
  return text === '-0' ? '0' : text;
}

/**
 * Digits as an exact amount, with or without thousands commas: '' when blank, null when negative or not a number. What
 * people type is read by `readTyped`.
 */
export function parseAmount(text: string): Money | '' | null {
  const plain = text.trim();
  if (plain === '') return '';
  // A 0 before a comma is no thousand: some write 0,500 for a half.
  if (!/^(\d+|[1-9]\d{0,2}(,\d{3})+)?(\.\d*)?$/.test(plain) || !/\d/.test(plain)) return null;
  return money(plain.replaceAll(',', '').replace(/\.$/, ''));
}

/** The same, also for negative amounts; null when blank. */
export function parseSigned(text: string): Money | null {
  const plain = text.trim();
  const amount = parseAmount(plain.replace(/^-/, ''));
  if (amount === null || amount === '') return null;
  return plain.startsWith('-') ? multiply(amount, -1) : amount;
}

export function add(a: Numeric, b: Numeric): Money {
  return money(decimal(a).plus(b));
}

export function subtract(a: Numeric, b: Numeric): Money {
  return money(decimal(a).minus(b));
}

export function multiply(a: Numeric, b: Numeric): Money {
  return money(decimal(a).times(b));
}

/** Exact to 60 digits; raises on division by zero. */
export function divide(a: Numeric, b: Numeric): Money {
  if (decimal(b).isZero()) throw new RangeError('Division by zero');
  return money(decimal(a).div(b));
}

export function sum(amounts: Iterable<Numeric>): Money {
  let total = decimal(0);
  for (const amount of amounts) total = total.plus(amount);
  return money(total);
}

const CENTS = /^(0|[1-9]\d*)\.\d\d$/;

/** The only rounding in the product: to 2 places, halves away from zero. Always has 2 decimals. */
export function roundCents(value: Numeric): Money {
  // Most prices are stored so, and a decimal of each is slow where there are thousands.
  if (typeof value === 'string' && CENTS.test(value)) return value;
  const text = decimal(value).toFixed(2, DecimalLibrary.ROUND_HALF_UP);
  return text === '-0.00' ? '0.00' : text;
}

/** Rounds down to a whole number, or to so many decimals. */
export function floor(value: Numeric, decimals = 0): Money {
  return money(decimal(value).toDecimalPlaces(decimals, DecimalLibrary.ROUND_FLOOR));
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Decimals kept of a quantity, and those by which a binary float that means fewer may be off. */
const [KEPT_DECIMALS, FLOAT_DECIMALS] = [6, 9];

/**
 * A quantity an outside system measured, as a number or text: rounded down to 6 decimals, since nobody has what isn't
 * there, once what binary floats add or lose is taken off. Null when it is no number.
 */
export function readMeasured(value: number | string): Quantity | null {
  const text = String(value).trim();
  if (!NUMBER.test(text)) return null;
  return floor(decimal(text.replace(/^\+/, '')).toDecimalPlaces(FLOAT_DECIMALS), KEPT_DECIMALS);
}

/** Negative when a is less, positive when more, 0 when equal ('1.5' and '1.50' are). */
export function compare(a: Numeric, b: Numeric): number {
  if (!isShort(a) || !isShort(b)) return decimal(a).comparedTo(b);
  const [left, right] = [Number(a), Number(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const SHORT = /^-?\d{1,9}(\.\d{1,6})?$/;

/** Whether a value has at most 15 digits: floats tell those apart and keep their order, and are faster to compare. */
function isShort(value: Numeric): boolean {
  return typeof value === 'string' ? SHORT.test(value) : Number.isInteger(value);
}

export function isEqual(a: Numeric, b: Numeric): boolean {
  return compare(a, b) === 0;
}

export function lesser(a: Numeric, b: Numeric): Money {
  return money(compare(a, b) <= 0 ? a : b);
}

export function greater(a: Numeric, b: Numeric): Money {
  return money(compare(a, b) >= 0 ? a : b);
}

/** '1234.5' → '$1,234.50', '-3' → '-$3.00'. */
export function formatUsd(value: Numeric): string {
  const cents = roundCents(value);
  return `${cents.startsWith('-') ? '-' : ''}$${formatNumber(cents.replace('-', ''))}`;
}

/** An amount as lists show it: grouped, to its sixth decimal. */
export function formatAmount(value: Numeric): string {
  return formatNumber(money(decimal(value).toDecimalPlaces(6)));
}

/** '31968' → '31,968', '1234.5678' → '1,234.5678'. */
export function formatNumber(value: Numeric): string {
  const [whole = '0', fraction] = (typeof value === 'string' ? value : money(value)).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

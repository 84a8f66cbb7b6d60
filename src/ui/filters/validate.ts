import { EARLIEST_DATE, shortDay } from '../../../domain/dates';
import { compare, decimal, parseSigned } from '../../../domain/money';
import type { DateRangeFilter, FilterField, FilterValues, NumberRangeFilter } from './types';

export type FilterErrors = Readonly<Record<string, string>>;

const textOf = (values: FilterValues, key: string) => String(values[key] ?? '').trim();

function rangeErrors(
  keys: { from: string; to: string },
  values: FilterValues,
  check: (text: string) => string | undefined,
  show: (text: string) => string,
  isAbove: (a: string, b: string) => boolean,
): Record<string, string> {
  const from = textOf(values, keys.from);
  const to = textOf(values, keys.to);
  const errors: Record<string, string> = {};
  const [low, high] = [from && check(from), to && check(to)];
  if (low) errors[keys.from] = low;
  if (high) errors[keys.to] = high;
  if (from && to && !low && !high && isAbove(from, to)) {
    errors[keys.from] = `Must be less than or equal to ${show(to)}`;
    errors[keys.to] = `Must be greater than or equal to ${show(from)}`;
  }
  return errors;
}

const numberErrors = (field: NumberRangeFilter, values: FilterValues) =>
  rangeErrors(
    field,
    values,
    (text) => {
      const number = parseSigned(text);
      if (number === null) return 'Must be a number';
      if (field.min !== undefined && compare(number, field.min) < 0) return `Must be ${field.min} or more`;
      return field.decimals !== undefined && decimal(number).decimalPlaces() > field.decimals
        ? `Maximum ${field.decimals} decimal places allowed`
        : undefined;
    },
    (text) => text,
    (a, b) => compare(parseSigned(a) ?? a, parseSigned(b) ?? b) > 0,
  );

/** What was typed as it is applied: numbers without the commas between their thousands. */
export function appliedValues(fields: readonly FilterField[], values: FilterValues): FilterValues {
  const keys = fields.flatMap((field) => (field.kind === 'numberRange' ? [field.from, field.to] : []));
  const numbers = keys.flatMap((key) => (values[key] === undefined ? [] : [[key, parseSigned(textOf(values, key))]]));
  return { ...values, ...Object.fromEntries(numbers) };
}

const dateErrors = (field: DateRangeFilter, values: FilterValues) =>
  rangeErrors(
    field,
    values,
    (day) => {
      const min = field.min ?? EARLIEST_DATE;
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Must be a date';
      if (day < min) return `Must be on or after ${shortDay(min)}`;
      return field.max && day > field.max ? `Must be on or before ${shortDay(field.max)}` : undefined;
    },
    shortDay,
    (a, b) => a > b,
  );

/** What keeps these values from being applied, by key; nothing when all is well. */
export function filterErrors(fields: readonly FilterField[], values: FilterValues): FilterErrors {
  return Object.assign(
    {},
    ...fields.map((field) => {
      if (field.kind === 'numberRange') return numberErrors(field, values);
      return field.kind === 'dateRange' ? dateErrors(field, values) : {};
    }),
  );
}

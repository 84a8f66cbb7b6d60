import { shortDay } from '../../../domain/dates';
import type { DateRangeFilter, FilterField, FilterValue, FilterValues, MultiFilter } from './types';

/** One filter that is set, in words, and the keys that unset it. */
export type FilterChip = { id: string; text: string; keys: readonly string[] };

const isSet = (value: FilterValue) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The keys a field's values are under. */
export function keysOf(field: FilterField): readonly string[] {
  if (field.kind === 'numberRange') return [field.from, field.to];
  if (field.kind !== 'dateRange') return [field.id];
  return field.relative ? [field.from, field.to, field.relative.key] : [field.from, field.to];
}

function rangeText(from: string, to: string): string {
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? `from ${from}` : `up to ${to}`;
}

function dateText(field: DateRangeFilter, values: FilterValues): string {
  const relative = field.relative?.options.find((option) => option.value === values[field.relative?.key ?? '']);
  const day = (key: string) => (values[key] ? shortDay(String(values[key]).slice(0, 10)) : '');
  return relative ? relative.label : rangeText(day(field.from), day(field.to));
}

function choiceText(field: MultiFilter, value: FilterValue): string {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const [first, second, ...more] = chosen.map(
    (choice) => field.options.find((option) => option.value === choice)?.label ?? String(choice),
  );
  if (more.length) return `${first} and ${more.length + 1} more`;
  return second === undefined ? String(first) : `${first}, ${second}`;
}

function fieldText(field: FilterField, values: FilterValues): string {
  switch (field.kind) {
    case 'text':
      return String(values[field.id]);
    case 'tri':
      return values[field.id] ? (field.yes ?? 'Yes') : (field.no ?? 'No');
    case 'multi':
      return choiceText(field, values[field.id]);
    case 'dateRange':
      return dateText(field, values);
    case 'numberRange': {
      const amount = (key: string) => (isSet(values[key]) ? `${field.prefix ?? ''}${values[key]}` : '');
      return rangeText(amount(field.from), amount(field.to));
    }
  }
}

/** What is set, in the fields' order. */
export function filterChips(fields: readonly FilterField[], values: FilterValues): FilterChip[] {
  return fields
    .filter((field) => keysOf(field).some((key) => isSet(values[key])))
    .map((field) => ({ id: field.id, text: `${field.label}: ${fieldText(field, values)}`, keys: keysOf(field) }));
}

/** The values without these keys. */
export function withoutKeys(values: FilterValues, keys: readonly string[]): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

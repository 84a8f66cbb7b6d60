import {
  compareBounds,
  type Day,
  dayOfBound,
  RELATIVE_RANGES,
  type RelativeRange,
  shortDate,
  shortDay,
} from '../dates';
import { type FilterErrors, type FilterField, type FilterSet, isSet } from './define';
import { type ChoicesFilter, type IdsFilter, readTypedAmount } from './kinds';

type Values = Readonly<Record<string, unknown>>;
type Fields = Pick<FilterSet, 'fields'>;
type Salvaging = Fields & { salvage(kept: Values): { errors: FilterErrors } };

/** One set filter as text, with the keys that clear it. */
export type FilterChip = { id: string; text: string; keys: readonly string[] };

export type FilterOption = { value: string | number; label: string; count?: number };

/** A choice from a facets call. */
type FacetEntry = {
  id?: string | number | undefined;
  searchId?: number | undefined;
  name?: string | undefined;
  displayName?: string | undefined;
  count?: number | undefined;
};
/** The reply of a facets call; undefined while loading. */
export type Facets = Readonly<Record<string, readonly FacetEntry[]>> | undefined;

/**
 * A field's choices, undefined while its facet is loading. Without a facet, the chosen values are offered so they can
 * be removed.
 */
export function optionsOf(
  field: FilterField & (IdsFilter | ChoicesFilter),
  facets: Facets,
  filters: Values = {},
): readonly FilterOption[] | undefined {
  const entries = field.facet === null ? undefined : facets?.[field.facet];
  if (field.options !== null) return field.options.map((option) => ({ ...option, ...countOf(entries, option.value) }));
  if (field.facet === null) return chosenOf(field, filters).map((value) => ({ value, label: `No. ${value}` }));
  return entries?.map((entry) => ({
    value: entry.searchId ?? entry.id ?? 0,
    label: entry.displayName ?? entry.name ?? String(entry.id),
    ...(entry.count === undefined ? {} : { count: entry.count }),
  }));
}

function countOf(entries: readonly FacetEntry[] | undefined, value: string | number): { count?: number } {
  const count = entries?.find(({ id }) => id === value)?.count;
  return count === undefined ? {} : { count };
}

const chosenOf = ({ id }: FilterField, filters: Values) => (filters[id] ?? []) as readonly (string | number)[];

/**
 * What is set, in field order; choices show as numbers until the facets bring names, an instant as its day in
 * `timeZone`, the IANA zone in which the list counts days.
 */
export function chipsOf({ fields }: Fields, filters: Values, timeZone: string, facets?: Facets): FilterChip[] {
  const words = (field: FilterField) => wordsOf(field, filters, { facets, timeZone });
  return fields
    .filter(({ keys }) => keys.some((key) => isSet(filters[key])))
    .map((field) => ({ id: field.id, text: `${field.label}: ${words(field)}`, keys: field.keys }));
}

function wordsOf(field: FilterField, filters: Values, shown: { facets: Facets; timeZone: string }): string {
  const { facets, timeZone } = shown;
  const day = (bound: string) => bound && shortDay(dayOfBound(bound, timeZone));
  const [from = '', to = '', rel = ''] = field.keys.map((key) => (isSet(filters[key]) ? String(filters[key]) : ''));
  switch (field.kind) {
    case 'flag':
      return filters[field.id] ? field.yes : field.no;
    case 'text':
      return from;
    case 'amounts':
      return rangeWords(from && field.prefix + from, to && field.prefix + to);
    case 'dates':
      if (rel !== '') return RELATIVE_RANGES[rel as RelativeRange]?.label ?? rel;
      return rangeWords(day(from), day(to));
    default:
      return choiceWords(field, filters, facets);
  }
}

function rangeWords(from: string, to: string): string {
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? `from ${from}` : `up to ${to}`;
}

function choiceWords(field: FilterField & (IdsFilter | ChoicesFilter), filters: Values, facets: Facets): string {
  const options = optionsOf(field, facets, filters);
  const [first, second, ...more] = chosenOf(field, filters).map(
    (chosen) => options?.find(({ value }) => value === chosen)?.label ?? `No. ${chosen}`,
  );
  if (more.length) return `${first} and ${more.length + 1} more`;
  return second === undefined ? String(first) : `${first}, ${second}`;
}

/** Most choices per facet; a facet with this many may have more. */
export const MOST_OFFERED = 1000;

/**
 * The filters without choices that no longer exist. Keeps everything while the facet is loading or the field has none.
 * Returns the same object when nothing changes.
 */
export function stillOffered<V extends Values>({ fields }: Fields, filters: V, facets: Facets): V {
  const left = fields.flatMap((field) => {
    if (field.kind !== 'ids' || field.facet === null || !isSet(filters[field.id])) return [];
    const options = facets?.[field.facet] && optionsOf(field, facets, filters);
    if (!options || options.length >= MOST_OFFERED) return [];
    const chosen = chosenOf(field, filters);
    const kept = chosen.filter((one) => options.some(({ value }) => value === one));
    return kept.length === chosen.length ? [] : [[field.id, kept] as const];
  });
  if (left.length === 0) return filters;
  const changed = { ...filters, ...Object.fromEntries(left) };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => isSet(value))) as V;
}

/** Typed values as applied: amounts as they are read, no blanks. */
export function appliedOf({ fields }: Fields, typed: Values): Record<string, unknown> {
  const plain = fields.flatMap((field) => field.keys.map((key) => [key, readValue(field, typed[key])] as const));
  return Object.fromEntries(plain.filter(([, value]) => isSet(value)));
}

function readValue(field: FilterField, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return field.kind === 'amounts' ? readTypedAmount(field, value) : value.trim();
}

/**
 * What keeps typed values from being applied, by key, with the server's messages; empty when valid. `today` is the
 * reader's day, the last of a filter of what has happened.
 */
export function errorsOf(filters: Salvaging, typed: Values, today?: Day): FilterErrors {
  const applied = appliedOf(filters, typed);
  const { errors } = filters.salvage(applied);
  if (today === undefined) return errors;
  const late = filters.fields
    .flatMap((field) => (field.kind === 'dates' && field.past ? field.keys : []))
    .filter((key) => DAY.test(String(applied[key])) && compareBounds(String(applied[key]), today) > 0);
  const message = `Must be on or before ${shortDay(today)}`;
  return { ...errors, ...Object.fromEntries(late.map((key) => [key, message])) };
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /\d{4}-\d\d-\d\dT\S+/g;

/** Messages with each instant in them as its day in `timeZone`, the IANA zone in which the list counts days. */
export function errorsIn(errors: FilterErrors, timeZone: string): FilterErrors {
  const read = (message: string) => message.replace(INSTANT, (instant) => shortDate(instant, timeZone));
  return Object.fromEntries(Object.entries(errors).map(([key, message]) => [key, read(message)]));
}

/** The filters without these keys. */
export function withoutKeys<V extends Values>(filters: V, keys: readonly string[]): V {
  return Object.fromEntries(Object.entries(filters).filter(([key]) => !keys.includes(key))) as V;
}

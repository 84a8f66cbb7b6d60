import { z } from 'zod';
import { compareBounds, type DateFilter, type RelativeRange, shortDay } from '../dates';
import { readDigits } from '../digits';
import { madeWhenRead } from '../lazy';
import { compare } from '../money';
import {
  type AmountsFilter,
  type ChoicesFilter,
  type DatesFilter,
  type DeclaredFilter,
  type FlagFilter,
  type IdsFilter,
  readTypedAmount,
  relativeSchema,
  valueSchema,
} from './kinds';

export type Declared = Readonly<Record<string, DeclaredFilter>>;

type Range = AmountsFilter | DatesFilter;

type KeysOf<Name extends string, F> =
  | (F extends Range ? `${Name}From` | `${Name}To` : Name)
  | (F extends DatesFilter ? `${Name}Rel` : never);
type KeyOf<D extends Declared> = { [N in keyof D & string]: KeysOf<N, D[N]> }[keyof D & string];

type ValueOf<F> = F extends FlagFilter
  ? boolean
  : F extends IdsFilter
    ? number[]
    : F extends { kind: 'choices'; options: readonly { value: infer Value }[] }
      ? Value[]
      : string;
type ValueAt<D extends Declared, K extends string> = K extends keyof D
  ? ValueOf<D[K]>
  : K extends `${string}Rel`
    ? RelativeRange
    : string;

type ShapeOf<D extends Declared> = {
  [K in KeyOf<D>]: z.ZodOptional<z.ZodType<ValueAt<D, K>, ValueAt<D, K>>>;
};

/** A filter's value, by kind; a range has at least one end. */
export type Asked<F> = F extends AmountsFilter
  ? { from?: string | undefined; to?: string | undefined }
  : F extends DatesFilter
    ? DateFilter
    : Readonly<ValueOf<F>>;

/** A declared filter with its name and the keys of its values, in order. */
export type FilterField = DeclaredFilter & {
  id: string;
  keys: readonly string[];
  /** Where all filters are shown in groups: its group's name, and the group's place from 0. */
  group?: { label: string; place: number };
};

/** Values by key, as sent in calls. */
type Values = Readonly<Record<string, unknown>>;
export type FilterErrors = Readonly<Record<string, string>>;

export interface FilterSet<D extends Declared = Declared> {
  readonly declared: D;
  /** In declaration order, which is display order. */
  readonly fields: readonly FilterField[];
  /** What a call takes: every filter is optional, nothing else is allowed. */
  readonly schema: z.ZodObject<ShapeOf<D>, z.core.$strict>;
  /** The same as parameters of a GET call: each is text, lists comma-separated. Spread into the call's `query`. */
  readonly query: ShapeOf<D>;
  /** What is wrong between parameters of such a call, such as a reversed range. */
  checkQuery(given: Values, context: z.RefinementCtx): void;
  /**
   * Filters from an address. Invalid values come back by key in `errors` and filter nothing, so a damaged link still
   * shows a list; other parameters are ignored.
   */
  parse(params: Iterable<readonly [string, string]>): Read<D>;
  /** The same for stored filters, which may be older than the current declaration. */
  salvage(kept: Values): Read<D>;
  /** As address parameters: one text per key, lists comma-separated, blanks omitted. */
  format(filters: Values): Record<string, string>;
  /** What is set, by declared name; what filters nothing is omitted. */
  asked(filters: Values): { [N in keyof D]?: Asked<D[N]> };
  /** How many filters are set. */
  count(filters: Values): number;
}

type Read<D extends Declared> = { filters: z.output<FilterSet<D>['schema']>; errors: FilterErrors };

/** The filters of a list as its calls send them. */
export type FiltersOf<F extends { schema: z.ZodType }> = z.output<F['schema']>;

/** The facets a set of filters takes its choices from. */
export type FacetsOf<F extends { declared: Declared }> = {
  [N in keyof F['declared']]: F['declared'][N] extends { facet: infer Facet } ? Extract<Facet, string> : never;
}[keyof F['declared']];

/**
 * Declares a list's filters once; schema, messages, address, fields and chips follow. A range `total` uses the keys
 * `totalFrom` and `totalTo`, dates `created` also `createdRel`, everything else its name. Long sets are shown in
 * `groups`, those used most first; what is in none comes last.
 */
export function defineFilters<const D extends Declared>(
  declared: D,
  groups: Readonly<Record<string, readonly (keyof D & string)[]>> = {},
): FilterSet<D> {
  const grouped = Object.entries(groups).map(([label, ids], place) => ({ ids: new Set<string>(ids), label, place }));
  const fields = Object.entries(declared).map(([id, filter]): FilterField => {
    const group = grouped.find(({ ids }) => ids.has(id));
    return {
      ...filter,
      id,
      keys: keysOf(id, filter),
      ...(group && { group: { label: group.label, place: group.place } }),
    };
  });
  const readers = new Map(fields.flatMap((field) => field.keys.map((key) => [key, field] as const)));
  const schema = schemaOf(fields);

  function salvage(kept: Values) {
    const known = Object.entries(kept).filter(([key, value]) => readers.has(key) && isSet(value));
    const errors: Record<string, string> = {};
    if (known.length === 0) return { filters: {}, errors };
    let sound: Values = Object.fromEntries(known);
    // Dropping invalid values can only reveal a reversed range.
    for (let read = schema.safeParse(sound); ; read = schema.safeParse(sound)) {
      if (read.success) return { filters: read.data, errors };
      for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message;
      sound = Object.fromEntries(Object.entries(sound).filter(([key]) => !(key in errors)));
    }
  }

  function asked(filters: Values) {
    const found = fields.map((field) => [field.id, askedOf(field, filters)] as const);
    return Object.fromEntries(found.filter(([, value]) => isSet(value)));
  }

  return {
    declared,
    fields,
    schema: schema as never,
    query: madeWhenRead(
      [...readers].map(([key, field]) => [
        key,
        () => z.preprocess((value) => readParam(field, value), schema.shape[key] as z.ZodType),
      ]),
    ) as never,
    checkQuery(given, context) {
      const known = Object.entries(given).filter(([key]) => readers.has(key));
      for (const issue of schema.safeParse(Object.fromEntries(known)).error?.issues ?? [])
        context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
    },
    salvage: salvage as never,
    parse(params) {
      const raw = [...params].map(([key, value]) => [key, readParam(readers.get(key), value)]);
      return salvage(Object.fromEntries(raw)) as never;
    },
    format: (filters) =>
      Object.fromEntries(
        Object.entries(filters).flatMap(([key, value]) => (isSet(value) ? [[key, String(value)]] : [])),
      ),
    asked: asked as never,
    count: (filters) => Object.keys(asked(filters)).length,
  };
}

/** Whether a value filters anything. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function keysOf(id: string, { kind }: DeclaredFilter): readonly string[] {
  if (kind === 'amounts') return [`${id}From`, `${id}To`];
  return kind === 'dates' ? [`${id}From`, `${id}To`, `${id}Rel`] : [id];
}

function schemaOf(fields: readonly FilterField[]) {
  const shape = fields.flatMap((field) => {
    const of = (key: string) => (key === `${field.id}Rel` ? relativeSchema : valueSchema(field)).optional();
    return field.keys.map((key) => [key, () => of(key)] as const);
  });
  const ranges = fields.filter(({ kind }) => kind === 'amounts' || kind === 'dates');
  return z.strictObject(madeWhenRead(shape)).superRefine((given, context) => {
    const wrong = new Set(context.issues.map(({ path }) => path?.[0]));
    for (const { kind, keys } of ranges) {
      const [from = '', to = ''] = keys;
      const [low, high] = [given[from], given[to]] as [string | undefined, string | undefined];
      if (low === undefined || high === undefined || wrong.has(from) || wrong.has(to)) continue;
      const { order, show } = ENDS[kind as Range['kind']];
      if (order(low, high) <= 0) continue;
      context.addIssue({ code: 'custom', path: [from], message: `Must be less than or equal to ${show(high)}` });
      context.addIssue({ code: 'custom', path: [to], message: `Must be greater than or equal to ${show(low)}` });
    }
  });
}

const ENDS = {
  amounts: { order: compare, show: (end: string) => end },
  // An instant as it was given: on which day it falls, only the reader's screen knows (`errorsIn`).
  dates: { order: compareBounds, show: (end: string) => (end.includes('T') ? end : shortDay(end)) },
};

function askedOf(field: FilterField, filters: Values): unknown {
  const [first, second, third] = field.keys.map((key) => (isSet(filters[key]) ? filters[key] : undefined));
  if (field.keys.length === 1) return first;
  if (first === undefined && second === undefined && third === undefined) return undefined;
  return field.kind === 'dates' ? { from: first, to: second, rel: third } : { from: first, to: second };
}

/** A value as written in an address; amounts are read there as they are typed. */
function readParam(field: FilterField | undefined, value: unknown): unknown {
  if (value === '') return undefined;
  if (typeof value !== 'string') return value;
  switch (field?.kind) {
    case 'flag':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'amounts':
      return /^-?[\d.]+$/.test(value) ? value : readTypedAmount(field, value) || undefined;
    case 'ids':
      return value.split(',').map(readDigits);
    case 'choices':
      return value.split(',').map((one) => readChoice(field, one));
    default:
      return value;
  }
}

function readChoice({ options }: ChoicesFilter, text: string): string | number {
  return options.find(({ value }) => String(value) === text)?.value ?? text;
}

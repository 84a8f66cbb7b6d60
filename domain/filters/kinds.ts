import { z } from 'zod';
import { DateBound, RELATIVE_RANGES, type RelativeRange, RelativeRangeSchema } from '../dates';
import { compare, decimal } from '../money';
import { lineOfText } from '../text';
import { typedAmount } from '../typed';

/** Most values per filter, and most characters per text. */
const MOST_CHOICES = 1000;
const MOST_CHARACTERS = 200;

type Labeled = { label: string };

/** Yes, no, or not set. */
export type FlagFilter = Labeled & { kind: 'flag'; yes: string; no: string };
export type TextFilter = Labeled & { kind: 'text'; maxLength: number };
/** A range of numbers as decimal strings, in the unit given by `prefix` or the label. */
export type AmountsFilter = Labeled & { kind: 'amounts'; decimals: number; min: number | undefined; prefix: string };
/**
 * A range of days or instants, or a relative range, which takes precedence; `past` is of what has happened, which ends
 * today, `isDay` of calendar days without a time zone.
 */
export type DatesFilter = Labeled & { kind: 'dates'; ranges: readonly RelativeRange[]; past: boolean; isDay?: true };
/** Records by id: from the facet of this name, or a fixed list; with neither, only a link can set them. */
export type IdsFilter<Facet extends string = string> = Labeled & {
  kind: 'ids';
  facet: Facet | null;
  options: readonly { value: number; label: string }[] | null;
};
/** Some of a fixed list of values; the facet of this name has the counts. */
export type ChoicesFilter<Value extends string | number = string | number, Facet extends string = string> = Labeled & {
  kind: 'choices';
  options: readonly { value: Value; label: string }[];
  facet: Facet | null;
};

export type DeclaredFilter = FlagFilter | TextFilter | AmountsFilter | DatesFilter | IdsFilter | ChoicesFilter;

export const flag = (label: string, words: { yes?: string; no?: string } = {}): FlagFilter => ({
  kind: 'flag',
  label,
  yes: words.yes ?? 'Yes',
  no: words.no ?? 'No',
});

export const text = (label: string): TextFilter => ({ kind: 'text', label, maxLength: MOST_CHARACTERS });

/** Any number, with at most 6 decimals by default; `min` is inclusive. */
export const amounts = (
  label: string,
  options: { decimals?: number; min?: number; prefix?: string } = {},
): AmountsFilter => ({
  kind: 'amounts',
  label,
  decimals: options.decimals ?? 6,
  min: options.min,
  prefix: options.prefix ?? '',
});

/** Dollars and cents, at least zero. */
export const dollars = (label: string): AmountsFilter => amounts(label, { decimals: 2, min: 0, prefix: '$' });

/** An amount as typed, exactly; what can't be read stays, to be refused at its field. */
export const readTypedAmount = ({ prefix }: Pick<AmountsFilter, 'prefix'>, text: string): string =>
  typedAmount(prefix === '$' ? 'money' : 'quantity', text.trim(), { signed: true });

const ALL_RANGES = Object.keys(RELATIVE_RANGES) as RelativeRange[];
const PAST_RANGES = ALL_RANGES.filter((range) => range !== 'NEXT_WEEK');

/** `past` offers no future ranges and ends today; see `DatesFilter`. */
export const dates = (label: string, { past = false, isDay }: { past?: boolean; isDay?: true } = {}): DatesFilter => ({
  kind: 'dates',
  label,
  ranges: past ? PAST_RANGES : ALL_RANGES,
  past,
  ...(isDay && { isDay }),
});

/** From a facet by name, or a fixed list; see `IdsFilter`. */
export const ids = <const Facet extends string = never>(
  label: string,
  offered?: Facet | readonly { value: number; label: string }[],
): IdsFilter<NoInfer<Facet>> => ({
  kind: 'ids',
  label,
  facet: typeof offered === 'string' ? offered : null,
  options: typeof offered === 'object' ? offered : null,
});

export const choices = <const Value extends string | number, const Facet extends string = never>(
  label: string,
  options: readonly { value: Value; label: string }[],
  facet?: Facet,
): ChoicesFilter<Value, NoInfer<Facet>> => ({ kind: 'choices', label, options, facet: facet ?? null });

function amount({ decimals, min }: AmountsFilter): z.ZodType<string, string> {
  return z
    .string()
    .regex(/^-?\d{1,12}(\.\d+)?$/, { error: 'Must be a number', abort: true })
    .refine((value) => min === undefined || compare(value, min) >= 0, `Must be ${min} or more`)
    .refine((value) => decimal(value).decimalPlaces() <= decimals, `Maximum ${decimals} decimal places allowed`);
}

function oneOf(options: ChoicesFilter['options']): z.ZodType {
  return z.literal(options.map(({ value }) => value) as [string | number, ...(string | number)[]]);
}

/** The schema of a filter's values; a range has it for each end. */
export function valueSchema(filter: DeclaredFilter): z.ZodType {
  switch (filter.kind) {
    case 'flag':
      return z.boolean('Must be yes or no');
    case 'text':
      return lineOfText().max(filter.maxLength, `Must be ${filter.maxLength} characters or fewer`);
    case 'amounts':
      return amount(filter);
    case 'dates':
      return DateBound;
    case 'ids':
      return z
        .array(
          z.number('Choose one from the list').int('Choose one from the list').positive('Choose one from the list'),
        )
        .max(MOST_CHOICES, 'Too many selected');
    case 'choices':
      return z.array(oneOf(filter.options)).max(MOST_CHOICES, 'Too many selected');
  }
}

export const relativeSchema = RelativeRangeSchema;

import { z } from 'zod';
import { convertUnits } from '../../catalogue/units/convert-units';
import type { TrackingUnit } from '../../catalogue/units/tracking-units';
import {
  add,
  compare,
  divide,
  floor,
  formatAmount,
  multiply,
  type Numeric,
  type Quantity,
  subtract,
  sum,
  TrackedQuantity,
} from '../../money';
import type { InventoryPackage } from './package';
import { readTag, TAG_LENGTH, TAG_LENGTH_WRONG } from './scanned-tag';

/** Most packages one split makes. */
export const MOST_SPLIT = 100;

/** A package to make: its tag, and what goes into it. */
export const NewPackage = z.strictObject({
  label: z
    .string()
    .overwrite(readTag)
    .toUpperCase()
    .length(TAG_LENGTH, TAG_LENGTH_WRONG)
    .regex(/^[0-9A-Z]+$/, 'A tag has letters and digits only'),
  quantity: TrackedQuantity.pipe(z.string().refine((value) => compare(value, 0) > 0, 'Must be greater than 0')),
});
export type NewPackage = z.infer<typeof NewPackage>;

type Whole = Pick<InventoryPackage, 'quantity' | 'unitOfMeasureAbbreviation' | 'status' | 'transferState'>;

/** Why a package can't be split; null when it can. */
export function whyNotSplit({ status, transferState, quantity }: Whole): string | null {
  if (transferState !== null && status === 'INACTIVE') return 'It was sent to someone else.';
  if (status === 'ON_HOLD') return 'It is on hold.';
  if (status === 'INACTIVE') return 'It is inactive.';
  return compare(quantity, 0) > 0 ? null : 'It is empty.';
}

/** What new packages take of the old one, in its unit; null when theirs measures something else. */
export const takenBy = (
  { unitOfMeasureAbbreviation: own }: Pick<Whole, 'unitOfMeasureAbbreviation'>,
  made: readonly Pick<NewPackage, 'quantity'>[],
  unit: TrackingUnit,
): Quantity | null => convertUnits(sum(made.map(({ quantity }) => quantity)), unit, own);

/** What is wrong with a split, by field; empty when it can be made. Nothing is gained or lost to the last decimal. */
export function splitErrors(whole: Whole, made: readonly NewPackage[], unit: TrackingUnit): Record<string, string> {
  const taken = takenBy(whole, made, unit);
  if (taken === null) return { unitOfMeasureAbbreviation: `It is measured in ${whole.unitOfMeasureAbbreviation}` };
  const errors: Record<string, string> = {};
  const seen = new Set<string>();
  made.forEach(({ label }, at) => {
    if (seen.has(label)) errors[`newPackages.${at}.label`] = 'Each package needs its own tag';
    seen.add(label);
  });
  const { quantity, unitOfMeasureAbbreviation: own } = whole;
  if (compare(taken, quantity) > 0) {
    const last = made.length - 1;
    errors[`newPackages.${last}.quantity`] = `Only ${formatAmount(quantity)} ${own} in this package`;
  } else if (compare(floor(taken, 4), taken) !== 0) {
    errors.unitOfMeasureAbbreviation = `Choose ${own}: ${unit} doesn’t convert evenly`;
  }
  return errors;
}

/** What remains of a package after a split. */
export const remainsAfter = (whole: Numeric, taken: Numeric): Quantity => subtract(whole, taken);

/**
 * Quantities of a template: as many packages of `each` as asked for or as fit, and with `keepsRest` unset one more of what
 * is left.
 */
export function splitEvenly(
  whole: Numeric,
  { each, count, rest }: { each: Numeric; count: number | null; rest: boolean },
): Quantity[] {
  if (compare(each, 0) <= 0) return [];
  const fits = Number(floor(divide(whole, each)));
  const made = Math.min(count ?? fits, fits, MOST_SPLIT);
  const quantities = Array.from({ length: made }, () => add(each, 0));
  const left = subtract(whole, multiply(each, made));
  return rest && compare(left, 0) > 0 && made < MOST_SPLIT ? [...quantities, left] : quantities;
}

import { z } from 'zod';
import { measureOf } from '../../catalogue/units/convert-units';
import { TRACKING_UNITS, type TrackingUnit } from '../../catalogue/units/tracking-units';
import { Id, RowId } from '../../contract/endpoint';
import { compare, StockLevelSchema, TrackedQuantity } from '../../money';
import { lineOfText } from '../../text';

export const TRACKING_UNIT_NAMES = Object.keys(TRACKING_UNITS) as [TrackingUnit, ...TrackingUnit[]];
export const TrackingUnitSchema = z.enum(TRACKING_UNIT_NAMES);

/** An item of the tracking system, as a license there has it. */
export const TrackingItem = z.strictObject({
  id: RowId,
  licenseId: RowId,
  licenseNumber: z.string(),
  name: z.string(),
  strainName: z.string().nullable(),
  categoryName: z.string(),
  unitOfMeasure: TrackingUnitSchema,
  /** The unit it has at the tracking system by now, where that isn’t ours. */
  trackingUnit: TrackingUnitSchema.nullable(),
  /** The tracking system no longer has it in use. */
  isClosed: z.boolean(),
  brandId: RowId.nullable(),
  unitThcContent: StockLevelSchema.nullable(),
  unitThcContentUnitOfMeasure: TrackingUnitSchema.nullable(),
  unitWeight: StockLevelSchema.nullable(),
  unitWeightUnitOfMeasure: TrackingUnitSchema.nullable(),
});
export type TrackingItem = z.infer<typeof TrackingItem>;

/** A category of items, and what the tracking system asks of an item of it. */
export const ItemCategory = z.strictObject({
  name: z.string(),
  measures: z.enum(['count', 'weight', 'volume']),
  requiresStrain: z.boolean(),
  requiresUnitThcContent: z.boolean(),
  requiresUnitWeight: z.boolean(),
});
export type ItemCategory = z.infer<typeof ItemCategory>;

export const TrackingStrain = z.strictObject({ name: z.string() });
export type TrackingStrain = z.infer<typeof TrackingStrain>;

const Amount = TrackedQuantity.pipe(z.string().refine((value) => compare(value, 0) > 0, 'Must be greater than 0'));
const named = (what: string) => lineOfText().min(1, `${what} is required`).max(150, 'Must be 150 characters or fewer');
const MassUnit = z.enum(
  TRACKING_UNIT_NAMES.filter((unit) => measureOf(unit) !== 'count') as [TrackingUnit, ...TrackingUnit[]],
);

const draft = z.strictObject({
  name: named('Name'),
  strainName: lineOfText().max(150, 'Must be 150 characters or fewer').nullable().default(null),
  categoryName: named('Category'),
  unitOfMeasure: TrackingUnitSchema,
  brandId: Id.nullable().default(null),
  unitThcContent: Amount.nullable().default(null),
  unitThcContentUnitOfMeasure: MassUnit.nullable().default(null),
  unitWeight: Amount.nullable().default(null),
  unitWeightUnitOfMeasure: MassUnit.nullable().default(null),
});

const PAIRS = [
  ['unitThcContent', 'unitThcContentUnitOfMeasure'],
  ['unitWeight', 'unitWeightUnitOfMeasure'],
] as const;

/** A new item. An amount and its unit come together. */
export const TrackingItemDraft = draft.superRefine((item, context) => {
  for (const [amount, unit] of PAIRS) {
    if (item[amount] !== null && item[unit] === null)
      context.addIssue({ code: 'custom', path: [unit], message: 'Choose a unit' });
    if (item[amount] === null && item[unit] !== null)
      context.addIssue({ code: 'custom', path: [amount], message: 'Enter an amount' });
  }
});
export type TrackingItemDraft = z.output<typeof TrackingItemDraft>;

/** What is wrong with an item for its category, by field. */
export function itemErrors(
  item: TrackingItemDraft,
  category: ItemCategory | undefined,
): Partial<Record<keyof TrackingItemDraft, string>> {
  if (category === undefined) return { categoryName: 'The tracking system of this state has no such category' };
  const errors: Partial<Record<keyof TrackingItemDraft, string>> = {};
  if (measureOf(item.unitOfMeasure) !== category.measures)
    errors.unitOfMeasure = `${category.name} is measured by ${category.measures}. Choose another unit.`;
  if (category.requiresStrain && !item.strainName) errors.strainName = `${category.name} needs a strain`;
  if (category.requiresUnitThcContent && item.unitThcContent === null)
    errors.unitThcContent = `${category.name} needs the THC content of a unit`;
  if (category.requiresUnitWeight && item.unitWeight === null)
    errors.unitWeight = `${category.name} needs the weight of a unit`;
  return errors;
}

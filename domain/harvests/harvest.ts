import { z } from 'zod';
import { unitsOf } from '../catalogue/units/convert-units';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { Day, EnteredDay, EnteredInstant, Instant, idOf, RowId, Version } from '../contract/endpoint';
import { readTag, TAG_LENGTH } from '../inventory/packages/scanned-tag';
import { compare, TrackedQuantity } from '../money';
import { lineOfText } from '../text';

/** What is taken of the plants: some of each, which goes on growing, or all of it. */
export const HARVEST_TYPES = {
  Product: { label: 'Manicure', hint: 'Takes buds or leaves; the plants keep flowering' },
  WholePlant: { label: 'Whole plant', hint: 'Cuts the plants down' },
} as const;
export type HarvestType = keyof typeof HARVEST_TYPES;

/** How far a harvest is. */
export const HARVEST_STATES = {
  ACTIVE: { label: 'In progress' },
  SUBMITTING: { label: 'Submitting' },
  SUBMITTED: { label: 'Submitted' },
  FINISHED: { label: 'Finished' },
} as const;
export type HarvestState = keyof typeof HARVEST_STATES;

/** Where a weight comes from. */
export const WEIGHT_ORIGINS = {
  SCALE: { label: 'Scale' },
  TYPED: { label: 'Typed' },
  DISTRIBUTED: { label: 'Distributed' },
} as const;
export type WeightOrigin = keyof typeof WEIGHT_ORIGINS;

/** How far a plant, package or waste of a harvest is on its way to the tracking system. */
export const SENT_STATES = {
  DRAFT: { label: 'Not submitted' },
  WAITING: { label: 'Waiting to be sent' },
  SENT: { label: 'Sent' },
  REFUSED: { label: 'Refused' },
  /** A plant that was put back, a package that was discontinued, waste that was deleted. */
  UNDONE: { label: 'Taken back' },
} as const;
export type SentState = keyof typeof SENT_STATES;

const keysOf = <Value extends string>(of: Record<Value, unknown>) => Object.keys(of) as [Value, ...Value[]];
const oneOf = <Value extends string>(of: Record<Value, unknown>, message?: string) =>
  z.enum(keysOf<Value>(of), message);

/** Units that plants, waste and packages of a harvest are weighed in. */
export const WEIGHT_UNITS = unitsOf('weight');
export const WeightUnit = z.enum(WEIGHT_UNITS as [TrackingUnit, ...TrackingUnit[]], 'Choose a unit of weight');

/** Most plants a harvest has, and most that one call adds. */
export const MOST_PLANTS = 3_000;
export const MOST_PLANTS_ADDED = 500;
/** Most packages and most records of waste a harvest has. */
export const MOST_PACKAGES = 500;
export const MOST_WASTE = 500;

/** A tag as scanned or typed. */
export const Tag = z
  .string('Scan or type a tag')
  .overwrite(readTag)
  .toUpperCase()
  .length(TAG_LENGTH, `A tag has ${TAG_LENGTH} characters`)
  .regex(/^[0-9A-Z]+$/, 'A tag has letters and digits only');

/** A weight of more than nothing. */
export const Weight = TrackedQuantity.pipe(
  z.string().refine((value) => compare(value, 0) > 0, 'Must be greater than 0'),
);

const chosen = (message: string) => idOf(message);
/** What a scale says of itself, or how a weight was found. */
const Device = lineOfText().max(100, 'Must be 100 characters or fewer');

/** What a harvest is created with. */
export const HarvestDraft = z.object({
  licenseId: chosen('Choose a license'),
  name: lineOfText().min(1, 'Name is required').max(100, 'Must be 100 characters or fewer'),
  harvestDate: EnteredDay,
  strainId: chosen('Choose a strain'),
  dryingLocationId: chosen('Choose a drying location'),
  defaultUnitOfMeasureAbbreviation: WeightUnit,
  harvestType: oneOf<HarvestType>(HARVEST_TYPES, 'Choose a harvest type'),
});
export type HarvestDraft = z.output<typeof HarvestDraft>;

/** What may change of a harvest: never its license or strain. */
export const HarvestEdit = HarvestDraft.omit({ licenseId: true, strainId: true }).extend({ version: Version });
export type HarvestEdit = z.output<typeof HarvestEdit>;

/** A plant's weight as somebody gives it; distributed weights are made by their own call. */
export const PlantWeight = z.object({
  weight: Weight,
  unitOfMeasureAbbreviation: WeightUnit,
  origin: z.enum(['SCALE', 'TYPED']).default('TYPED'),
  device: Device.default(''),
  /** When it was weighed, by the clock of whoever weighed it, if that wasn’t just now; see `whenWeighed`. */
  weighed: EnteredInstant.optional(),
});
export type PlantWeight = z.output<typeof PlantWeight>;

/** What goes into a package from a harvest. */
const IngredientDraft = z.object({ harvestId: idOf(), weight: Weight, unitOfMeasureAbbreviation: WeightUnit });

/** A package to be made of a harvest, and of others of its license that were submitted. */
export const HarvestPackageDraft = z.object({
  label: Tag,
  itemId: chosen('Choose an item'),
  locationId: chosen('Choose a location'),
  unitOfMeasureAbbreviation: WeightUnit,
  /** What it is made of; its weight is their sum. */
  ingredients: z.array(IngredientDraft).min(1, 'Say how much goes in').max(20, 'At most 20 harvests in a package'),
  forTesting: z.boolean().default(false),
  packagedDate: EnteredDay,
  note: lineOfText().max(250, 'Must be 250 characters or fewer').default(''),
});
export type HarvestPackageDraft = z.output<typeof HarvestPackageDraft>;

/** Waste of a harvest. */
export const HarvestWasteDraft = z.object({
  wasteWeight: Weight,
  wasteType: lineOfText().min(1, 'Choose a waste type').max(100),
  unitOfMeasureAbbreviation: WeightUnit,
  wasteDate: EnteredDay,
});
export type HarvestWasteDraft = z.output<typeof HarvestWasteDraft>;

/** How a record goes to the tracking system, and why it refused it or hasn’t taken it yet. */
const Sent = { state: oneOf<SentState>(SENT_STATES), problem: z.string().nullable() };

/** A plant of a harvest. */
export const HarvestPlant = z.strictObject({
  id: RowId,
  label: z.string(),
  /** Null until it has one. */
  weight: z.string().nullable(),
  unitOfMeasureAbbreviation: WeightUnit,
  origin: oneOf<WeightOrigin>(WEIGHT_ORIGINS).nullable(),
  /** Who gave it its weight, when, and what they said of the scale. */
  weighedBy: z.string().nullable(),
  weighed: Instant.nullable(),
  device: z.string(),
  ...Sent,
});
export type HarvestPlant = z.infer<typeof HarvestPlant>;

/** A plant with a weight, as the tracking system takes it. */
export const HarvestedPlant = z.strictObject({
  label: z.string(),
  weight: z.string(),
  unitOfMeasureAbbreviation: WeightUnit,
});
export type HarvestedPlant = z.infer<typeof HarvestedPlant>;

/** A package made of a harvest. */
export const HarvestPackage = z.strictObject({
  id: RowId,
  label: z.string(),
  unitOfMeasureAbbreviation: WeightUnit,
  /** What it holds: its ingredients together. */
  weight: z.string(),
  itemId: RowId,
  itemName: z.string(),
  locationId: RowId,
  locationName: z.string(),
  ingredients: z.array(z.strictObject({ harvestId: RowId, weight: z.string(), unitOfMeasureAbbreviation: WeightUnit })),
  forTesting: z.boolean(),
  packagedDate: Day,
  note: z.string(),
  /** Since when the tracking system may have it; null before it was submitted. */
  recorded: Instant.nullable(),
  /** Why it can’t be discontinued as it is there; null if nothing happened to it since, and before it was sent. */
  touched: z.string().nullable(),
  ...Sent,
});
export type HarvestPackage = z.infer<typeof HarvestPackage>;

export const HarvestWaste = z.strictObject({
  id: RowId,
  wasteWeight: z.string(),
  wasteType: z.string(),
  unitOfMeasureAbbreviation: WeightUnit,
  wasteDate: Day,
  /** Since when the tracking system may have it; null before it was submitted. */
  recorded: Instant.nullable(),
  ...Sent,
});
export type HarvestWaste = z.infer<typeof HarvestWaste>;

/** Where a harvest’s weight is, in its default unit: wet = waste + packaged + restored + current + moisture. */
export const HarvestBalance = z.strictObject({
  wet: z.string(),
  waste: z.string(),
  packaged: z.string(),
  restored: z.string(),
  /** What can still become packages or waste. */
  current: z.string(),
  /** What was left when it was finished. */
  moisture: z.string(),
});
export type HarvestBalance = z.infer<typeof HarvestBalance>;

/** How far a submission is: records sent, refused and still to send, of all. */
export const SubmissionProgress = z.strictObject({
  sent: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  waiting: z.number().int().nonnegative(),
  refused: z.number().int().nonnegative(),
  /** Why it doesn’t go on; null while it does. */
  problem: z.string().nullable(),
});
export type SubmissionProgress = z.infer<typeof SubmissionProgress>;

const counted = z.number().int().nonnegative();

/** A harvest as lists have it. */
export const HarvestRow = z.strictObject({
  id: RowId,
  licenseId: RowId,
  /** The license’s state. */
  usState: z.string(),
  name: z.string(),
  harvestDate: Day,
  strainId: RowId,
  strainName: z.string(),
  dryingLocationId: RowId,
  dryingLocationName: z.string(),
  defaultUnitOfMeasureAbbreviation: WeightUnit,
  harvestType: oneOf<HarvestType>(HARVEST_TYPES),
  state: oneOf<HarvestState>(HARVEST_STATES),
  plantCount: counted,
  weighedCount: counted,
  packageCount: counted,
  balance: HarvestBalance,
  submission: SubmissionProgress,
  submitted: Instant.nullable(),
  finishedDate: Day.nullable(),
  /** When somebody finished it. */
  finishedAt: Instant.nullable(),
  /** Why the tracking system refused to finish it, or to reopen it if it’s finished; null if it didn’t. */
  endProblem: z.string().nullable(),
  created: Instant,
  version: Version,
});
export type HarvestRow = z.infer<typeof HarvestRow>;

/** Where the page of a harvest is; one that was submitted has its own address. */
export const pathOfHarvest = ({ id, state }: Pick<HarvestRow, 'id' | 'state'>): string =>
  state === 'SUBMITTED' || state === 'FINISHED' ? `/harvest/submitted/${id}` : `/harvest/${id}`;

/** A change of a harvest, who made it and what it changed. */
export const HarvestChange = z.strictObject({
  id: RowId,
  at: Instant,
  by: z.string(),
  action: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});
export type HarvestChange = z.infer<typeof HarvestChange>;

/** A harvest with all that belongs to it. */
export const Harvest = HarvestRow.extend({
  /** Its plants, if asked for; else null. */
  harvestPlants: z.array(HarvestPlant).nullable(),
  /** Those with a weight. */
  harvestedPlants: z.array(HarvestedPlant).nullable(),
  packages: z.array(HarvestPackage),
  waste: z.array(HarvestWaste),
  /** Who changed what, newest first, if asked for; else null. */
  audit: z.array(HarvestChange).nullable(),
});
export type Harvest = z.infer<typeof Harvest>;

/** A flowering plant that can be harvested; `id` is the tracking system’s. */
export const AvailablePlant = z.strictObject({
  id: RowId,
  label: z.string(),
  strainName: z.string(),
  locationName: z.string().nullable(),
  plantedDate: Day.nullable(),
});
export type AvailablePlant = z.infer<typeof AvailablePlant>;

/** What a scanned tag is for a harvest. */
export const ScannedPlant = z.strictObject({
  label: z.string(),
  /** The plant in this harvest; null if it isn’t in it. */
  harvestPlant: HarvestPlant.nullable(),
  /** The plant that could be added; null if there is none or it is in already. */
  available: AvailablePlant.nullable(),
  /** Why it can’t be harvested here; null if it can or is in already. */
  problem: z.string().nullable(),
});
export type ScannedPlant = z.infer<typeof ScannedPlant>;

export const PlantStrain = z.strictObject({ id: RowId, name: z.string() });
export type PlantStrain = z.infer<typeof PlantStrain>;

/** A location of a license at the tracking system, and what may be kept there. */
export const TrackingLocation = z.strictObject({
  id: RowId,
  name: z.string(),
  forHarvests: z.boolean(),
  forPackages: z.boolean(),
});
export type TrackingLocation = z.infer<typeof TrackingLocation>;

export const WasteType = z.strictObject({ name: z.string() });
export type WasteType = z.infer<typeof WasteType>;

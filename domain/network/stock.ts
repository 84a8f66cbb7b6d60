import { z } from 'zod';
import { Day, Instant, RowId } from '../contract/endpoint';
import type { CsvColumn } from '../csv';
import { choices, defineFilters, type FiltersOf, ids, text } from '../filters';
import { TrackingUnitSchema } from '../inventory/items/tracking-item';
import { LAB_TEST_STATES, type LabTestState, labTestStateOf } from '../inventory/packages/package';
import { formatAmount, StockLevelSchema } from '../money';
import { CONTRADICTIONS, contradictionOf } from './contradiction';
import { SHARED_STATUSES, SharedPackage, sharedStatusLabel, TestedPackage } from './shared-package';

/** What the reader’s own organization knows of a tag, from its own records alone. */
export const KnownOfTag = z.strictObject({
  /** The day it was packaged, where it was one’s own package. */
  packaged: Day.nullable(),
  /** The last receipt of it in one’s own transfers. */
  receipt: z
    .strictObject({ quantity: StockLevelSchema, unit: TrackingUnitSchema, received: Instant.nullable() })
    .nullable(),
});
export type KnownOfTag = z.infer<typeof KnownOfTag>;

const ofReader = { isOurs: z.boolean(), known: KnownOfTag };

/** A package of a brand’s stock: what its holder shows, beside what one knows of it oneself. */
export const StockPackage = SharedPackage.extend(ofReader);
export type StockPackage = z.infer<typeof StockPackage>;

/** The same with what labs found. */
export const StockPackageDetails = TestedPackage.extend(ofReader);
export type StockPackageDetails = z.infer<typeof StockPackageDetails>;

export const STOCK_SORTS = ['tag', 'item', 'brand', 'holder', 'status', 'quantity', 'labState'] as const;

export const WHOSE = { OURS: 'Ours', OTHERS: 'Of others' } as const;

/** Filters of a brand’s stock; `brandId` is the address’s, as other screens of the network have it. */
export const stockFilters = defineFilters({
  search: text('Tag or item'),
  brandId: ids('Brands', 'brands'),
  holders: ids('Held by', 'holders'),
  statuses: choices(
    'Status',
    SHARED_STATUSES.map((value) => ({ value, label: sharedStatusLabel(value) })),
    'statuses',
  ),
  labStates: choices(
    'Lab test',
    (Object.keys(LAB_TEST_STATES) as LabTestState[]).map((value) => ({ value, label: LAB_TEST_STATES[value].label })),
    'labStates',
  ),
  whose: choices(
    'Whose',
    (Object.keys(WHOSE) as (keyof typeof WHOSE)[]).map((value) => ({ value, label: WHOSE[value] })),
  ),
});
export type StockFilters = FiltersOf<typeof stockFilters>;

const Count = { count: z.number().int().nonnegative() };
const ByName = z.strictObject({ id: z.string(), ...Count });

/** What the stock can be narrowed to, with how many there are of each. */
export const StockFacets = z.strictObject({
  brands: z.array(z.strictObject({ searchId: RowId, name: z.string(), ...Count })),
  holders: z.array(z.strictObject({ searchId: RowId, displayName: z.string(), ...Count })),
  statuses: z.array(ByName),
  labStates: z.array(ByName),
});
export type StockFacets = z.infer<typeof StockFacets>;

/** What one license holds in one unit. */
export const StockTotal = z.strictObject({
  licenseId: RowId,
  organization: z.string(),
  licenseNumber: z.string(),
  isOurs: z.boolean(),
  unit: TrackingUnitSchema,
  packages: z.number().int().positive(),
  quantity: StockLevelSchema,
  /** How much of it is on hold. */
  onHold: StockLevelSchema,
  /** How much of it failed its lab test. */
  failed: StockLevelSchema,
});
export type StockTotal = z.infer<typeof StockTotal>;

/** The columns of brand-stock.csv by grid column id. */
export const STOCK_COLUMNS = {
  tag: { header: 'Tag', text: ({ tag }) => tag },
  item: { header: 'Item', text: ({ item }) => item },
  brand: { header: 'Brand', text: ({ brand }) => brand.name },
  quantity: { header: 'Quantity', text: ({ quantity }) => quantity },
  unit: { header: 'Unit', text: ({ unit }) => unit },
  status: { header: 'Status', text: ({ status }) => sharedStatusLabel(status) },
  labState: { header: 'Lab test', text: ({ labState }) => labTestStateOf(labState).label },
  holder: { header: 'Held by', text: ({ holder }) => holder.organization },
  license: { header: 'License', text: ({ holder }) => `${holder.licenseNumber} (${holder.name})` },
  packaged: { header: 'Packaged', text: ({ known }) => known.packaged ?? '' },
  received: {
    header: 'Last receipt',
    text: ({ known: { receipt } }) => (receipt ? `${formatAmount(receipt.quantity)} ${receipt.unit}` : ''),
  },
  contradiction: {
    header: 'Contradiction',
    text: (row) => {
      const found = contradictionOf(row, row.known.receipt);
      return found === null ? '' : CONTRADICTIONS[found];
    },
  },
} as const satisfies Record<string, CsvColumn<StockPackage>>;

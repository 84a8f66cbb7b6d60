import { z } from 'zod';
import { onPlan, read, write } from '../../access/ability';
import {
  commaJoined,
  csv,
  EnteredDay,
  get,
  Id,
  OrgScope,
  page,
  patch,
  pdf,
  post,
  RowId,
  UsState,
  whole,
} from '../../contract/endpoint';
import { headersOf } from '../../contract/list';
import { readDigits } from '../../digits';
import { formatNumber } from '../../money';
import { lineOfText } from '../../text';
import { TrackingUnitSchema } from '../items/tracking-item';
import { LabResults } from '../lab-result';
import { COMPOSITE_COLUMNS, CompositeKeySchema, CompositePackage } from './composite';
import { InventoryPackage, tagOfVoided } from './package';
import { PACKAGE_COLUMNS } from './package-export';
import { packageFilters } from './package-filters';
import { PackageStory } from './package-story';
import { readTag, TAG_LENGTH, TAG_LENGTH_WRONG } from './scanned-tag';
import { MOST_SPLIT, NewPackage } from './split';

export const PACKAGE_SORTS = [
  'lastActivity',
  'label',
  'itemName',
  'category',
  'holder',
  'owner',
  'status',
  'quantity',
  'labTest',
  'packaged',
] as const;

export const COMPOSITE_SORTS = ['lastActivity', 'itemName', 'category', 'quantity', 'packageCount'] as const;

const reads = read('INVENTORY');

/** Most packages one call sets the notes of. */
export const MOST_NOTED = 100;

const { licenseIds, brandIds } = packageFilters.query;

/** Whose packages: of one state, optionally of some licenses there and of some brands. */
const Context = z.object({
  orgId: Id,
  usState: UsState,
  licenseIds,
  brandIds,
});

type Sorts = readonly [string, ...string[]];
const sorted = <const S extends Sorts>(sorts: S, by: S[number]) => ({
  sortBy: z.enum(sorts).default(by as never),
  sortDirection: z.enum(['asc', 'desc']).default('desc'),
});
const pageSize = whole(z.number().int().min(25).max(250)).default(25);

const Found = Context.extend({ ...packageFilters.query, ...sorted(PACKAGE_SORTS, 'lastActivity') });
const Grouped = Context.extend({ ...packageFilters.query, ...sorted(COMPOSITE_SORTS, 'lastActivity') });
const checked = packageFilters.checkQuery;

const notes = z.string().trim().max(1000, 'Must be 1,000 characters or fewer');

/** A package's label, which a person may type in small letters. */
const label = z
  .string()
  .max(60, TAG_LENGTH_WRONG)
  .toUpperCase()
  .refine((text) => text.length === TAG_LENGTH || tagOfVoided(text) !== null, TAG_LENGTH_WRONG);

/** A package in an address: its label, or our number of it. */
const PackageId = z.preprocess(
  (given: number | string) =>
    String(given).length === TAG_LENGTH || tagOfVoided(String(given)) ? given : readDigits(given),
  z.union([RowId.max(Number.MAX_SAFE_INTEGER), label]),
);

const Counted = { count: z.number().int().nonnegative() };
const ByName = z.strictObject({ id: z.string(), ...Counted });

/** What packages can be narrowed to, with how many there are of each. */
export const PackageFacets = z.strictObject({
  statuses: z.array(ByName),
  labTestStates: z.array(ByName),
  holders: z.array(z.strictObject({ id: RowId, displayName: z.string(), ...Counted })),
  owners: z.array(z.strictObject({ searchId: RowId, name: z.string(), listingType: z.literal('BRAND'), ...Counted })),
  /** The facilities that items belong to there; the number stands for the name. */
  metrcOwners: z.array(z.strictObject({ searchId: RowId, name: z.string(), ...Counted })),
  locations: z.array(
    z.strictObject({ id: RowId, name: z.string(), licenseNumber: z.string(), displayName: z.string(), ...Counted }),
  ),
  /** The newest. */
  transfers: z.array(
    z.strictObject({
      searchId: RowId,
      transferId: RowId,
      manifestNumber: z.string(),
      recipient: z.string().nullable(),
      displayName: z.string(),
    }),
  ),
  categories: z.array(ByName),
  units: z.array(ByName),
});
export type PackageFacets = z.infer<typeof PackageFacets>;

/** Packages of the tracking system. */
export const inventory = {
  composite: get('/inventory/composite', {
    summary: 'Packages of one item, status, holder and unit together, a page after a key',
    query: Grouped.extend({ afterKey: CompositeKeySchema.optional(), pageSize }).superRefine(checked),
    returns: z.strictObject({
      results: z.array(CompositePackage),
      /** The key to ask for the next page with; null on the last. */
      nextKey: z.string().nullable(),
    }),
    requires: reads,
  }),
  compositeExport: get('/inventory/composite/export', {
    summary: 'Export packages by item, status, holder and unit as csv',
    query: Grouped.extend({ headers: z.preprocess(commaJoined, headersOf(COMPOSITE_COLUMNS)) }).superRefine(checked),
    ...csv,
    requires: onPlan('csv-export', reads),
  }),
  compositePackages: get('/inventory/composite/packages', {
    summary: 'The packages of a composite that match the filters',
    query: Found.extend({
      key: CompositeKeySchema,
      page: whole(z.number().int().min(0).max(100_000)).default(0),
      pageSize,
    }).superRefine(checked),
    returns: page(InventoryPackage),
    requires: reads,
    mayLag: true,
  }),
  list: get('/inventory', {
    summary: 'Packages by filters; inactive ones only when asked for',
    query: Found.extend({ page: whole(z.number().int().min(0).max(100_000)).default(0), pageSize }).superRefine(
      checked,
    ),
    returns: page(InventoryPackage),
    requires: reads,
    mayLag: true,
  }),
  facets: get('/inventory/facets', {
    summary: 'Package filter choices with counts',
    query: Context,
    returns: PackageFacets,
    requires: reads,
    mayLag: true,
  }),
  itemNames: get('/inventory/autocomplete/item-name', {
    summary: 'Names of items that have packages, for a text',
    query: Context.extend({ searchTerm: lineOfText().max(200, 'Must be 200 characters or fewer').default('') }),
    returns: z.array(z.string()),
    requires: reads,
    mayLag: true,
  }),
  export: get('/inventory/export', {
    summary: 'Export packages as csv',
    query: Found.extend({ headers: z.preprocess(commaJoined, headersOf(PACKAGE_COLUMNS)) }).superRefine(checked),
    ...csv,
    requires: onPlan('csv-export', reads),
    mayLag: true,
  }),
  get: get('/inventory/packages/:id', {
    summary: 'One package, and why it holds what it does',
    params: z.object({ id: PackageId }),
    returns: PackageStory,
    requires: reads,
  }),
  testResults: get('/inventory/packages/:label/test-results', {
    summary: 'What labs found of a package, as last read',
    params: z.object({ label }),
    returns: LabResults,
    requires: reads,
  }),
  certificate: get('/inventory/packages/:label/certificates/:documentId', {
    summary: 'A lab’s certificate on a package, as the tracking system has it',
    params: z.object({ label, documentId: Id }),
    ...pdf,
    requires: reads,
    refuses: ['TRACKING_KEY_REQUIRED'],
  }),
  tags: get('/licenses/:licenseId/package-tags', {
    summary: 'Tags a license may use for new packages, next first',
    params: z.object({ licenseId: Id }),
    query: z.object({ count: whole(z.number().int().min(1).max(MOST_SPLIT)).default(1) }),
    returns: z.array(z.string()),
    requires: write('INVENTORY'),
    refuses: ['TRACKING_KEY_REQUIRED'],
  }),
  split: post('/licenses/:licenseId/packages/:label/split', {
    summary: 'Split a package; each new package is sent to the tracking system',
    params: z.object({ licenseId: Id, label: z.string().toUpperCase().max(TAG_LENGTH) }),
    body: z.object({
      newPackages: z
        .array(NewPackage)
        .min(1, 'Add a package')
        .max(MOST_SPLIT, `At most ${MOST_SPLIT} packages at a time`),
      unitOfMeasureAbbreviation: TrackingUnitSchema,
      actualDate: EnteredDay,
      tradeSample: z.boolean().default(false),
    }),
    returns: z.strictObject({ modifiedPackages: z.array(InventoryPackage) }),
    requires: write('INVENTORY'),
    refuses: ['TRACKING_KEY_REQUIRED'],
    audit: 'package',
    idempotent: true,
  }),
  setNotes: patch('/orgs/:orgId/verdant-packages', {
    summary: 'Change the notes of packages; of a state, all or none',
    params: OrgScope,
    body: z.object({
      packageLabels: z
        .array(z.string().overwrite(readTag).pipe(label))
        .min(1, 'Choose a package')
        .max(MOST_NOTED, `At most ${formatNumber(MOST_NOTED)} packages at a time`),
      state: UsState,
      notes,
    }),
    returns: z.array(InventoryPackage),
    requires: write('INVENTORY'),
    audit: 'package',
  }),
};

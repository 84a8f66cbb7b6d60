import { describe, expect, test } from 'vitest';
import {
  COMPANY_TYPES,
  CONNECTION_STATUSES,
  licenseConnectionStatus,
  licenseDisplayName,
  PLAN_LABELS,
  PLAN_TYPES,
} from '../../../domain/access/vocabulary';
import { productFilters } from '../../../domain/catalogue/product-filters';
import { PRODUCT_SUBCATEGORIES } from '../../../domain/catalogue/subcategories';
import { TRACKING_UNITS } from '../../../domain/catalogue/units/tracking-units';
import {
  CategorySchema,
  INVENTORY_MODES,
  LISTED_STATUSES,
  ORDERABLE_STATUSES,
  PRODUCT_CATEGORIES,
  PRODUCT_STATUSES,
  STRAIN_TYPES,
  UNITS,
} from '../../../domain/catalogue/vocabulary';

const idsOf = (table: Record<string, { id: number }>) =>
  Object.fromEntries(Object.entries(table).map(([name, { id }]) => [name, id]));

describe('the words of the trade', () => {
  test('product statuses keep their ids', () => {
    expect(idsOf(PRODUCT_STATUSES)).toEqual({
      AVAILABLE: 1,
      INTERNAL: 2,
      SAMPLE: 3,
      BACKORDER: 4,
      UNAVAILABLE: 5,
      ARCHIVED: 6,
    });
  });

  test('product statuses say what they mean', () => {
    expect(Object.values(PRODUCT_STATUSES).map(({ meaning }) => meaning)).toEqual([
      'Available for purchase',
      'Internal use only',
      'Available as a sample',
      'Available for backorder',
      'Temporarily unavailable',
      'Archived',
    ]);
  });

  test('company types keep their ids', () => {
    expect(idsOf(COMPANY_TYPES)).toEqual({
      UNKNOWN: 0,
      CULTIVATOR: 1,
      PROCESSOR: 2,
      WHOLESALER: 3,
      DISTRIBUTOR: 4,
      RETAILER: 5,
      LABORATORY: 6,
      SERVICE_PROVIDER: 7,
      MICROBUSINESS: 8,
      HEMP: 9,
    });
  });

  test('the tracking system counts cases as pieces, like units', () => {
    expect(UNITS.Case.trackingUnit).toBe('ea');
    expect(UNITS.Unit.trackingUnit).toBe('ea');
    expect(Object.keys(UNITS)).toEqual([
      'Unit',
      'Gram',
      'Pound',
      'Milligram',
      'Case',
      'Ounce',
      'Kilogram',
      'Liter',
      'Milliliter',
    ]);
  });

  test('units of the tracking system count, weigh or measure volume', () => {
    const by = (measures: string) =>
      Object.entries(TRACKING_UNITS).flatMap(([unit, entry]) => (entry.measures === measures ? [unit] : []));
    expect(by('count')).toEqual(['ea']);
    expect(by('weight')).toEqual(['g', 'kg', 'lb', 'oz', 'mg']);
    expect(by('volume')).toEqual(['gal', 'pt', 'qt', 'fl oz', 'l', 'ml']);
  });

  test('inventory modes, plans and strains have these labels', () => {
    expect(INVENTORY_MODES.MANUAL.label).toBe('Managed');
    expect(PLAN_TYPES.map((plan) => PLAN_LABELS[plan])).toEqual([
      'Free',
      'Pay-as-you-go',
      'Starter',
      'Premium',
      'Enterprise',
    ]);
    expect([STRAIN_TYPES.CBD_11, STRAIN_TYPES.CBD_21]).toEqual(['1:1 CBD', '2:1 CBD']);
    expect(Object.keys(STRAIN_TYPES)).toHaveLength(10);
  });

  test('statuses, strain types and modes each have words of their own', () => {
    const words = [
      Object.values(PRODUCT_STATUSES).map(({ label }) => label),
      Object.values(PRODUCT_STATUSES).map(({ meaning }) => meaning),
      Object.values(STRAIN_TYPES),
      Object.values(INVENTORY_MODES).map(({ label }) => label),
      Object.values(INVENTORY_MODES).map(({ hint }) => hint),
    ];
    for (const of of words) {
      expect(of).not.toContain('');
      expect(new Set(of).size).toBe(of.length);
    }
  });

  test('buyers order what is available, samples and backorders, and see what is so again later', () => {
    expect(ORDERABLE_STATUSES).toEqual(['AVAILABLE', 'SAMPLE', 'BACKORDER']);
    expect(LISTED_STATUSES).toEqual(['AVAILABLE', 'SAMPLE', 'BACKORDER', 'UNAVAILABLE']);
  });

  test('buyers read where a quantity comes from, unless it never runs out', () => {
    expect(Object.values(INVENTORY_MODES).map(({ stockFrom }) => stockFrom)).toEqual([
      'Seller’s count',
      null,
      'Wholesale marketplace',
      'Tracking system',
    ]);
  });

  test('what is weighed has categories of its own', () => {
    const weighed = PRODUCT_CATEGORIES.filter(({ measures }) => measures === 'weight').map(({ name }) => name);
    expect(weighed).toEqual(['Buds', 'Shake/Trim']);
    expect(PRODUCT_CATEGORIES.filter(({ measures }) => measures === 'count')).toHaveLength(7);
  });

  test('each kind of product has a name, an id of its own and a category', () => {
    const kinds = PRODUCT_SUBCATEGORIES;
    expect(kinds.filter(({ id, name }) => !(id > 0 && name.length > 0))).toEqual([]);
    expect([kinds.map(({ id }) => id), kinds.map(({ name }) => name)].map((of) => new Set<unknown>(of).size)).toEqual([
      kinds.length,
      kinds.length,
    ]);
    expect([...new Set(kinds.map(({ categoryId }) => categoryId))]).toEqual(PRODUCT_CATEGORIES.map(({ id }) => id));
  });

  test('products are found by these', () => {
    const { fields } = productFilters;
    expect(fields.map((field) => [field.id, field.label, 'facet' in field ? field.facet : null])).toEqual([
      ['productNameSearch', 'Name or SKU', null],
      ['listingStates', 'Status', 'listingStates'],
      ['verdantBrandIds', 'Brands', 'brands'],
      ['productLineIds', 'Product lines', 'productLines'],
      ['productCategoryIds', 'Categories', 'productCategories'],
      ['strainClassifications', 'Strain types', 'strainClassifications'],
      ['inventory', 'Available', null],
      ['lowStock', 'Low stock', null],
      ['parent', 'Parent or child', null],
      ['hasMappings', 'Mapped to items', null],
      ['distributorIds', 'Distributors', 'distributors'],
      ['created', 'Created', null],
      ['modified', 'Modified', null],
      ['lastEdit', 'Last edit', null],
      ['productIds', 'Products', null],
    ]);
    const choices = fields.flatMap((field) =>
      field.kind === 'choices' ? [field.options.map(({ label }) => label)] : [],
    );
    expect(choices).toEqual([Object.values(PRODUCT_STATUSES).map(({ label }) => label), Object.values(STRAIN_TYPES)]);
    expect(fields.filter((field) => field.kind === 'dates' && field.ranges.includes('NEXT_WEEK'))).toEqual([]);
    expect(fields.find(({ id }) => id === 'parent')).toMatchObject({ yes: 'Parents', no: 'Children' });
  });

  test('categories are the tracking system’s', () => {
    expect(CategorySchema.safeParse('Pre-Roll').success).toBe(true);
    expect(CategorySchema.safeParse('Soap').success).toBe(false);
  });
});

describe('a license’s tracking system status', () => {
  const sync = { syncNotFound: false, historicalSyncDone: true, active: true };
  test.each([
    ['never synced', null, 'SYNC_PENDING'],
    ['no sync found', { ...sync, syncNotFound: true }, 'SYNC_PENDING'],
    ['history still coming', { ...sync, historicalSyncDone: false }, 'SYNCING_HISTORICAL_DATA'],
    [
      'history still coming, inactive',
      { ...sync, historicalSyncDone: false, active: false },
      'SYNCING_HISTORICAL_DATA',
    ],
    ['synced and active', sync, 'ONLINE'],
    ['synced and inactive', { ...sync, active: false }, 'OFFLINE'],
  ] as const)('%s', (_, state, status) => {
    expect(licenseConnectionStatus(state)).toBe(status);
  });

  test('a license shows its state and number, and a running sync as Syncing Data', () => {
    expect(licenseDisplayName({ licenseNumber: '402R-00999', state: { ansiAbbrevation: 'CO' } })).toBe('CO 402R-00999');
    expect(CONNECTION_STATUSES.SYNCING_HISTORICAL_DATA).toBe('Syncing Data');
  });
});

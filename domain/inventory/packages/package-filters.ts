import { PRODUCT_CATEGORIES } from '../../catalogue/vocabulary';
import { amounts, choices, dates, defineFilters, type FiltersOf, flag, ids, text } from '../../filters';
import { TRACKING_UNIT_NAMES } from '../items/tracking-item';
import { LAB_TEST_STATES, type LabTestState, PACKAGE_STATUSES, type PackageStatus } from './package';

const labelled = <Value extends string>(of: Record<Value, { label: string }>) =>
  (Object.keys(of) as Value[]).map((value) => ({ value, label: of[value].label }));

const past = true;

/** Filters of packages, by the names their calls take. Without a status or transfer, inactive packages are left out. */
export const packageFilters = defineFilters({
  licenseIds: ids('Licenses'),
  brandIds: ids('Of brands'),
  packageLabelSearchTerm: text('Tag'),
  itemSearchTerm: text('Item'),
  strainSearchTerm: text('Strain'),
  selectedStatuses: choices('Status', labelled<PackageStatus>(PACKAGE_STATUSES), 'statuses'),
  selectedCurrentLabTestStates: choices('Lab test', labelled<LabTestState>(LAB_TEST_STATES), 'labTestStates'),
  selectedHolders: ids('Held by', 'holders'),
  selectedOwners: ids('Brands', 'owners'),
  selectedMetrcOwners: ids('Owners', 'metrcOwners'),
  selectedLocations: ids('Locations', 'locations'),
  selectedTransfers: ids('Transfers', 'transfers'),
  selectedCategories: choices(
    'Categories',
    PRODUCT_CATEGORIES.map(({ name }) => ({ value: name, label: name })),
    'categories',
  ),
  selectedUnitOfMeasureAbbreviations: choices(
    'Units',
    TRACKING_UNIT_NAMES.map((unit) => ({ value: unit, label: unit })),
    'units',
  ),
  quantity: amounts('Quantity', { decimals: 4, min: 0 }),
  lastActivity: dates('Last activity', { past }),
  branded: flag('Assigned to a brand'),
  mapped: flag('Mapped to a product'),
  tradeSamples: flag('Trade samples'),
  includeInactive: flag('Inactive', { yes: 'Shown', no: 'Left out' }),
});
export type PackageFilters = FiltersOf<typeof packageFilters>;

/** Whether inactive packages are listed: where they are asked for, and where a transfer is, since what it took has left. */
export function showsInactive(filters: PackageFilters): boolean {
  const { selectedStatuses, includeInactive, selectedTransfers } = packageFilters.asked(filters);
  return Boolean(selectedStatuses || includeInactive || (selectedTransfers && includeInactive === undefined));
}

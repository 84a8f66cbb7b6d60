import { amounts, choices, dates, defineFilters, type FiltersOf, flag, ids, text } from '../filters';
import { PRODUCT_STATUSES, type ProductStatus, STRAIN_TYPES, type StrainType } from './vocabulary';

const statuses = Object.entries(PRODUCT_STATUSES) as [ProductStatus, { label: string }][];
const strainTypes = Object.entries(STRAIN_TYPES) as [StrainType, string][];
const past = true;

/** A product for sale is low on stock with fewer cases available. */
export const LOW_STOCK_CASES = 5;

/** Filters of the products list. Without a status, archived products are left out. */
export const productFilters = defineFilters({
  productNameSearch: text('Name or SKU'),
  listingStates: choices(
    'Status',
    statuses.map(([value, { label }]) => ({ value, label })),
    'listingStates',
  ),
  verdantBrandIds: ids('Brands', 'brands'),
  productLineIds: ids('Product lines', 'productLines'),
  productCategoryIds: ids('Categories', 'productCategories'),
  strainClassifications: choices(
    'Strain types',
    strainTypes.map(([value, label]) => ({ value, label })),
    'strainClassifications',
  ),
  inventory: amounts('Available'),
  lowStock: flag('Low stock'),
  parent: flag('Parent or child', { yes: 'Parents', no: 'Children' }),
  hasMappings: flag('Mapped to items'),
  distributorIds: ids('Distributors', 'distributors'),
  created: dates('Created', { past }),
  modified: dates('Modified', { past }),
  lastEdit: dates('Last edit', { past }),
  productIds: ids('Products'),
});
export type ProductFilters = FiltersOf<typeof productFilters>;

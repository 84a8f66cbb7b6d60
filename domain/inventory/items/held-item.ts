import { z } from 'zod';
import { PRODUCT_CATEGORIES } from '../../catalogue/vocabulary';
import { RowId } from '../../contract/endpoint';
import { choices, defineFilters, type FiltersOf, flag, ids, text } from '../../filters';
import { StockLevelSchema } from '../../money';
import { InventoryPackage } from '../packages/package';
import { TrackingUnitSchema } from './tracking-item';

const { holder, assignedOwner, product } = InventoryPackage.shape;

/** An item of the tracking system held by a license, with the brand it is assigned to. */
export const HeldItem = z.strictObject({
  id: RowId,
  name: z.string(),
  strainName: z.string().nullable(),
  categoryName: z.string(),
  unitOfMeasure: TrackingUnitSchema,
  holder,
  assignedOwner,
  /** The rule that assigned it, unless a person did. */
  rule: z.strictObject({ id: RowId, searchText: z.string() }).nullable(),
  product,
  notes: z.string(),
  /** Active packages of it, and what they hold in its unit. */
  packageCount: z.number().int().nonnegative(),
  quantity: StockLevelSchema,
});
export type HeldItem = z.infer<typeof HeldItem>;

/** Filters of held items, by the names their calls take. */
export const heldItemFilters = defineFilters({
  licenseIds: ids('Licenses', 'licenses'),
  brandIds: ids('Brands', 'brands'),
  searchTerm: text('Item'),
  categories: choices(
    'Categories',
    PRODUCT_CATEGORIES.map(({ name }) => ({ value: name, label: name })),
    'categories',
  ),
  branded: flag('Assigned to a brand'),
  mapped: flag('Mapped to a product'),
});
export type HeldItemFilters = FiltersOf<typeof heldItemFilters>;

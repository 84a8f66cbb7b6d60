import type { productLists } from '../../domain/catalogue/lists-contract';
import { PRODUCT_SUBCATEGORIES } from '../../domain/catalogue/subcategories';
import { TRACKING_UNITS } from '../../domain/catalogue/units/tracking-units';
import { PRODUCT_CATEGORIES, UNITS } from '../../domain/catalogue/vocabulary';
import type { Verb } from '../implement';

export const listCategories: Verb<typeof productLists.categories> = async () =>
  PRODUCT_CATEGORIES.map(({ id, name, measures }) => ({ id, displayName: name, measures }));

export const listSubcategories: Verb<typeof productLists.subcategories> = async () =>
  PRODUCT_SUBCATEGORIES.map(({ id, categoryId, name }) => ({ id, categoryId, displayName: name }));

export const listUnits: Verb<typeof productLists.units> = async () =>
  Object.entries(UNITS).map(([id, { trackingUnit }]) => ({
    id,
    displayName: id,
    trackingUnit,
    measures: TRACKING_UNITS[trackingUnit].measures,
  }));

import { z } from 'zod';
import { signedIn } from '../access/ability';
import { get, Id } from '../contract/endpoint';
import { UNIT_MEASURES } from './units/tracking-units';

const Measures = z.enum(UNIT_MEASURES);

/** What products are described with; the same for every organization. */
export const productLists = {
  categories: get('/product-categories', {
    summary: 'Product categories, and how products of each are measured',
    returns: z.array(z.strictObject({ id: Id, displayName: z.string(), measures: Measures })),
    requires: signedIn,
    byKey: true,
  }),
  subcategories: get('/product-subcategories', {
    summary: 'The kinds of product in each category',
    returns: z.array(z.strictObject({ id: Id, categoryId: Id, displayName: z.string() })),
    requires: signedIn,
    byKey: true,
  }),
  units: get('/product-unit-denominations', {
    summary: 'Units products are stored and sold in, with the tracking system’s unit for each',
    returns: z.array(
      z.strictObject({ id: z.string(), displayName: z.string(), trackingUnit: z.string(), measures: Measures }),
    ),
    requires: signedIn,
    byKey: true,
  }),
};

import { z } from 'zod';
import { read, write } from '../access/ability';
import { Done, del, Id, IdParams, page, post, put, RowId, search } from '../contract/endpoint';
import { lineOfText } from '../text';
import { StrainTypeSchema } from './vocabulary';

const reads = read('PRODUCTS');
const writes = write('PRODUCTS');

const paged = (itemsPerPage: number) => ({
  page: z.number().int().min(0).max(100_000).default(0),
  itemsPerPage: z.number().int().min(1).max(250).default(itemsPerPage),
});
const name = (what: string) => lineOfText().min(1, `${what} is required`).max(120, 'Must be 120 characters or fewer');
const searchTerm = lineOfText().max(200, 'Must be 200 characters or fewer').default('');

/** A group of a brand's products on its menu; `menuPosition` counts from 0 within the brand. */
export const ProductLine = z.strictObject({
  id: RowId,
  brandId: RowId,
  name: z.string(),
  menuPosition: z.number().int().nonnegative(),
  /** Products that aren't archived. */
  productCount: z.number().int().nonnegative(),
});
export type ProductLine = z.infer<typeof ProductLine>;

export const productLines = {
  search: search('/product-lines/search', {
    summary: 'Product lines by name, in the order of their brands’ menus',
    body: z.object({
      orgId: Id,
      searchTerm,
      brandIds: z.array(Id).max(1000, 'Too many selected').default([]),
      productLineIds: z.array(Id).max(1000, 'Too many selected').default([]),
      ...paged(100),
    }),
    returns: page(ProductLine),
    requires: reads,
  }),
  create: post('/product-lines', {
    summary: 'Add a product line; at the end of its brand’s menu',
    body: z.object({ orgId: Id, brandId: Id, name: name('Name') }),
    returns: ProductLine,
    requires: writes,
    audit: 'product-line',
    idempotent: true,
  }),
  update: put('/product-lines/:id', {
    summary: 'Rename a product line',
    params: IdParams,
    body: z.object({ name: name('Name') }),
    returns: ProductLine,
    requires: writes,
    audit: 'product-line',
  }),
  setPositions: put('/product-lines/positions', {
    summary: 'Reorder product lines; CONFLICT if lines were added or removed since',
    body: z.object({ orgId: Id, brandId: Id, positions: z.array(Id).max(1000, 'Too many product lines') }),
    returns: z.array(ProductLine),
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'product-line',
  }),
  remove: del('/product-lines/:id', {
    summary: 'Delete a product line; only one without products or price rules',
    params: IdParams,
    returns: Done,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'product-line',
  }),
};

export const Strain = z.strictObject({ id: RowId, name: z.string(), strainClassification: StrainTypeSchema });
export type Strain = z.infer<typeof Strain>;

export const strains = {
  search: search('/strains/search', {
    summary: 'The organization’s strains by name',
    body: z.object({ orgId: Id, searchTerm, ...paged(20) }),
    returns: page(Strain),
    requires: reads,
  }),
  create: post('/strains', {
    summary: 'Add a strain',
    body: z.object({ orgId: Id, name: name('Name'), strainClassification: StrainTypeSchema }),
    returns: Strain,
    requires: writes,
    audit: 'strain',
    idempotent: true,
  }),
};

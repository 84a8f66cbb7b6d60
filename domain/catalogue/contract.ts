import { z } from 'zod';
import { read, write } from '../access/ability';
import { EnteredInstant, get, Id, IdParams, page, post, put, search, Version, whole } from '../contract/endpoint';
import { exportCall, facetsCall, searchCall } from '../contract/list';
import { PICTURE_FIELD } from '../files/contract';
import { RowVerdict } from '../import';
import { lineOfText } from '../text';
import { ProductChanging } from './product-change';
import { PRODUCT_COLUMNS } from './product-export';
import { productFilters } from './product-filters';
import { ProductAsOf, ProductLogEntry } from './product-log';
import { MOST_PRODUCT_IMAGES, Product, ProductDraft, ProductEdit, ProductFacets, ProductRow } from './product-record';
import { CountedStock, ProductStock } from './stock-ledger';

export const PRODUCT_SORTS = [
  'lastEdit',
  'name',
  'sku',
  'brand',
  'productLine',
  'category',
  'listingState',
  'wholesalePrice',
  'salePrice',
  'available',
  'created',
  'modified',
] as const;

const reads = read('PRODUCTS');
const writes = write('PRODUCTS');

const listed = searchCall('/products/search', {
  summary: 'Search products by filters; archived ones only when asked for',
  filters: productFilters,
  sorts: PRODUCT_SORTS,
  sortBy: 'lastEdit',
  row: ProductRow,
  requires: reads,
});

/** Documented default of this call, above the list's own. */
const DEFAULT_PAGE = 50;

const count = z.number().int().nonnegative();
const Changed = z.strictObject({ changed: count, unchanged: count, refused: count });
/** The products that change or can't, without those that stay; at most so many. */
export const MOST_PREVIEWED = 200;
const ChangedRow = RowVerdict.extend({ id: Id, sku: z.string() });
export type ChangedRow = z.infer<typeof ChangedRow>;

/** A seller's products. */
export const products = {
  search: {
    ...listed,
    body: listed.body.extend({ itemsPerPage: listed.body.shape.itemsPerPage.unwrap().default(DEFAULT_PAGE) }),
  },
  facets: facetsCall('/products/facets', {
    summary: 'Product filter choices with counts',
    filters: productFilters,
    returns: ProductFacets,
    requires: reads,
  }),
  export: exportCall('/products/search/export', {
    summary: 'Export products as csv',
    of: listed,
    columns: PRODUCT_COLUMNS,
  }),
  get: get('/products/:id', {
    summary: 'One product, also an archived one',
    params: IdParams,
    returns: Product,
    requires: reads,
  }),
  create: post('/products', {
    summary: 'Add a product',
    body: ProductDraft,
    returns: Product,
    requires: writes,
    audit: 'product',
    idempotent: true,
  }),
  update: put('/products/:id', {
    summary: 'Change a product',
    params: IdParams,
    body: ProductEdit,
    returns: Product,
    requires: writes,
    audit: 'product',
  }),
  archive: post('/products/:id/archive', {
    summary: 'Archive a product; it leaves the menu and the lists, and keeps its history',
    params: IdParams,
    returns: Product,
    requires: writes,
    audit: 'product',
  }),
  restore: post('/products/:id/restore', {
    summary: 'Restore a product; as internal',
    params: IdParams,
    returns: Product,
    requires: writes,
    audit: 'product',
  }),
};

const Paged = z.object({
  page: whole(z.number().int().min(0).max(100_000)).default(0),
  itemsPerPage: whole(z.number().int().min(25).max(250)).default(25),
});

/** What belongs to one product: pictures, stock and history. */
export const productDetails = {
  addImage: post('/products/:id/images', {
    summary: 'Add a picture to a product; JPEG, PNG or WebP, up to 10 MB',
    params: IdParams,
    upload: { field: PICTURE_FIELD, accepts: 'picture' },
    returns: Product,
    requires: writes,
    audit: 'product',
    transaction: 'each',
  }),
  setImages: put('/products/:id/images', {
    summary: 'Change a product’s pictures; their order and descriptions, and those left out are removed',
    params: IdParams,
    body: z.object({
      images: z
        .array(z.strictObject({ id: Id, alt: lineOfText().max(200, 'Must be 200 characters or fewer') }))
        .max(MOST_PRODUCT_IMAGES, `At most ${MOST_PRODUCT_IMAGES} pictures`),
      version: Version,
    }),
    returns: Product,
    requires: writes,
    audit: 'product',
  }),
  stock: get('/products/:id/stock', {
    summary: 'A product’s stock and its ledger, newest first',
    params: IdParams,
    query: Paged,
    returns: ProductStock,
    requires: reads,
  }),
  setStock: put('/products/:id/inventory', {
    summary: 'Enter stock on hand; of a managed product, in base units',
    params: IdParams,
    body: CountedStock,
    returns: Product,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'product',
  }),
  logs: get('/products/:id/logs', {
    summary: 'Who changed what of a product, newest first',
    params: IdParams,
    query: Paged,
    returns: page(ProductLogEntry),
    requires: reads,
  }),
  asOf: get('/products/:id/as-of', {
    summary: 'A product as it was at a time',
    params: IdParams,
    query: z.object({ at: EnteredInstant }),
    returns: ProductAsOf,
    requires: reads,
  }),
};

/** Changes of many products at once, each undone as one. */
export const productChanges = {
  preview: search('/product-changes/preview', {
    summary: 'What a change would do to each product; nothing is saved',
    body: ProductChanging,
    returns: Changed.extend({ rows: z.array(ChangedRow) }),
    requires: writes,
    refuses: ['STALE'],
  }),
  apply: post('/product-changes', {
    summary: 'Change many products; in one transaction, and refused ones are left as they are',
    body: ProductChanging,
    returns: Changed.extend({ id: Id.nullable(), rows: z.array(ChangedRow) }),
    requires: writes,
    refuses: ['STALE'],
    audit: 'product-change',
    idempotent: true,
  }),
  undo: post('/product-changes/:id/undo', {
    summary: 'Undo a change of many products; those changed since are kept, and added ones archived if used since',
    params: IdParams,
    returns: z.strictObject({ restored: count, removed: count, archived: count, kept: count }),
    requires: writes,
    audit: 'product-change',
    byKey: false,
  }),
};

import { z } from 'zod';
import { Id, Instant } from '../../contract/endpoint';
import { type ImportRowOf, RowVerdict } from '../../import';

/** Most rows of a product file. */
export const MOST_IMPORTED_PRODUCTS = 10_000;

/** The fields of a product file, by the names products.csv has: a label, and other headers files use for it. */
export const PRODUCT_IMPORT_FIELDS = {
  sku: { label: 'SKU', aliases: ['item sku', 'product sku', 'item number', 'product code', 'code'] },
  name: { label: 'Name', aliases: ['product', 'product name', 'item', 'item name', 'title'] },
  brand: { label: 'Brand', aliases: ['brand name'] },
  productLine: { label: 'Product line', aliases: ['line', 'collection'] },
  category: { label: 'Category', aliases: ['product category', 'type', 'product type'] },
  subcategory: { label: 'Subcategory', aliases: ['sub category', 'product subcategory'] },
  strain: { label: 'Strain', aliases: ['strain name', 'cultivar'] },
  listingState: { label: 'Status', aliases: ['listing state', 'listing status', 'product status'] },
  wholesalePrice: { label: 'Wholesale', aliases: ['wholesale price', 'price', 'unit price', 'list price'] },
  salePrice: { label: 'Sale', aliases: ['sale price', 'discount price'] },
  unitOfMeasure: { label: 'Unit', aliases: ['unit of measure', 'uom', 'base unit'] },
  sellInUnitOfMeasure: { label: 'Sold by', aliases: ['sell unit', 'sell in', 'sales unit', 'sold in'] },
  sellInBulk: { label: 'Priced by the case', aliases: ['in bulk', 'sell in bulk', 'bulk'] },
  unitMultiplier: { label: 'Per case', aliases: ['units per case', 'case size', 'case pack', 'pack size'] },
  minimumOrder: { label: 'Minimum order', aliases: ['smallest order', 'minimum', 'min', 'moq'] },
  maximumOrder: { label: 'Maximum order', aliases: ['largest order', 'maximum', 'max'] },
  allowFractionalQuantities: { label: 'Fractions', aliases: ['fractional', 'fractional quantities'] },
  showQuantity: { label: 'Quantity shown to buyers', aliases: ['show quantity', 'quantity shown'] },
  inventoryManagement: { label: 'Stock from', aliases: ['stock mode', 'inventory management', 'inventory mode'] },
  quantity: { label: 'On hand', aliases: ['quantity', 'qty', 'stock', 'stock on hand', 'inventory'] },
  parent: { label: 'Parent', aliases: ['parent sku', 'parent product'] },
  description: { label: 'Description', aliases: ['product description', 'details'] },
} as const;

export type ProductImportField = keyof typeof PRODUCT_IMPORT_FIELDS;

/** A row of the file by field; blank cells change nothing. */
export type ProductImportRow = ImportRowOf<typeof PRODUCT_IMPORT_FIELDS>;

/** The result of a row, with the product it matches or made. */
export const ProductVerdict = RowVerdict.extend({ sku: z.string(), productId: Id.nullable() });
export type ProductVerdict = z.infer<typeof ProductVerdict>;

/** What undoing a change did to one of its products. */
export const UNDONE = {
  restored: 'Restored',
  removed: 'Removed',
  archived: 'Archived: used since',
  kept: 'Kept: changed since',
} as const;
export type Undone = keyof typeof UNDONE;
export const UndoneSchema = z.enum(Object.keys(UNDONE) as [Undone, ...Undone[]]);

const ChangedProduct = z.strictObject({
  row: z.number().int().positive(),
  productId: Id,
  name: z.string(),
  sku: z.string(),
  verdict: z.enum(['create', 'update']),
  changes: RowVerdict.shape.changes,
  undone: UndoneSchema.nullable(),
});

/** A change of many products, with what it did to each. */
export const ProductChangeRecord = z.strictObject({
  id: Id,
  summary: z.string(),
  created: Instant,
  undone: Instant.nullable(),
  rows: z.array(ChangedProduct),
});
export type ProductChangeRecord = z.infer<typeof ProductChangeRecord>;

import {
  judgeProducts,
  type KnownCatalogue,
  type KnownProduct,
} from '../../../../domain/catalogue/import/judge-products';
import type { ProductImportRow } from '../../../../domain/catalogue/import/product-import';

const eighth: KnownProduct = {
  id: 7,
  isOpen: true,
  brandId: 1,
  name: 'Blue Dream Eighth',
  sku: 'BD-1',
  description: '',
  category: 'Buds (prepackaged)',
  subcategoryId: null,
  productLineId: null,
  strainId: null,
  parentId: null,
  isParent: false,
  wholesalePrice: '20.00',
  salePrice: '18.00',
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  sellInBulk: false,
  unitMultiplier: '1',
  minimumOrder: null,
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
  inventoryManagement: 'MANUAL',
  listingState: 'AVAILABLE',
  quantity: '100',
};
const tracked: KnownProduct = {
  ...eighth,
  id: 8,
  sku: 'BD-2',
  inventoryManagement: 'METRC',
  quantity: '12.123456',
  parentId: 90,
};
const archived: KnownProduct = { ...eighth, id: 9, sku: 'BD-3', listingState: 'ARCHIVED', salePrice: null };
const theirs: KnownProduct = { ...eighth, id: 11, sku: 'TM-1', brandId: 2 };
const unknown: KnownProduct = { ...eighth, id: 12, sku: 'XX-1', brandId: 3 };
const group: KnownProduct = { ...eighth, id: 90, sku: 'BD-P', isParent: true, listingState: 'INTERNAL' };
const bulk: KnownProduct = { ...eighth, id: 13, sku: 'BD-4', sellInBulk: true };
const cased: KnownProduct = { ...bulk, id: 14, sku: 'BD-5', sellInUnitOfMeasure: 'Case', unitMultiplier: '32' };
const counted: KnownProduct = { ...tracked, id: 15, sku: 'BD-6', quantity: '12' };
const closed = { ...eighth, id: 10, sku: 'THEIRS', isOpen: false };

/** What imported rows are compared with: Fernhollow's products, one of Tidemark, one that isn't the caller's. */
export const known: KnownCatalogue = {
  brands: [
    { id: 1, name: 'Fernhollow' },
    { id: 2, name: 'Tidemark' },
  ],
  products: new Map(
    [eighth, tracked, archived, closed, theirs, unknown, group, bulk, cased, counted].map((product) => [
      product.sku,
      product,
    ]),
  ),
  skusWithZeros: new Map([['4012', '0004012']]),
  lines: new Map([
    [10, { name: 'Eighths', brandId: 1 }],
    [20, { name: 'Gummies', brandId: 2 }],
  ]),
  strains: [{ id: 30, name: 'Blue Dream' }],
  parents: [
    { id: 90, name: 'Blue Dream', sku: 'BD-P', brandId: 1 },
    { id: 91, name: 'Blue Dream', sku: 'BD-P2', brandId: 1 },
  ],
};
/** The verdict on a file of one row. */
export const judge = (row: ProductImportRow, among = known) => judgeProducts([row], among)[0];
/** The least a new row has. */
export const fresh = {
  sku: 'NEW-1',
  name: 'Gelato Eighth',
  brand: 'fernhollow',
  category: 'buds (prepackaged)',
  wholesalePrice: '$24',
};

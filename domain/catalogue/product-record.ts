import { z } from 'zod';
import { CompanyScope, Id, Instant, RowId, Version } from '../contract/endpoint';
import { compare, decimal, formatNumber, MoneySchema, PriceSchema, QuantitySchema, StockLevelSchema } from '../money';
import { lineOfText } from '../text';
import { PRODUCT_SUBCATEGORIES } from './subcategories';
import {
  CategorySchema,
  InventoryModeSchema,
  PRODUCT_CATEGORIES,
  ProductStatusSchema,
  StrainTypeSchema,
  UNITS,
  type Unit,
} from './vocabulary';

const tooLong = (most: number) => `Must be ${formatNumber(most)} characters or fewer`;
const upTo = (most: number) => z.string().trim().max(most, tooLong(most));
const lineUpTo = (most: number) => lineOfText().max(most, tooLong(most));
const id = Id.nullable().default(null);

/** Most decimals of a unit's amounts: twelve digits before them fit everywhere. */
const MOST_DECIMALS = 4;
const Amount = QuantitySchema.refine(
  (value) => decimal(value).decimalPlaces() <= MOST_DECIMALS,
  `Maximum ${MOST_DECIMALS} decimal places allowed`,
);
const Positive = Amount.refine((value) => compare(value, 0) > 0, 'Must be greater than 0');

const units = Object.keys(UNITS) as [Unit, ...Unit[]];
export const UnitSchema = z.enum(units);
/** Stock is never counted in cases. */
export const BaseUnitSchema = z.enum(units.filter((unit) => unit !== 'Case') as [Unit, ...Unit[]]);

/** A product's editable fields. Prices are per case for products sold in bulk; amounts in base units. */
const fields = {
  brandId: Id,
  name: lineUpTo(200).min(1, 'Name is required'),
  sku: lineUpTo(60).min(1, 'SKU is required'),
  description: upTo(4000).default(''),
  category: CategorySchema,
  subcategoryId: id,
  productLineId: id,
  strainId: id,
  parentId: id,
  isParent: z.boolean().default(false),
  wholesalePrice: PriceSchema,
  salePrice: PriceSchema.nullable().default(null),
  unitOfMeasure: BaseUnitSchema,
  sellInUnitOfMeasure: UnitSchema,
  sellInBulk: z.boolean().default(false),
  /** Base units per case. */
  unitMultiplier: Positive.default('1'),
  minimumOrder: Positive.nullable().default(null),
  maximumOrder: Positive.nullable().default(null),
  allowFractionalQuantities: z.boolean().default(false),
  showQuantity: z.boolean().default(true),
  inventoryManagement: InventoryModeSchema.default('MANUAL'),
  listingState: ProductStatusSchema.default('INTERNAL'),
};

export const ProductFields = z.object(fields);
export type ProductFields = z.output<typeof ProductFields>;

type Ruled = Pick<
  ProductFields,
  | 'category'
  | 'subcategoryId'
  | 'parentId'
  | 'isParent'
  | 'wholesalePrice'
  | 'salePrice'
  | 'unitOfMeasure'
  | 'sellInUnitOfMeasure'
  | 'sellInBulk'
  | 'unitMultiplier'
  | 'minimumOrder'
  | 'maximumOrder'
  | 'listingState'
>;

/**
 * What is wrong with a product's fields taken together, by field. A parent groups the ways a product is sold and is
 * never sold itself.
 */
export function productErrors(product: Ruled): Partial<Record<keyof Ruled, string>> {
  const errors: Partial<Record<keyof Ruled, string>> = {};
  const { salePrice, wholesalePrice, minimumOrder, maximumOrder, unitOfMeasure, sellInUnitOfMeasure } = product;
  if (salePrice !== null && compare(salePrice, wholesalePrice) > 0)
    errors.salePrice = `Must be less than or equal to the wholesale price`;
  if (minimumOrder !== null && maximumOrder !== null && compare(minimumOrder, maximumOrder) > 0)
    errors.maximumOrder = `Must be greater than or equal to ${minimumOrder}`;
  if (sellInUnitOfMeasure === 'Case' && !product.sellInBulk)
    errors.sellInBulk = 'A product sold in cases is priced by the case';
  if (sellInUnitOfMeasure !== 'Case' && sellInUnitOfMeasure !== unitOfMeasure)
    errors.sellInUnitOfMeasure = `Choose ${unitOfMeasure} or Case`;
  const kind = PRODUCT_SUBCATEGORIES.find((one) => one.id === product.subcategoryId);
  const category = PRODUCT_CATEGORIES.find(({ name }) => name === product.category);
  if (product.subcategoryId !== null && kind?.categoryId !== category?.id)
    errors.subcategoryId = `Choose a subcategory of ${product.category}`;
  if (product.isParent && product.parentId !== null) errors.parentId = 'A parent product can’t have a parent';
  if (product.isParent && product.listingState !== 'INTERNAL' && product.listingState !== 'ARCHIVED')
    errors.listingState = 'A parent product isn’t sold itself. Choose Internal.';
  return errors;
}

/** What is wrong with a new product besides, by field: only managed stock is entered by hand. */
export function newProductErrors(
  product: Pick<ProductFields, 'listingState' | 'inventoryManagement'> & { quantity: string },
): { listingState?: string; quantity?: string } {
  return {
    ...(product.listingState === 'ARCHIVED' && { listingState: 'A new product can’t be archived' }),
    ...(product.inventoryManagement !== 'MANUAL' &&
      compare(product.quantity, 0) !== 0 && { quantity: 'Only managed stock is entered by hand' }),
  };
}

const ruled = <S extends z.ZodType<Ruled>>(schema: S) =>
  schema.superRefine((product, context) => {
    for (const [field, message] of Object.entries(productErrors(product)))
      context.addIssue({ code: 'custom', path: [field], message });
  });

/** A new product of a company; the stock of a managed one is entered with it, and a copy gets the pictures of another. */
export const ProductDraft = ruled(
  CompanyScope.extend({ ...fields, quantity: Amount.default('0'), copiedFrom: Id.optional() }),
);
export type ProductDraft = z.output<typeof ProductDraft>;

/** An edit sends every field and the version it is based on. */
export const ProductEdit = ruled(z.object({ ...fields, version: Version }));
export type ProductEdit = z.output<typeof ProductEdit>;

const Named = z.strictObject({ id: RowId, name: z.string() });

/** A product's row in the grid. Stock is in base units. */
export const ProductRow = z.strictObject({
  id: RowId,
  companyId: RowId,
  brand: Named,
  name: z.string(),
  sku: z.string(),
  imageUri: z.string().nullable(),
  category: CategorySchema,
  productLine: Named.nullable(),
  strain: Named.extend({ strainClassification: StrainTypeSchema }).nullable(),
  parent: Named.nullable(),
  isParent: z.boolean(),
  wholesalePrice: MoneySchema,
  salePrice: MoneySchema.nullable(),
  unitOfMeasure: z.string(),
  sellInUnitOfMeasure: z.string(),
  sellInBulk: z.boolean(),
  unitMultiplier: QuantitySchema,
  minimumOrder: QuantitySchema.nullable(),
  maximumOrder: QuantitySchema.nullable(),
  allowFractionalQuantities: z.boolean(),
  showQuantity: z.boolean(),
  inventoryManagement: InventoryModeSchema,
  quantity: StockLevelSchema,
  reserved: StockLevelSchema,
  /** On hand less reserved. */
  totalEffectiveInventory: StockLevelSchema,
  listingState: ProductStatusSchema,
  created: Instant,
  modified: Instant,
  lastEdit: Instant,
  version: Version,
});
export type ProductRow = z.infer<typeof ProductRow>;

/** Most pictures of a product. */
export const MOST_PRODUCT_IMAGES = 12;

export const ProductImage = z.strictObject({ id: RowId, imageUri: z.string(), alt: z.string() });
export type ProductImage = z.infer<typeof ProductImage>;

/** A product in full. */
export const Product = ProductRow.omit({ imageUri: true }).extend({
  brandId: RowId,
  productLineId: RowId.nullable(),
  strainId: RowId.nullable(),
  parentId: RowId.nullable(),
  subcategoryId: RowId.nullable(),
  description: z.string(),
  images: z.array(ProductImage),
  /** Mapped items of the tracking system. */
  verdantItemIds: z.array(RowId),
  /**
   * What its quantity is the sum of, in its unit: the packages of each mapped item, or the one figure it was given. None
   * for a product whose stock is unlimited.
   */
  inventoryItems: z.array(z.strictObject({ verdantItemId: RowId.nullable(), quantity: StockLevelSchema })),
  /** A parent’s children, or its siblings and itself for a child; by name. */
  family: z.array(Named.extend({ sku: z.string(), listingState: ProductStatusSchema })),
  /** Who usually delivers its brand for its company. */
  distributor: Named.nullable(),
  canEdit: z.boolean(),
});
export type Product = z.infer<typeof Product>;

const Counted = Named.extend({ count: z.number().int().nonnegative() });
const CountedValue = z.strictObject({ id: z.string(), count: z.number().int().nonnegative() });

/** Choices of the product filters with counts. */
export const ProductFacets = z.strictObject({
  brands: z.array(Counted),
  productLines: z.array(Counted.extend({ brandId: RowId })),
  productCategories: z.array(Counted),
  distributors: z.array(Counted),
  listingStates: z.array(CountedValue),
  strainClassifications: z.array(CountedValue),
});
export type ProductFacets = z.infer<typeof ProductFacets>;

import { z } from 'zod';
import { Id } from '../contract/endpoint';
import { MoneySchema, QuantitySchema, StockLevelSchema } from '../money';
import { BuyerPriceWhySchema } from '../pricing/price';
import { CategorySchema, InventoryModeSchema, ProductStatusSchema, StrainTypeSchema } from './vocabulary';

/** What a product costs this buyer now, and why. Per case for products sold by the case. */
export const ProductPrice = z.strictObject({
  unitPrice: MoneySchema,
  wholesalePrice: MoneySchema,
  salePrice: MoneySchema.nullable(),
  isOnSale: z.boolean(),
  why: BuyerPriceWhySchema,
});
export type ProductPrice = z.infer<typeof ProductPrice>;

/** A product as marketplace and cart show it. Stock quantities are in base units. */
export const MenuProduct = z.strictObject({
  id: Id,
  brandId: Id,
  sellerCompanyId: Id,
  name: z.string(),
  sku: z.string(),
  description: z.string(),
  category: CategorySchema,
  strain: z.strictObject({ name: z.string(), strainClassification: StrainTypeSchema }).nullable(),
  productLine: z.strictObject({ id: Id, name: z.string() }).nullable(),
  /** In order; a child without its own has its parent's, and so with the description. */
  images: z.array(z.strictObject({ imageUri: z.string(), alt: z.string() })),
  price: ProductPrice,
  unitOfMeasure: z.string(),
  sellInUnitOfMeasure: z.string(),
  sellInBulk: z.boolean(),
  unitMultiplier: QuantitySchema,
  minimumOrder: QuantitySchema.nullable(),
  maximumOrder: QuantitySchema.nullable(),
  allowFractionalQuantities: z.boolean(),
  showQuantity: z.boolean(),
  inventoryManagement: InventoryModeSchema,
  /** Null when the seller hides quantities (`showQuantity` false) and some is left; only `inStock` tells then. */
  totalEffectiveInventory: StockLevelSchema.nullable(),
  inStock: z.boolean(),
  listingState: ProductStatusSchema,
});
export type MenuProduct = z.infer<typeof MenuProduct>;

import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { isShown } from '../../domain/carts/line-error';
import type { MenuProduct } from '../../domain/catalogue/product';
import { isOutOfStock, type QuantityProduct } from '../../domain/catalogue/units/quantity';
import {
  CategorySchema,
  InventoryModeSchema,
  ProductStatusSchema,
  StrainTypeSchema,
} from '../../domain/catalogue/vocabulary';
import { money } from '../../domain/money';
import { available } from '../../domain/orders/stock';
import { type LinePrice, priceWhyForBuyer } from '../../domain/pricing/price';
import type { Db } from '../db/client';
import { brands, companies, productLines, productStock, products, strains } from '../db/schema';
import { picturedProduct } from './pictured-product';

export type ProductRow = Awaited<ReturnType<typeof loadProductRows>>[number];

/** A product’s columns that its quantities are judged by. */
export const RULED = {
  listingState: products.listingState,
  inventoryManagement: products.inventoryManagement,
  sellInUnitOfMeasure: products.sellInUnitOfMeasure,
  sellInBulk: products.sellInBulk,
  unitMultiplier: products.unitMultiplier,
  minimumOrder: products.minimumOrder,
  maximumOrder: products.maximumOrder,
  allowFractionalQuantities: products.allowFractionalQuantities,
  showQuantity: products.showQuantity,
};

const columnsOf = (orgId: number) => ({
  product: products,
  strain: { name: strains.name, strainClassification: strains.strainClassification },
  productLine: { id: productLines.id, name: productLines.name, menuPosition: productLines.menuPosition },
  brand: { name: brands.name, imageUri: brands.profileImageUri, disabled: brands.disabled },
  stock: { quantity: productStock.quantity, reserved: productStock.reserved },
  description: sql<string>`case when ${products.parentId} is null or ${products.description} <> '' then ${products.description}
    else (select parent.description from products parent
           where parent.org_id = ${orgId} and parent.id = ${products.parentId}) end`,
  images: sql<{ imageUri: string; alt: string }[]>`coalesce((
    select json_agg(json_build_object('imageUri', image.image_uri, 'alt', image.alt) order by image.position, image.id)
    from product_images image
    where image.org_id = ${orgId} and image.product_id = ${picturedProduct(sql`${orgId}::bigint`)}), '[]'::json)`,
});

/** Every table says the organization, so that a cluster finds the machine. */
const selectProducts = (db: Db, orgId: number) =>
  db
    .select(columnsOf(orgId))
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(strains, and(eq(strains.orgId, orgId), eq(strains.id, products.strainId)))
    .leftJoin(productLines, and(eq(productLines.orgId, orgId), eq(productLines.id, products.productLineId)));

const stockOf = (orgId: number) => and(eq(productStock.orgId, orgId), eq(productStock.productId, products.id));

/** An organization's products with everything a menu or cart shows except prices, in menu order; one query. */
export async function loadProductRows(db: Db, orgId: number, where: SQL | undefined) {
  const rows = await selectProducts(db, orgId)
    .leftJoin(productStock, stockOf(orgId))
    .where(and(eq(products.orgId, orgId), where))
    .orderBy(asc(productLines.menuPosition), asc(productLines.id), sql`lower(${products.name})`, asc(products.id));
  return rows.map(toProduct);
}

/** The same with their stock locked until the transaction ends, in the order everything locks it: by product id. */
export async function lockProductRows(db: Db, orgId: number, where: SQL | undefined): Promise<ProductRow[]> {
  const rows = await selectProducts(db, orgId)
    .innerJoin(productStock, stockOf(orgId))
    .where(and(eq(products.orgId, orgId), where))
    .orderBy(asc(products.id))
    .for('no key update', { of: productStock });
  return rows.map(toProduct);
}

/** What quantities of products are judged by, without anything a menu shows; in no order. */
export async function loadQuantityRules(db: Db, orgId: number, where: SQL | undefined) {
  const { quantity, reserved } = productStock;
  const rows = await db
    .select({ id: products.id, isParent: products.isParent, product: RULED, stock: { quantity, reserved } })
    .from(products)
    .leftJoin(productStock, stockOf(orgId))
    .where(and(eq(products.orgId, orgId), where));
  return rows.map(({ id, isParent, product, stock }) => ({ id, isParent, ...rulesOf(product, stock) }));
}

type Selected = Awaited<ReturnType<typeof selectProducts>>[number];
type Found = Omit<Selected, 'stock'> & { stock: Selected['stock'] | null };

/** A row with what carts and quantities are judged by, read once. */
function toProduct({ product, ...row }: Found) {
  const rules = rulesOf(product, row.stock);
  return { ...product, ...row, rules, isBrandDisabled: row.brand.disabled };
}

/** A product's quantity rules with actual stock, whether or not the buyer may see it. */
function rulesOf(row: Pick<Found['product'], keyof typeof RULED>, stock: Found['stock']) {
  return {
    listingState: ProductStatusSchema.parse(row.listingState),
    inventoryManagement: InventoryModeSchema.parse(row.inventoryManagement),
    totalEffectiveInventory: available(stock ?? { quantity: '0', reserved: '0' }),
    sellInUnitOfMeasure: row.sellInUnitOfMeasure,
    sellInBulk: row.sellInBulk,
    unitMultiplier: money(row.unitMultiplier),
    minimumOrder: row.minimumOrder === null ? null : money(row.minimumOrder),
    maximumOrder: row.maximumOrder === null ? null : money(row.maximumOrder),
    allowFractionalQuantities: row.allowFractionalQuantities,
    showQuantity: row.showQuantity,
  } satisfies QuantityProduct;
}

/** A product as its buyer sees it, without stock the seller hides. */
export function toMenuProduct(row: ProductRow, price: LinePrice): MenuProduct {
  const { rules } = row;
  const isOut = isOutOfStock(rules);
  return {
    id: row.id,
    brandId: row.brandId,
    sellerCompanyId: row.companyId,
    name: row.name,
    sku: row.sku,
    description: row.description,
    category: CategorySchema.parse(row.category),
    strain: row.strain && {
      name: row.strain.name,
      strainClassification: StrainTypeSchema.parse(row.strain.strainClassification),
    },
    productLine: row.productLine && { id: row.productLine.id, name: row.productLine.name },
    images: row.images,
    price: { ...price, why: priceWhyForBuyer(price.why) },
    unitOfMeasure: row.unitOfMeasure,
    sellInUnitOfMeasure: row.sellInUnitOfMeasure,
    sellInBulk: row.sellInBulk,
    unitMultiplier: rules.unitMultiplier,
    minimumOrder: rules.minimumOrder,
    maximumOrder: rules.maximumOrder,
    allowFractionalQuantities: row.allowFractionalQuantities,
    showQuantity: row.showQuantity,
    inventoryManagement: rules.inventoryManagement,
    totalEffectiveInventory: shownInventory(rules, isOut),
    inStock: !isOut,
    listingState: rules.listingState,
  };
}

/** The same; null for one that buyers don't see. */
export function toShownProduct(row: ProductRow, price: LinePrice): MenuProduct | null {
  return isShown(row) ? toMenuProduct(row, price) : null;
}

function shownInventory(rules: QuantityProduct, isOut: boolean): string | null {
  if (rules.inventoryManagement === 'UNLIMITED') return null;
  if (rules.showQuantity) return rules.totalEffectiveInventory;
  return isOut ? '0' : null;
}

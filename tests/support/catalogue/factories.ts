import type { Category, InventoryMode, ProductStatus, Unit } from '../../../domain/catalogue/vocabulary';
import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { only, type SellerFixture, unique } from '../organization/factories';

export type ProductFixture = typeof schema.products.$inferSelect;

/**
 * A product of the seller's brand with stock and the ledger's opening entry, in base units. By default an eighth at
 * $20.00 sold by the unit, managed manually, 100 in stock. `perCase` sells it by the case of so many units.
 */
export async function makeProduct(
  db: Db,
  { org, company, brand }: Pick<SellerFixture, 'org' | 'company' | 'brand'>,
  {
    quantity = '100',
    reserved = '0',
    perCase,
    images = [],
    ...values
  }: Partial<Omit<ProductFixture, 'id' | 'orgId' | 'inventoryManagement' | 'listingState' | 'category'>> & {
    quantity?: string;
    reserved?: string;
    perCase?: string;
    images?: string[];
    inventoryManagement?: InventoryMode;
    listingState?: ProductStatus;
    category?: Category;
    sellInUnitOfMeasure?: Unit;
  } = {},
): Promise<ProductFixture> {
  const n = unique();
  const byCase =
    perCase === undefined ? {} : { sellInUnitOfMeasure: 'Case', sellInBulk: true, unitMultiplier: perCase };
  const of = { orgId: org.id };
  const product = only(
    await db
      .insert(schema.products)
      .values({
        ...of,
        companyId: company.id,
        brandId: brand.id,
        name: `Blue Dream Eighth ${n}`,
        sku: `BD-${n}`,
        category: 'Buds (prepackaged)',
        wholesalePrice: '20.00',
        unitOfMeasure: 'Unit',
        sellInUnitOfMeasure: 'Unit',
        inventoryManagement: 'MANUAL',
        listingState: 'AVAILABLE',
        ...byCase,
        ...values,
      })
      .returning(),
  );
  const productId = product.id;
  await db.insert(schema.productStock).values({ ...of, productId, quantity, reserved });
  await db
    .insert(schema.stockMovements)
    .values({ ...of, productId, kind: 'opening', quantityDelta: quantity, reservedDelta: reserved });
  if (images.length > 0) {
    await db
      .insert(schema.productImages)
      .values(images.map((imageUri, position) => ({ ...of, productId, position, imageUri })));
  }
  return product;
}

/** A price schedule for these customers; a line rule has a price or a percent off, as a fraction. */
export async function makePriceSchedule(
  db: Db,
  { org, company }: Pick<SellerFixture, 'org' | 'company'>,
  {
    customerIds = [],
    productRules = [],
    lineRules = [],
    ...values
  }: {
    name?: string;
    enabled?: boolean;
    customerIds?: number[];
    productRules?: { productId: number; price: string }[];
    lineRules?: ({ productLineId: number } & ({ price: string } | { percentDiscount: string }))[];
  } = {},
) {
  const of = { orgId: org.id };
  const schedule = only(
    await db
      .insert(schema.priceSchedules)
      .values({ ...of, companyId: company.id, name: `Schedule ${unique()}`, ...values })
      .returning(),
  );
  const scheduled = { ...of, scheduleId: schedule.id };
  if (customerIds.length > 0) {
    const rows = customerIds.map((customerId) => ({ ...scheduled, customerId }));
    await db.insert(schema.priceScheduleCustomers).values(rows);
  }
  if (productRules.length > 0) {
    await db.insert(schema.priceScheduleProductRules).values(productRules.map((rule) => ({ ...scheduled, ...rule })));
  }
  if (lineRules.length > 0) {
    await db.insert(schema.priceScheduleLineRules).values(lineRules.map((rule) => ({ ...scheduled, ...rule })));
  }
  return schedule;
}

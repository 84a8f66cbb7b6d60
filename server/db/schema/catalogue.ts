import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { amount, at, createdAt, dollars, id, ref, version } from './columns';
import { customers } from './customers';
import { users } from './identity';
import { brands, ofCompany, ofOrganization } from './organization';

export const strains = pgTable(
  'strains',
  {
    id: id(),
    orgId: ofOrganization(),
    name: text('name').notNull(),
    strainClassification: text('strain_classification').notNull(),
  },
  (t) => [uniqueIndex('strains_org_name').on(t.orgId, sql`lower(${t.name})`)],
);

export const productLines = pgTable(
  'product_lines',
  {
    id: id(),
    orgId: ofOrganization(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name').notNull(),
    menuPosition: integer('menu_position').notNull(),
  },
  (t) => [index('product_lines_brand').on(t.orgId, t.brandId, t.menuPosition)],
);

export const products = pgTable(
  'products',
  {
    id: id(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    productLineId: ref('product_line_id').references(() => productLines.id),
    strainId: ref('strain_id').references(() => strains.id),
    name: text('name').notNull(),
    sku: text('sku').notNull(),
    description: text('description').notNull().default(''),
    category: text('category').notNull(),
    wholesalePrice: dollars('wholesale_price').notNull(),
    salePrice: dollars('sale_price'),
    unitOfMeasure: text('unit_of_measure').notNull(),
    sellInUnitOfMeasure: text('sell_in_unit_of_measure').notNull(),
    sellInBulk: boolean('sell_in_bulk').notNull().default(false),
    /** Base units per case. */
    unitMultiplier: amount('unit_multiplier').notNull().default('1'),
    minimumOrder: amount('minimum_order'),
    maximumOrder: amount('maximum_order'),
    allowFractionalQuantities: boolean('allow_fractional_quantities').notNull().default(false),
    showQuantity: boolean('show_quantity').notNull().default(true),
    inventoryManagement: text('inventory_management').notNull(),
    listingState: text('listing_state').notNull(),
    lastEdit: at('last_edit').notNull().default(sql`now()`),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('products_org_sku').on(t.orgId, t.sku),
    index('products_brand').on(t.brandId, t.companyId, t.listingState),
    index('products_name_trgm').using('gin', sql`${t.name} gin_trgm_ops`),
    check('products_multiplier', sql`${t.unitMultiplier} > 0`),
  ],
);

export const productImages = pgTable(
  'product_images',
  {
    id: id(),
    orgId: ref('org_id').notNull(),
    productId: ref('product_id')
      .notNull()
      .references(() => products.id),
    position: integer('position').notNull(),
    imageUri: text('image_uri').notNull(),
  },
  (t) => [index('product_images_product').on(t.productId, t.position)],
);

/** Stock on hand, in base units. `reserved` is for submitted and accepted orders. */
export const productStock = pgTable(
  'product_stock',
  {
    productId: ref('product_id')
      .primaryKey()
      .references(() => products.id),
    orgId: ofOrganization(),
    quantity: amount('quantity').notNull().default('0'),
    reserved: amount('reserved').notNull().default('0'),
  },
  (t) => [
    check('product_stock_quantity', sql`${t.quantity} >= 0`),
    check('product_stock_reserved', sql`${t.reserved} >= 0`),
  ],
);

/** The ledger: `product_stock` is the sum of its movements. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: id(),
    orgId: ref('org_id').notNull(),
    productId: ref('product_id')
      .notNull()
      .references(() => products.id),
    orderId: ref('order_id'),
    kind: text('kind').notNull(),
    quantityDelta: amount('quantity_delta').notNull(),
    reservedDelta: amount('reserved_delta').notNull(),
    actorUserId: uuid('actor_user_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('stock_movements_product').on(t.productId, t.id),
    index('stock_movements_order').on(t.orderId),
    check(
      'stock_movements_kind',
      sql`${t.kind} in ('opening', 'reserve', 'release', 'take', 'return', 'adjust', 'sync')`,
    ),
  ],
);

export const priceSchedules = pgTable(
  'price_schedules',
  {
    id: id(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index('price_schedules_company').on(t.orgId, t.companyId)],
);

export const priceScheduleCustomers = pgTable(
  'price_schedule_customers',
  {
    orgId: ref('org_id').notNull(),
    scheduleId: ref('schedule_id')
      .notNull()
      .references(() => priceSchedules.id),
    customerId: ref('customer_id')
      .notNull()
      .references(() => customers.id),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.scheduleId] })],
);

export const priceScheduleProductRules = pgTable(
  'price_schedule_product_rules',
  {
    orgId: ref('org_id').notNull(),
    scheduleId: ref('schedule_id')
      .notNull()
      .references(() => priceSchedules.id),
    productId: ref('product_id')
      .notNull()
      .references(() => products.id),
    price: dollars('price').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scheduleId, t.productId] })],
);

/** A product line's rule has a price or a percent off (a fraction, 0 to 1), never both. */
export const priceScheduleLineRules = pgTable(
  'price_schedule_line_rules',
  {
    orgId: ref('org_id').notNull(),
    scheduleId: ref('schedule_id')
      .notNull()
      .references(() => priceSchedules.id),
    productLineId: ref('product_line_id')
      .notNull()
      .references(() => productLines.id),
    price: dollars('price'),
    percentDiscount: amount('percent_discount'),
  },
  (t) => [
    primaryKey({ columns: [t.scheduleId, t.productLineId] }),
    check('price_schedule_line_rules_one', sql`(${t.price} is null) <> (${t.percentDiscount} is null)`),
  ],
);

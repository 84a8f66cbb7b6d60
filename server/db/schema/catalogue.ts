import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { MOVEMENTS } from '../../../domain/catalogue/stock-ledger';
import { amount, at, createdAt, dollars, isAmong, ref, updatedAt, version } from './columns';
import { customers } from './customers';
import { users } from './identity';
import { brands, ofCompany, ofOrganization } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

export const strains = pgTable(
  'strains',
  {
    id: rowId(),
    orgId: ofOrganization(),
    name: text('name').notNull(),
    strainClassification: text('strain_classification').notNull(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('strains_org_name').on(t.orgId, sql`lower(${t.name})`),
    index('strains_name_trgm').using('gin', sql`search_text(${t.name}) gin_trgm_ops`),
  ],
);

export const productLines = pgTable(
  'product_lines',
  {
    id: rowId(),
    orgId: ofOrganization(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name').notNull(),
    menuPosition: integer('menu_position').notNull(),
  },
  (t) => [ownKey(t), index('product_lines_brand').on(t.orgId, t.brandId, t.menuPosition)],
);

export const products = pgTable(
  'products',
  {
    id: rowId(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    productLineId: ref('product_line_id'),
    strainId: ref('strain_id'),
    /** The product this one is a way to buy of; a parent has none, and is never sold itself. */
    parentId: ref('parent_id'),
    isParent: boolean('is_parent').notNull().default(false),
    name: text('name').notNull(),
    sku: text('sku').notNull(),
    description: text('description').notNull().default(''),
    category: text('category').notNull(),
    subcategoryId: integer('subcategory_id'),
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
    /** Since when buyers see it, unless they don't. */
    listedAt: at('listed_at').notNull().default(sql`now()`),
    /** When a person last changed it. */
    lastEdit: at('last_edit').notNull().default(sql`now()`),
    createdAt: createdAt(),
    /** When anything last changed it. */
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    within(t, t.productLineId, productLines),
    within(t, t.strainId, strains),
    within(t, t.parentId, t),

    // What `skuKey` says is the same SKU.
    uniqueIndex('products_org_sku').on(t.orgId, sql`lower(${t.sku})`),
    index('products_org_last_edit').on(t.orgId, t.lastEdit, t.id),
    index('products_org_name').on(t.orgId, sql`lower(${t.name})`, t.id),
    index('products_parent').on(t.orgId, t.parentId),
    index('products_brand').on(t.orgId, t.brandId, t.companyId, t.listingState),
    index('products_status').on(t.orgId, t.listingState, t.lastEdit, t.id),
    // Across sellers, for the marketplace's search.
    index('products_of_brand').on(t.brandId),
    index('products_listed').on(t.listedAt),
    index('products_of_strain').on(t.strainId).where(sql`${t.strainId} is not null`),
    index('products_name_trgm').using('gin', sql`search_text(${t.name}) gin_trgm_ops`),
    index('products_sku_trgm').using('gin', sql`search_text(${t.sku}) gin_trgm_ops`),
    check('products_multiplier', sql`${t.unitMultiplier} > 0`),
    check(
      'products_parent_unsold',
      sql`not ${t.isParent} or (${t.parentId} is null and ${t.listingState} in ('INTERNAL', 'ARCHIVED'))`,
    ),
  ],
);

export const productImages = pgTable(
  'product_images',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    productId: ref('product_id').notNull(),
    position: integer('position').notNull(),
    imageUri: text('image_uri').notNull(),
    alt: text('alt').notNull().default(''),
  },
  (t) => [
    ownKey(t),
    within(t, t.productId, products),
    index('product_images_product').on(t.orgId, t.productId, t.position),
  ],
);

/** Stock on hand, in base units. `reserved` is for submitted and accepted orders. */
export const productStock = pgTable(
  'product_stock',
  {
    orgId: ofOrganization(),
    productId: ref('product_id').notNull(),
    quantity: amount('quantity').notNull().default('0'),
    reserved: amount('reserved').notNull().default('0'),
    /** Of `reserved`, what is kept for buyers of the wholesale marketplace; null for what isn't offered there by us. */
    setAside: amount('set_aside'),
  },
  (t) => [
    keyedBy(t, t.productId),
    within(t, t.productId, products),

    check('product_stock_quantity', sql`${t.quantity} >= 0`),
    check('product_stock_reserved', sql`${t.reserved} >= 0`),
  ],
);

/** The ledger: `product_stock` is the sum of its movements. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    productId: ref('product_id').notNull(),
    orderId: ref('order_id'),
    kind: text('kind').notNull(),
    quantityDelta: amount('quantity_delta').notNull(),
    reservedDelta: amount('reserved_delta').notNull(),
    /** Why stock was counted or changed by hand. */
    note: text('note').notNull().default(''),
    actorUserId: uuid('actor_user_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    keyedBy(t, t.productId, t.id),
    within(t, t.productId, products),

    index('stock_movements_order').on(t.orgId, t.orderId),
    check('stock_movements_kind', isAmong(t.kind, Object.keys(MOVEMENTS))),
  ],
);

export const priceSchedules = pgTable(
  'price_schedules',
  {
    id: rowId(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [ownKey(t), uniqueIndex('price_schedules_company_name').on(t.orgId, t.companyId, sql`lower(${t.name})`)],
);

export const priceScheduleCustomers = pgTable(
  'price_schedule_customers',
  {
    orgId: ref('org_id').notNull(),
    scheduleId: ref('schedule_id').notNull(),
    customerId: ref('customer_id').notNull(),
  },
  (t) => [
    keyedBy(t, t.customerId, t.scheduleId),
    index('price_schedule_customers_schedule').on(t.orgId, t.scheduleId),
    within(t, t.scheduleId, priceSchedules),
    within(t, t.customerId, customers),
  ],
);

export const priceScheduleProductRules = pgTable(
  'price_schedule_product_rules',
  {
    orgId: ref('org_id').notNull(),
    scheduleId: ref('schedule_id').notNull(),
    productId: ref('product_id').notNull(),
    price: dollars('price').notNull(),
  },
  (t) => [
    keyedBy(t, t.scheduleId, t.productId),
    within(t, t.scheduleId, priceSchedules),
    within(t, t.productId, products),
  ],
);

/** A product line's rule has a price or a percent off (a fraction, 0 to 1), never both. */
export const priceScheduleLineRules = pgTable(
  'price_schedule_line_rules',
  {
    orgId: ref('org_id').notNull(),
    scheduleId: ref('schedule_id').notNull(),
    productLineId: ref('product_line_id').notNull(),
    price: dollars('price'),
    percentDiscount: amount('percent_discount'),
  },
  (t) => [
    keyedBy(t, t.scheduleId, t.productLineId),
    within(t, t.scheduleId, priceSchedules),
    within(t, t.productLineId, productLines),

    check('price_schedule_line_rules_one', sql`(${t.price} is null) <> (${t.percentDiscount} is null)`),
  ],
);

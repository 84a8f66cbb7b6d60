import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ORDER_STATUS_IDS } from '../../../domain/orders/status';
import { products } from './catalogue';
import { amount, at, createdAt, dollars, isAmong, ref, updatedAt, version } from './columns';
import { customers } from './customers';
import { users } from './identity';
import {
  buyerCompanies,
  buyerLicenses,
  companies,
  companyPaymentOptions,
  ofCompany,
  ofOrganization,
  organizations,
  orgUsers,
} from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

export const orderNumbers = pgSequence('order_numbers', { startWith: 100_000 });

export const orders = pgTable(
  'orders',
  {
    id: rowId(),
    /** The seller's organization, which owns the order. */
    orgId: ofOrganization(),
    companyId: ofCompany(),
    buyerOrgId: ref('buyer_org_id').references(() => organizations.id),
    buyerCompanyId: ref('buyer_company_id').references(() => buyerCompanies.id),
    buyerLicenseId: ref('buyer_license_id').references(() => buyerLicenses.id),
    customerId: ref('customer_id').notNull(),
    /** The customer's name when the order was placed; used in searches. */
    customerName: text('customer_name').notNull(),
    orderNumber: text('order_number').notNull(),
    status: text('status').notNull(),
    orderSource: text('order_source').notNull(),
    discountType: text('discount_type').notNull().default('$'),
    /** Dollars, or a fraction from 0 to 1 for '%'. */
    discount: amount('discount').notNull().default('0'),
    subtotalUsd: dollars('subtotal_usd').notNull(),
    orderDiscountUsd: dollars('order_discount_usd').notNull().default('0'),
    totalUsd: dollars('total_usd').notNull(),
    /** What of the total is owed: without backorder lines, by `invoicedOf`; written wherever the total is. */
    invoicedUsd: dollars('invoiced_usd').notNull(),
    paidUsd: dollars('paid_usd').notNull().default('0'),
    /** How many lines it has; written with them, like the totals. */
    lineItemCount: integer('line_item_count').notNull().default(0),
    notes: text('notes').notNull().default(''),
    buyerNotes: text('buyer_notes').notNull().default(''),
    deliveryPreferences: text('delivery_preferences').notNull().default(''),
    /** The company that carries the goods. */
    distributorId: ref('distributor_id').references(() => companies.id),
    paymentOptionId: ref('payment_option_id').references(() => companyPaymentOptions.id),
    paymentDueDate: date('payment_due_date', { mode: 'string' }),
    /** The due date as it was counted when the order was accepted; while it is the due date, nobody agreed on another. */
    countedDueDate: date('counted_due_date', { mode: 'string' }),
    shipDate: date('ship_date', { mode: 'string' }),
    shippingDetails: text('shipping_details').notNull().default(''),
    printed: boolean('printed').notNull().default(false),
    externalId: text('external_id'),
    originalOrderIds: bigint('original_order_ids', { mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`),
    createdByUserId: uuid('created_by_user_id').references(() => users.id),
    /** Since when there are changes its buyer wasn't emailed about; null without any. */
    untoldSince: at('untold_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    within(t, t.customerId, customers),

    uniqueIndex('orders_org_number').on(t.orgId, t.orderNumber),
    // What comes from the wholesale marketplace comes once.
    uniqueIndex('orders_org_external')
      .on(t.orgId, t.companyId, t.externalId)
      .where(sql`${t.externalId} is not null`)
      .concurrently(),
    // One index per sort of the orders grid, in the order of `sortedBy`.
    index('orders_org_number_length').on(t.orgId, sql`length(${t.orderNumber})`, t.orderNumber, t.id),
    index('orders_org_customer').on(t.orgId, sql`lower(${t.customerName})`, t.id),
    // With the time an order was placed, by which those of some days are sorted.
    index('orders_org_ship_date').on(t.orgId, t.shipDate.asc().nullsFirst(), t.id, t.createdAt),
    index('orders_org_due_date').on(t.orgId, t.paymentDueDate.asc().nullsFirst(), t.id, t.createdAt),
    index('orders_org_created').on(t.orgId, t.createdAt, t.id),
    // Includes the columns most filters and reports use, so matches are counted and summed from the index alone.
    index('orders_org_status_created').on(
      t.orgId,
      t.status,
      t.createdAt,
      t.id,
      t.totalUsd,
      t.invoicedUsd,
      t.paidUsd,
      t.orderSource,
      t.companyId,
      t.customerId,
      t.orderDiscountUsd,
    ),
    index('orders_org_total').on(t.orgId, t.totalUsd, t.id),
    // A customer's orders and debt, read from the index alone.
    index('orders_customer').on(
      t.orgId,
      t.customerId,
      t.createdAt,
      t.id,
      t.status,
      t.totalUsd,
      t.invoicedUsd,
      t.paidUsd,
    ),
    // What a customer owes first.
    index('orders_customer_due')
      .on(t.orgId, t.customerId, t.paymentDueDate, t.status)
      .where(sql`${t.invoicedUsd} > ${t.paidUsd}`)
      .concurrently(),
    index('orders_buyer_created').on(t.buyerOrgId, t.createdAt, t.id),
    // For substring searches; each index works alone.
    index('orders_text_trgm').using(
      'gin',
      sql`search_text(${t.customerName}) gin_trgm_ops`,
      sql`search_text(${t.orderNumber}) gin_trgm_ops`,
    ),
    check('orders_total', sql`${t.totalUsd} >= 0`),
    check('orders_invoiced', sql`${t.invoicedUsd} between 0 and ${t.totalUsd}`),
    check('orders_status', isAmong(t.status, ORDER_STATUS_IDS)),
  ],
);

export const orderLineItems = pgTable(
  'order_line_items',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    position: integer('position').notNull(),
    productId: ref('product_id').notNull(),
    brandId: ref('brand_id').notNull(),
    productName: text('product_name').notNull(),
    brandName: text('brand_name').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    soldInBulk: boolean('sold_in_bulk').notNull(),
    unitMultiplier: amount('unit_multiplier').notNull(),
    quantity: amount('quantity').notNull(),
    orderedUnitPrice: dollars('ordered_unit_price').notNull(),
    wholesalePrice: dollars('wholesale_price').notNull(),
    salePrice: dollars('sale_price'),
    /** What the line comes to, by `lineTotal`; written with what it is calculated from. */
    totalUsd: dollars('total_usd').notNull(),
    /** The quantity in base units, by `lineBaseUnits`: a case counts as the units in it. */
    baseQuantity: amount('base_quantity').notNull(),
    /** The unit `baseQuantity` counts. */
    baseUnit: text('base_unit').notNull(),
    /** Whether no line before it in the order has its product, or its brand, by `markFirsts`. */
    isFirstOfProduct: boolean('is_first_of_product').notNull(),
    isFirstOfBrand: boolean('is_first_of_brand').notNull(),
    isSample: boolean('is_sample').notNull().default(false),
    isBackorder: boolean('is_backorder').notNull().default(false),
    notes: text('notes').notNull().default(''),
    /** Why the line has this price, from `domain/pricing`. */
    priceWhy: jsonb('price_why').notNull(),
    /** When it was first ordered, of a line that a merge took from a later order; null is with its order. */
    orderedAt: at('ordered_at'),
  },
  (t) => [
    ownKey(t),
    within(t, t.orderId, orders),
    within(t, t.productId, products),

    uniqueIndex('order_line_items_order').on(t.orgId, t.orderId, t.position),
    // With the order, so that orders of a product, a line or a category are found without the rows.
    index('order_line_items_product').on(t.orgId, t.productId, t.orderId),
    index('order_line_items_brand').on(t.orgId, t.brandId, t.orderId),
    index('order_line_items_name_trgm').using('gin', sql`search_text(${t.productName}) gin_trgm_ops`),
    check('order_line_items_quantity', sql`${t.quantity} > 0`),
  ],
);

/** What a merged order counts on which day in reports: the parts of its total, by when their lines were first ordered. */
export const orderPortions = pgTable(
  'order_portions',
  {
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    orderedAt: at('ordered_at').notNull(),
    totalUsd: dollars('total_usd').notNull(),
    orderDiscountUsd: dollars('order_discount_usd').notNull(),
  },
  (t) => [keyedBy(t, t.orderId, t.orderedAt), within(t, t.orderId, orders)],
);

/**
 * What reports read of an order's lines, beside what they ask of its order, so that nothing is joined; written with
 * either, by `server/orders/sold-lines.ts`.
 */
export const soldLines = pgTable(
  'sold_lines',
  {
    orgId: ref('org_id').notNull(),
    /** When the line was first ordered: with its order, whose company, customer and status these are, unless that was merged. */
    createdAt: at('created_at').notNull(),
    orderId: ref('order_id').notNull(),
    companyId: ref('company_id').notNull(),
    customerId: ref('customer_id').notNull(),
    position: integer('position').notNull(),
    productId: ref('product_id').notNull(),
    brandId: ref('brand_id').notNull(),
    isFirstOfProduct: boolean('is_first_of_product').notNull(),
    isFirstOfBrand: boolean('is_first_of_brand').notNull(),
    status: text('status').notNull(),
    baseUnit: text('base_unit').notNull(),
    baseQuantity: amount('base_quantity').notNull(),
    totalUsd: dollars('total_usd').notNull(),
  },
  (t) => [
    // The place in an order tells rows apart; all else is read from the key alone, without the rows.
    keyedBy(
      t,
      t.createdAt,
      t.orderId,
      t.position,
      t.companyId,
      t.customerId,
      t.productId,
      t.brandId,
      t.isFirstOfProduct,
      t.isFirstOfBrand,
      t.status,
      t.baseUnit,
      t.baseQuantity,
      t.totalUsd,
    ),
    within(t, t.orderId, orders),
  ],
);

export const orderSalesReps = pgTable(
  'order_sales_reps',
  {
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
  },
  (t) => [
    keyedBy(t, t.orderId, t.orgUserId),
    within(t, t.orderId, orders),
    index('order_sales_reps_user').on(t.orgId, t.orgUserId, t.orderId),
  ],
);

/** Each status an order has had, for its history. */
export const orderTransitions = pgTable(
  'order_transitions',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    reason: text('reason'),
    actorUserId: uuid('actor_user_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [keyedBy(t, t.orderId, t.id), within(t, t.orderId, orders)],
);

export const orderPayments = pgTable(
  'order_payments',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    amount: dollars('amount').notNull(),
    paymentType: text('payment_type').notNull(),
    paymentDate: date('payment_date', { mode: 'string' }).notNull(),
    note: text('note').notNull().default(''),
    skipExternalPush: boolean('skip_external_push').notNull().default(false),
    createdByUserId: uuid('created_by_user_id').references(() => users.id),
    createdAt: createdAt(),
    voidedAt: at('voided_at'),
    /** The other half of credit that was moved from one order to another, which is negative on the order it left. */
    creditPaymentId: ref('credit_payment_id'),
  },
  (t) => [
    ownKey(t),
    within(t, t.orderId, orders),
    index('order_payments_order').on(t.orgId, t.orderId, t.id),
    index('order_payments_date')
      .on(t.orgId, t.paymentDate, t.orderId)
      .where(sql`${t.voidedAt} is null and ${t.amount} > 0`),
    check('order_payments_amount', sql`${t.amount} > 0 or (${t.amount} < 0 and ${t.creditPaymentId} is not null)`),
  ],
);

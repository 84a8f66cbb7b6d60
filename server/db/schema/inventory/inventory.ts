import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { TRACKING_UNIT_NAMES } from '../../../../domain/inventory/items/tracking-item';
import { products } from '../catalogue';
import { amount, at, createdAt, isAmong, ref, updatedAt } from '../columns';
import { users } from '../identity';
import { brands, licenses, ofOrganization } from '../organization';
import { ownKey, rowId, within } from '../tenant';

const ofLicense = () =>
  ref('license_id')
    .notNull()
    .references(() => licenses.id);

/** Rules that assign items to brands by their names. */
export const itemRules = pgTable(
  'item_rules',
  {
    id: rowId(),
    orgId: ofOrganization(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    searchText: text('search_text').notNull(),
    /** The licenses it is for; none means all of the state. */
    licenseIds: bigint('license_ids', { mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`),
    usState: text('us_state').notNull(),
    createdAt: createdAt(),
  },
  (t) => [ownKey(t), uniqueIndex('item_rules_once').on(t.orgId, t.usState, sql`lower(${t.searchText})`, t.licenseIds)],
);

/** Items of the tracking system, by license: what packages are of. */
export const trackingItems = pgTable(
  'tracking_items',
  {
    id: rowId(),
    orgId: ofOrganization(),
    licenseId: ofLicense(),
    /** Its id at the tracking system. */
    trackingId: ref('tracking_id').notNull(),
    name: text('name').notNull(),
    strainName: text('strain_name'),
    categoryName: text('category_name').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    brandId: ref('brand_id').references(() => brands.id),
    /** The rule that assigned it to its brand, unless a person did. */
    ruleId: ref('rule_id'),
    unitThcContent: amount('unit_thc_content'),
    unitThcContentUnitOfMeasure: text('unit_thc_content_unit_of_measure'),
    unitWeight: amount('unit_weight'),
    unitWeightUnitOfMeasure: text('unit_weight_unit_of_measure'),
    /** The unit it has there by now, where that isn't ours. */
    trackingUnit: text('tracking_unit'),
    /** When the tracking system last listed it among those in use; null for one only packages named. */
    listedAt: at('listed_at'),
    /** When it was found closed there: it is offered no more, and stays on packages and products. */
    closedAt: at('closed_at'),
    notes: text('notes').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.ruleId, itemRules),
    // Partners and owners of brands read what is held of a brand.
    index('tracking_items_brand').on(t.orgId, t.brandId, t.id).where(sql`${t.brandId} is not null`).concurrently(),
    index('tracking_items_rule').on(t.orgId, t.ruleId).where(sql`${t.ruleId} is not null`),
    uniqueIndex('tracking_items_of_license').on(t.orgId, t.licenseId, t.trackingId),
    index('tracking_items_name').on(t.orgId, sql`lower(${t.name})`, t.id),
    index('tracking_items_name_trgm').using('gin', sql`search_text(${t.name}) gin_trgm_ops`),
    index('tracking_items_strain_trgm').using('gin', sql`search_text(${t.strainName}) gin_trgm_ops`),
    check('tracking_items_unit', isAmong(t.unitOfMeasure, TRACKING_UNIT_NAMES)),
  ],
);

/** Packages of the tracking system, held by a license. */
export const packages = pgTable(
  'packages',
  {
    id: rowId(),
    orgId: ofOrganization(),
    licenseId: ofLicense(),
    itemId: ref('item_id').notNull(),
    /** Its tag, 24 characters; or that and more, once its tag is another package's. */
    label: text('label').notNull(),
    quantity: amount('quantity').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    /** How much of `quantity` lies in packages the tracking system made of it, until both agree again; in its unit. */
    drawn: amount('drawn').notNull().default('0'),
    status: text('status').notNull(),
    labTestState: text('lab_test_state').notNull().default('NotSubmitted'),
    isTradeSample: boolean('is_trade_sample').notNull().default(false),
    locationName: text('location_name'),
    locationId: ref('location_id'),
    /** Its id, amount and unit at the tracking system, as last read there; null until it was. */
    trackingId: ref('tracking_id'),
    trackingQuantity: amount('tracking_quantity'),
    trackingUnit: text('tracking_unit'),
    trackingModifiedAt: at('tracking_modified_at'),
    /** When the tracking system last named it, and in which list. */
    seenAt: at('seen_at'),
    seenIn: text('seen_in'),
    /** When its lab results were last read; null before they were. */
    labReadAt: at('lab_read_at'),
    sourceLabels: text('source_labels').array().notNull().default(sql`'{}'`),
    /** The names of the harvests it was made from. */
    sourceHarvests: text('source_harvests').array().notNull().default(sql`'{}'`),
    manifestNumber: text('manifest_number'),
    receivedFrom: text('received_from'),
    /** The facility its item belongs to there. */
    ownerName: text('owner_name'),
    finishedOn: date('finished_on', { mode: 'string' }),
    /** Where it is in a transfer that moved it last. */
    transferState: text('transfer_state'),
    recipient: text('recipient'),
    notes: text('notes').notNull().default(''),
    packagedOn: date('packaged_on', { mode: 'string' }),
    receivedAt: at('received_at'),
    /** When the tracking system last changed it. */
    lastActivityAt: at('last_activity_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.itemId, trackingItems),
    uniqueIndex('packages_label').on(t.orgId, t.label),
    // With what every list asks besides, so that counting and leafing read no rows.
    index('packages_item').on(t.orgId, t.itemId, t.status, t.licenseId),
    index('packages_newest').on(t.orgId, t.lastActivityAt, t.id, t.status, t.licenseId),
    index('packages_license').on(t.orgId, t.licenseId, t.lastActivityAt, t.id),
    // Those whose lab results are still to be read.
    index('packages_lab_unread')
      .on(t.orgId, t.licenseId, t.id)
      .where(sql`${t.status} <> 'INACTIVE' and (${t.labReadAt} is null or ${t.labReadAt} < ${t.lastActivityAt})`),
    index('packages_label_trgm').using('gin', sql`search_text(${t.label}) gin_trgm_ops`),
    index('packages_sources').using('gin', t.sourceLabels).where(sql`${t.sourceLabels} <> '{}'`),
    check('packages_quantity', sql`${t.quantity} >= 0`),
    check('packages_label_length', sql`length(${t.label}) = 24 or starts_with(${t.label}, 'VOID-')`),
    check('packages_unit', isAmong(t.unitOfMeasure, TRACKING_UNIT_NAMES)),
    check('packages_status', sql`${t.status} in ('ACTIVE', 'INACTIVE', 'ON_HOLD')`),
  ],
);

/** The items a product's stock comes from. An item belongs to one product, so that no package is sold twice. */
export const productItems = pgTable(
  'product_items',
  {
    id: rowId(),
    orgId: ofOrganization(),
    productId: ref('product_id').notNull(),
    itemId: ref('item_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.productId, products),
    within(t, t.itemId, trackingItems),
    uniqueIndex('product_items_item').on(t.orgId, t.itemId),
    index('product_items_product').on(t.orgId, t.productId, t.id),
  ],
);

/**
 * What left with packages of a product's stock, in its base unit, and the order it left for. Without an order it is
 * nobody's yet: an order that kept some of the product by then takes it over when it is fulfilled.
 */
export const packageDepartures = pgTable(
  'package_departures',
  {
    id: rowId(),
    orgId: ofOrganization(),
    productId: ref('product_id').notNull(),
    /** Null for what a person says has left. */
    packageId: ref('package_id'),
    orderId: ref('order_id'),
    quantity: amount('quantity').notNull(),
    isTransfer: boolean('is_transfer').notNull(),
    /** Whom a transfer took it to; null until its delivery is read. */
    recipientLicense: text('recipient_license'),
    /** When it left, by the tracking system's clock. */
    leftAt: at('left_at').notNull(),
    actorUserId: uuid('actor_user_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.productId, products),
    within(t, t.packageId, packages),
    index('package_departures_product').on(t.orgId, t.productId, t.orderId),
    index('package_departures_package').on(t.orgId, t.packageId),
    index('package_departures_order').on(t.orgId, t.orderId),
    check('package_departures_quantity', sql`${t.quantity} > 0`),
  ],
);

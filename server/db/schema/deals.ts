import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { AUDIENCE_IDS, BID_STATUS_IDS, DEAL_SIDES, OFFER_STATUS_IDS } from '../../../domain/deals/deal';
import { products } from './catalogue';
import { amount, at, createdAt, dollars, isAmong, ref, updatedAt, version } from './columns';
import { customers } from './customers';
import { users } from './identity';
import { orders } from './orders';
import { buyerCompanies, buyerLicenses, ofCompany, ofOrganization, organizations } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

const byPerson = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id);

/** What a seller offers of a product, at a price and until a time. */
export const offers = pgTable(
  'offers',
  {
    id: rowId(),
    /** The seller's organization. */
    orgId: ofOrganization(),
    /** Its address, known outside the organization. */
    uuid: uuid('uuid').notNull().defaultRandom(),
    companyId: ofCompany(),
    productId: ref('product_id').notNull(),
    /** As they were named when it was made, for searches. */
    productName: text('product_name').notNull(),
    brandName: text('brand_name').notNull(),
    /** The unit it is counted and priced in. */
    unitOfMeasure: text('unit_of_measure').notNull(),
    soldInBulk: boolean('sold_in_bulk').notNull(),
    unitMultiplier: amount('unit_multiplier').notNull(),
    quantity: amount('quantity').notNull(),
    /** What became orders, and what is set aside for bids; in its unit. */
    taken: amount('taken').notNull().default('0'),
    held: amount('held').notNull().default('0'),
    smallestQuantity: amount('smallest_quantity').notNull(),
    askingPrice: dollars('asking_price').notNull(),
    audience: text('audience').notNull(),
    note: text('note').notNull().default(''),
    endsAt: at('ends_at').notNull(),
    status: text('status').notNull().default('OPEN'),
    createdByUserId: byPerson('created_by_user_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    within(t, t.productId, products),
    uniqueIndex('offers_uuid').on(t.orgId, t.uuid),
    index('offers_by_uuid').on(t.uuid),
    index('offers_open').on(t.endsAt).where(sql`${t.status} = 'OPEN'`),
    index('offers_created').on(t.orgId, t.createdAt, t.id),
    index('offers_product').on(t.orgId, t.productId),
    check('offers_quantity', sql`${t.taken} >= 0 and ${t.held} >= 0 and ${t.taken} + ${t.held} <= ${t.quantity}`),
    check('offers_smallest', sql`${t.smallestQuantity} > 0 and ${t.smallestQuantity} <= ${t.quantity}`),
    check('offers_price', sql`${t.askingPrice} > 0`),
    check('offers_status', isAmong(t.status, OFFER_STATUS_IDS)),
    check('offers_audience', isAmong(t.audience, AUDIENCE_IDS)),
  ],
);

/** The packages an offer is of; a package that the tracking system no longer has stays named. */
export const offerLots = pgTable(
  'offer_lots',
  {
    orgId: ref('org_id').notNull(),
    offerId: ref('offer_id').notNull(),
    packageId: ref('package_id').notNull(),
    label: text('label').notNull(),
  },
  (t) => [
    keyedBy(t, t.offerId, t.packageId),
    within(t, t.offerId, offers),
    index('offer_lots_package').on(t.orgId, t.packageId),
  ],
);

/** The customers an offer is for, where it is for chosen ones. */
export const offerCustomers = pgTable(
  'offer_customers',
  {
    orgId: ref('org_id').notNull(),
    offerId: ref('offer_id').notNull(),
    customerId: ref('customer_id').notNull(),
  },
  (t) => [
    keyedBy(t, t.offerId, t.customerId),
    within(t, t.offerId, offers),
    within(t, t.customerId, customers).onDelete('cascade'),
  ],
);

/** A buyer's bid on an offer, with the terms of its last version. */
export const dealBids = pgTable(
  'deal_bids',
  {
    id: rowId(),
    /** The seller's organization, as of the offer. */
    orgId: ofOrganization(),
    offerId: ref('offer_id').notNull(),
    buyerOrgId: ref('buyer_org_id')
      .notNull()
      .references(() => organizations.id),
    buyerCompanyId: ref('buyer_company_id')
      .notNull()
      .references(() => buyerCompanies.id),
    buyerLicenseId: ref('buyer_license_id')
      .notNull()
      .references(() => buyerLicenses.id),
    status: text('status').notNull().default('OPEN'),
    /** Whose answer it waits for. */
    turn: text('turn').notNull(),
    price: dollars('price').notNull(),
    quantity: amount('quantity').notNull(),
    answerBy: at('answer_by').notNull(),
    /** What is set aside of the offer for it, in the offer's unit, and of the stock, in base units. */
    held: amount('held').notNull().default('0'),
    heldBase: amount('held_base').notNull().default('0'),
    orderId: ref('order_id'),
    createdByUserId: byPerson('created_by_user_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    within(t, t.offerId, offers),
    within(t, t.orderId, orders),
    index('deal_bids_offer').on(t.orgId, t.offerId, t.id),
    index('deal_bids_buyer').on(t.buyerOrgId, t.updatedAt),
    index('deal_bids_open').on(t.answerBy).where(sql`${t.status} = 'OPEN'`),
    uniqueIndex('deal_bids_one_open').on(t.orgId, t.offerId, t.buyerLicenseId).where(sql`${t.status} = 'OPEN'`),
    check('deal_bids_status', isAmong(t.status, BID_STATUS_IDS)),
    check('deal_bids_turn', isAmong(t.turn, DEAL_SIDES)),
    check('deal_bids_terms', sql`${t.price} > 0 and ${t.quantity} > 0 and ${t.held} >= 0 and ${t.heldBase} >= 0`),
    check('deal_bids_holds', sql`${t.status} = 'OPEN' or (${t.held} = 0 and ${t.heldBase} = 0)`),
    check('deal_bids_order', sql`(${t.status} = 'ACCEPTED') = (${t.orderId} is not null)`),
  ],
);

/** Every version of a bid, by whichever side. */
export const dealBidVersions = pgTable(
  'deal_bid_versions',
  {
    orgId: ref('org_id').notNull(),
    bidId: ref('bid_id').notNull(),
    version: integer('version').notNull(),
    side: text('side').notNull(),
    price: dollars('price').notNull(),
    quantity: amount('quantity').notNull(),
    note: text('note').notNull().default(''),
    userId: byPerson('user_id'),
    createdAt: createdAt(),
  },
  (t) => [
    keyedBy(t, t.bidId, t.version),
    within(t, t.bidId, dealBids),
    check('deal_versions_side', isAmong(t.side, DEAL_SIDES)),
  ],
);

import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, at, createdAt, dollars, isAmong, ref } from './columns';
import { brands, buyerLicenses, companies, ofOrganization, organizations, orgUsers } from './organization';
import { keyedBy, ownKey, rowId } from './tenant';

const ofPerson = () =>
  ref('org_user_id')
    .notNull()
    .references(() => orgUsers.id);

/** What the marketplace keeps for a person of a buying organization; private to them. */
export const marketPeople = pgTable(
  'market_people',
  {
    orgId: ofOrganization(),
    orgUserId: ofPerson(),
    /** When they were last there. */
    seenAt: at('seen_at'),
    /** When the visit before this one ended; null during the first. */
    previousAt: at('previous_at'),
    /** Whether they read case-sold products in units. */
    showsUnits: boolean('shows_units').notNull().default(false),
    /** How they are told of products they follow. */
    followMail: text('follow_mail').notNull().default('AT_ONCE'),
    /** When they were last emailed about them. */
    followLetterAt: at('follow_letter_at'),
    /** When they last looked at them. */
    followsSeenAt: at('follows_seen_at'),
    /** Which of their organization's purchase orders they are emailed about, and what of those. */
    orderNewsOf: text('order_news_of').notNull().default('MINE'),
    orderNews: text('order_news').array().notNull().default(sql`'{ACCEPTED,CHANGED,REJECTED,SHIPPED}'::text[]`),
  },
  (t) => [
    keyedBy(t, t.orgUserId),
    check('market_people_follow_mail', isAmong(t.followMail, ['AT_ONCE', 'DAILY', 'NEVER'])),
    check('market_people_order_news_of', isAmong(t.orderNewsOf, ['MINE', 'ALL'])),
  ],
);

/** Brands and products a person opened; a brand's own page has no product, 0. */
export const marketOpens = pgTable(
  'market_opens',
  {
    orgId: ofOrganization(),
    orgUserId: ofPerson(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    /** The seller's: another organization's row. */
    productId: ref('product_id').notNull().default(0),
    openedAt: at('opened_at').notNull(),
  },
  (t) => [
    keyedBy(t, t.orgUserId, t.brandId, t.productId),
    index('market_opens_latest').on(t.orgId, t.orgUserId, t.openedAt),
  ],
);

/** Products a person follows for a license, whose price is theirs; the products are the seller's, another organization's rows. */
export const productFollows = pgTable(
  'product_follows',
  {
    id: rowId(),
    orgId: ofOrganization(),
    orgUserId: ofPerson(),
    buyerLicenseId: ref('buyer_license_id')
      .notNull()
      .references(() => buyerLicenses.id, { onDelete: 'cascade' }),
    sellerOrgId: ref('seller_org_id')
      .notNull()
      .references(() => organizations.id),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    productId: ref('product_id').notNull(),
    productName: text('product_name').notNull(),
    /** As last read. */
    price: dollars('price').notNull(),
    inStock: boolean('in_stock').notNull(),
    /** The price before that one, and since when it is another. */
    beforePrice: dollars('before_price'),
    priceChangedAt: at('price_changed_at'),
    stockChangedAt: at('stock_changed_at'),
    /** What they know: a lower price, and having it again, is news. */
    knownPrice: dollars('known_price').notNull(),
    knownOut: boolean('known_out').notNull(),
    /** When they were last told, and what. */
    toldAt: at('told_at'),
    toldFrom: dollars('told_from'),
    toldPrice: dollars('told_price'),
    toldBack: boolean('told_back').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [ownKey(t), uniqueIndex('product_follows_person').on(t.orgId, t.orgUserId, t.buyerLicenseId, t.productId)],
);

/** Cart lines replaced by a substitute, for as long as that can be undone. */
export const cartSubstitutions = pgTable(
  'cart_substitutions',
  {
    id: rowId(),
    orgId: ofOrganization(),
    orgUserId: ofPerson(),
    buyerCompanyId: ref('buyer_company_id').notNull(),
    buyerLicenseId: ref('buyer_license_id')
      .notNull()
      .references(() => buyerLicenses.id, { onDelete: 'cascade' }),
    /** The line that was replaced. */
    sellerCompanyId: ref('seller_company_id')
      .notNull()
      .references(() => companies.id),
    productId: ref('product_id').notNull(),
    quantity: amount('quantity').notNull(),
    notes: text('notes').notNull(),
    /** Of its cart, which goes with its last line. */
    orderNotes: text('order_notes').notNull(),
    deliveryPreferences: text('delivery_preferences').notNull(),
    expectedUnitMultiplier: amount('expected_unit_multiplier').notNull(),
    /** What replaced it, and what the cart had of it before. */
    toCompanyId: ref('to_company_id')
      .notNull()
      .references(() => companies.id),
    toProductId: ref('to_product_id').notNull(),
    toQuantityBefore: amount('to_quantity_before'),
    createdAt: createdAt(),
    undoneAt: at('undone_at'),
  },
  (t) => [ownKey(t)],
);

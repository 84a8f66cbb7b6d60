import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { APPROVAL_STATUS_IDS } from '../../../domain/carts/approvals/approval';
import type { AskedOrder } from '../../../domain/carts/approvals/approval-changes';
import { amount, at, createdAt, dollars, isAmong, ref, updatedAt } from './columns';
import { users } from './identity';
import { buyerCompanies, buyerLicenses, companies, ofOrganization, organizations, orgUsers } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

/** What people ask to have approved before it is ordered: a cart as it was then. */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    id: rowId(),
    /** The buyer's organization. */
    orgId: ofOrganization(),
    buyerCompanyId: ref('buyer_company_id')
      .notNull()
      .references(() => buyerCompanies.id),
    buyerLicenseId: ref('buyer_license_id')
      .notNull()
      .references(() => buyerLicenses.id, { onDelete: 'cascade' }),
    sellerCompanyId: ref('seller_company_id')
      .notNull()
      .references(() => companies.id),
    /** The cart, which is gone once it was ordered. */
    cartId: ref('cart_id').notNull(),
    status: text('status').notNull().default('WAITING'),
    why: text('why').notNull(),
    /** The cart's lines, payment option, delivery day and notes as they were. */
    order: jsonb('asked_order').$type<AskedOrder>().notNull(),
    totalUsd: dollars('total_usd').notNull(),
    askedByUserId: uuid('asked_by_user_id')
      .notNull()
      .references(() => users.id),
    askedAt: at('asked_at').notNull(),
    /** The members who were asked. */
    askedOfIds: bigint('asked_of_ids', { mode: 'number' }).array().notNull(),
    decidedByUserId: uuid('decided_by_user_id').references(() => users.id),
    decidedAt: at('decided_at'),
    reason: text('reason').notNull().default(''),
    /** The order placed by approving it, a row of the seller's. */
    orderId: ref('order_id'),
    orderNumber: text('order_number'),
  },
  (t) => [
    ownKey(t),
    index('approval_requests_status').on(t.orgId, t.status, t.askedAt),
    check('approval_requests_status_known', isAmong(t.status, APPROVAL_STATUS_IDS)),
  ],
);

/** A buyer license's carts, one per company it buys from. */
export const carts = pgTable(
  'carts',
  {
    id: rowId(),
    /** The buyer's organization. */
    orgId: ofOrganization(),
    buyerCompanyId: ref('buyer_company_id')
      .notNull()
      .references(() => buyerCompanies.id),
    buyerLicenseId: ref('buyer_license_id')
      .notNull()
      .references(() => buyerLicenses.id),
    sellerOrgId: ref('seller_org_id')
      .notNull()
      .references(() => organizations.id),
    sellerCompanyId: ref('seller_company_id')
      .notNull()
      .references(() => companies.id),
    orderNotes: text('order_notes').notNull().default(''),
    deliveryPreferences: text('delivery_preferences').notNull().default(''),
    /**
     * The request to approve it that waits, or the last one declined. Kept on the cart's row, so that whoever locks it
     * knows.
     */
    approvalId: ref('approval_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.approvalId, approvalRequests),

    uniqueIndex('carts_license_seller').on(t.orgId, t.buyerLicenseId, t.sellerCompanyId),
    index('carts_org').on(t.orgId, t.buyerCompanyId),
    index('carts_seller').on(t.sellerOrgId, t.sellerCompanyId),
  ],
);

export const cartItems = pgTable(
  'cart_items',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    cartId: ref('cart_id').notNull(),
    /** A product of the seller's, which is another organization's row. */
    productId: ref('product_id').notNull(),
    quantity: amount('quantity').notNull(),
    notes: text('notes').notNull().default(''),
    expectedUnitMultiplier: amount('expected_unit_multiplier').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.cartId, carts).onDelete('cascade'),

    uniqueIndex('cart_items_cart_product').on(t.orgId, t.cartId, t.productId),
    check('cart_items_quantity', sql`${t.quantity} > 0`),
  ],
);

/** Pages that have a buyer company's carts open, each until it says no more. */
export const cartVisits = pgTable(
  'cart_visits',
  {
    orgId: ofOrganization(),
    /** The page's own name. */
    page: text('page').notNull(),
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
    buyerCompanyId: ref('buyer_company_id').notNull(),
    /** The carts the person sees there. */
    cartIds: bigint('cart_ids', { mode: 'number' }).array().notNull(),
    /** The line being changed. */
    lineId: ref('line_id'),
    seenAt: at('seen_at').notNull(),
    /** It closed: what it said before and arrives later is ignored. */
    isOver: boolean('is_over').notNull().default(false),
  },
  (t) => [keyedBy(t, t.page)],
);

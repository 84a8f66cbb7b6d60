import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, createdAt, ref, updatedAt, version } from './columns';
import { buyerCompanies, companies, ofOrganization, organizations } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

/** What a buyer company buys from a seller again and again, by name. */
export const standingLists = pgTable(
  'standing_lists',
  {
    id: rowId(),
    /** The buyer's organization. */
    orgId: ofOrganization(),
    buyerCompanyId: ref('buyer_company_id')
      .notNull()
      .references(() => buyerCompanies.id),
    sellerOrgId: ref('seller_org_id')
      .notNull()
      .references(() => organizations.id),
    sellerCompanyId: ref('seller_company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('standing_lists_name').on(t.orgId, t.buyerCompanyId, t.sellerCompanyId, sql`lower(${t.name})`),
  ],
);

/** A list's products, in the unit each was entered in when it was saved; they are the seller's, another organization's rows. */
export const standingListLines = pgTable(
  'standing_list_lines',
  {
    orgId: ref('org_id').notNull(),
    listId: ref('list_id').notNull(),
    position: integer('position').notNull(),
    productId: ref('product_id').notNull(),
    productName: text('product_name').notNull(),
    sku: text('sku').notNull(),
    quantity: amount('quantity').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    soldInBulk: boolean('sold_in_bulk').notNull(),
    unitMultiplier: amount('unit_multiplier').notNull(),
  },
  (t) => [keyedBy(t, t.listId, t.position), within(t, t.listId, standingLists)],
);

import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, ref } from './columns';
import { users } from './identity';
import { brands, companies, ofCompany, ofOrganization, orgUsers } from './organization';
import { keyedBy, ownKey, rowId } from './tenant';

/** A company's addresses; those with a display order are the locations it shows its buyers. */
export const companyAddresses = pgTable(
  'company_addresses',
  {
    id: rowId(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    name: text('name').notNull(),
    phone: text('phone').notNull().default(''),
    lineOne: text('line_one').notNull(),
    city: text('city').notNull(),
    usState: text('us_state').notNull(),
    postalCode: text('postal_code').notNull(),
    /** Its place among the company's locations, from 0; null if it isn't one. */
    displayOrder: integer('display_order'),
    createdAt: createdAt(),
  },
  (t) => [ownKey(t), index('company_addresses_company').on(t.orgId, t.companyId, t.displayOrder)],
);

/** Buyers asked by email to order from a company. */
export const companyInvites = pgTable(
  'company_invites',
  {
    id: rowId(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    /** In lower case. */
    invitedEmail: text('invited_email').notNull(),
    invitedByUserId: uuid('invited_by_user_id')
      .notNull()
      .references(() => users.id),
    /** When it was last sent. */
    sentAt: at('sent_at').notNull(),
  },
  (t) => [ownKey(t), uniqueIndex('company_invites_email').on(t.orgId, t.companyId, t.invitedEmail)],
);

/** Who on the team is emailed about what at a company. */
export const companyNotifications = pgTable(
  'company_notifications',
  {
    orgId: ofOrganization(),
    companyId: ofCompany(),
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
    feedType: text('feed_type').notNull(),
  },
  (t) => [keyedBy(t, t.companyId, t.feedType, t.orgUserId)],
);

/** The distributor a company's new order of a brand begins with. */
export const distributorMappings = pgTable(
  'distributor_mappings',
  {
    orgId: ofOrganization(),
    companyId: ofCompany(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    distributorId: ref('distributor_id')
      .notNull()
      .references(() => companies.id),
  },
  (t) => [keyedBy(t, t.companyId, t.brandId)],
);

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FeatureMap } from '../../../domain/access/features';
import type { Proof } from '../../../domain/licenses/proof';
import type { CheckSource, StatedStatus } from '../../../domain/licenses/standing';
import type { BrandReview } from '../../../domain/organization/organization';
import { at, createdAt, dollars, id, ref, removedAt, updatedAt, version } from './columns';
import { users } from './identity';

/** Someone a company or brand shows its buyers; ids are unique within it. */
export interface KeyPerson {
  id: number;
  name: string;
  title: string;
  email: string;
  phone: string;
}

/** A place where buyers meet a brand. */
export interface BrandLocation {
  id: number;
  name: string;
  phone: string;
  lineOne: string;
  city: string;
  usState: string;
  postalCode: string;
}

const ids = (name: string) => bigint(name, { mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`);

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text('name').notNull(),
    defaultState: text('default_state').notNull(),
    plan: text('plan').notNull().default('FREE'),
    profileImageUri: text('profile_image_uri'),
    createdAt: createdAt(),
  },
  (t) => [index('organizations_name_trgm').using('gin', sql`search_text(${t.name}) gin_trgm_ops`)],
);

/** The row's organization. */
export function ofOrganization() {
  return ref('org_id')
    .notNull()
    .references(() => organizations.id);
}

/** The row's company, of the same organization. */
export function ofCompany() {
  return ref('company_id')
    .notNull()
    .references(() => companies.id);
}

/** An organization's enabled feature flags. */
export const organizationFlags = pgTable(
  'organization_flags',
  {
    orgId: ofOrganization(),
    slug: text('slug').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.slug] })],
);

export const roles = pgTable(
  'roles',
  {
    id: id(),
    orgId: ofOrganization(),
    name: text('name').notNull(),
    features: jsonb('features').$type<FeatureMap>().notNull(),
    /** OWNER, ADMIN or USER; null for a custom role. */
    defaultRoleId: text('default_role_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('roles_org_name').on(t.orgId, sql`lower(${t.name})`),
    uniqueIndex('roles_org_default').on(t.orgId, t.defaultRoleId),
  ],
);

export const orgUsers = pgTable(
  'org_users',
  {
    id: id(),
    orgId: ofOrganization(),
    /** Null until the invited person accepts. */
    userId: uuid('user_id').references(() => users.id),
    email: text('email').notNull(),
    /** The name the inviter gave, shown until they join. */
    invitedName: text('invited_name'),
    title: text('title'),
    roleId: ref('role_id')
      .notNull()
      .references(() => roles.id),
    licenseIds: ids('license_ids'),
    brandIds: ids('brand_ids'),
    companyIds: ids('company_ids'),
    salesRepId: text('sales_rep_id'),
    status: text('status').notNull().default('ACTIVE'),
    /** Kept after use, so an old link can be explained. */
    inviteCode: text('invite_code'),
    inviteExpiresAt: at('invite_expires_at'),
    invitedByUserId: uuid('invited_by_user_id').references(() => users.id),
    acceptedAt: at('accepted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('org_users_org_user').on(t.orgId, t.userId),
    index('org_users_user').on(t.userId),
    uniqueIndex('org_users_org_email').on(t.orgId, sql`lower(${t.email})`),
    uniqueIndex('org_users_invite_code').on(t.inviteCode),
    uniqueIndex('org_users_sales_rep').on(t.orgId, t.salesRepId).where(sql`${t.status} <> 'REMOVED'`),
    index('org_users_email').on(sql`lower(${t.email})`),
    index('org_users_role').on(t.orgId, t.roleId),
    check('org_users_status', sql`${t.status} in ('INVITED', 'ACTIVE', 'REMOVED')`),
  ],
);

export const licenses = pgTable(
  'licenses',
  {
    id: id(),
    orgId: ofOrganization(),
    licenseNumber: text('license_number').notNull(),
    name: text('name').notNull(),
    dba: text('dba'),
    licenseeName: text('licensee_name').notNull(),
    licenseType: text('license_type').notNull(),
    usState: text('us_state').notNull(),
    addressLineOne: text('address_line_one').notNull(),
    city: text('city').notNull(),
    postalCode: text('postal_code').notNull(),
    phone: text('phone'),
    isPublic: boolean('is_public').notNull().default(true),
    syncNotFound: boolean('sync_not_found').notNull().default(true),
    historicalSyncDone: boolean('historical_sync_done').notNull().default(false),
    syncActive: boolean('sync_active').notNull().default(false),
    /** Whether every brand an item at it is assigned to is shared with the brand’s owner, now and later. */
    autoSharing: boolean('auto_sharing').notNull().default(false),
    expiresOn: date('expires_on', { mode: 'string' }),
    /** When and where it was last checked (`domain/licenses/standing.ts`); both or neither. */
    checkedAt: at('checked_at'),
    checkedFrom: text('checked_from').$type<CheckSource>(),
    /** What the state's register says of it; null where no register was read. */
    statedStatus: text('stated_status').$type<StatedStatus>(),
    /** How and when its holder proved that it is theirs; both or neither. */
    provenBy: text('proven_by').$type<Proof>(),
    provenAt: at('proven_at'),
    removedAt: removedAt(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('licenses_state_number').on(t.usState, t.licenseNumber).where(sql`${t.removedAt} is null`),
    index('licenses_org').on(t.orgId),
    index('licenses_listed_trgm')
      .using('gin', sql`search_text(${t.name} || ' ' || coalesce(${t.dba}, '') || ' ' || ${t.city}) gin_trgm_ops`)
      .where(sql`${t.isPublic}`)
      .concurrently(),
    index('licenses_number_key')
      .on(sql`upper(regexp_replace(${t.licenseNumber}, '[^a-zA-Z0-9]', '', 'g')) text_pattern_ops`)
      .where(sql`${t.isPublic}`)
      .concurrently(),
  ],
);

/** A seller: the party orders are placed with. It trades within one state. */
export const companies = pgTable(
  'companies',
  {
    id: id(),
    orgId: ofOrganization(),
    name: text('name').notNull(),
    companyType: text('company_type').notNull(),
    usState: text('us_state').notNull(),
    licenseId: ref('license_id').references(() => licenses.id),
    profileImageUri: text('profile_image_uri'),
    /** In display order. */
    keyPeople: jsonb('key_people').$type<KeyPerson[]>().notNull().default([]),
    /** True once the company no longer syncs with the wholesale marketplace. */
    marketplaceLinkSevered: boolean('marketplace_link_severed').notNull().default(false),
    /** Products whose stock came from there until the link was severed: it does again once the company joins it. */
    severedProductIds: bigint('severed_product_ids', { mode: 'number' }).array().notNull().default([]),
    /** The IANA time zone days are counted in; null for each reader's own. */
    timeZone: text('time_zone'),
    removedAt: removedAt(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index('companies_org').on(t.orgId)],
);

export const companyPaymentOptions = pgTable(
  'company_payment_options',
  {
    id: id(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    name: text('name').notNull(),
    /** Days from acceptance to the payment's due date. */
    dueDays: integer('due_days').notNull(),
    position: integer('position').notNull(),
    /** No longer offered; orders placed with it keep it. */
    removed: boolean('removed').notNull().default(false),
  },
  (t) => [index('company_payment_options_company').on(t.companyId, t.position)],
);

/** What a company asks of orders: from everybody, or from the customers of one service zone. */
export const companyOrderTerms = pgTable(
  'company_order_terms',
  {
    id: id(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    /** Null for everybody whose zone has none of its own. A zone is the organization's own row. */
    serviceZoneId: ref('service_zone_id'),
    minimumUsd: dollars('minimum_usd'),
    /** Days of the week, 0 is Sunday. */
    deliveryDays: integer('delivery_days').array().notNull().default(sql`'{}'::int[]`),
    cutOff: text('cut_off'),
    leadDays: integer('lead_days').notNull().default(0),
    timeZone: text('time_zone').notNull(),
    version: version(),
  },
  (t) => [uniqueIndex('company_order_terms_zone').on(t.companyId, sql`coalesce(${t.serviceZoneId}, 0)`)],
);

/** A buyer: places orders for its licenses. */
export const buyerCompanies = pgTable(
  'buyer_companies',
  {
    id: id(),
    orgId: ofOrganization(),
    businessLicenseName: text('business_license_name').notNull(),
    dba: text('dba'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index('buyer_companies_org').on(t.orgId)],
);

export const buyerLicenses = pgTable(
  'buyer_licenses',
  {
    id: id(),
    orgId: ofOrganization(),
    buyerCompanyId: ref('buyer_company_id')
      .notNull()
      .references(() => buyerCompanies.id),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
  },
  (t) => [
    uniqueIndex('buyer_licenses_company_license').on(t.buyerCompanyId, t.licenseId),
    index('buyer_licenses_org').on(t.orgId),
  ],
);

/** Which of a buyer company's orders need approval, and whose; none once it has neither an amount nor brands. */
export const buyerCompanyApprovals = pgTable('buyer_company_approvals', {
  buyerCompanyId: ref('buyer_company_id')
    .primaryKey()
    .references(() => buyerCompanies.id),
  orgId: ofOrganization(),
  aboveUsd: dollars('above_usd'),
  brandIds: ids('brand_ids'),
  /** Organization members; empty for whoever manages the organization. */
  approverIds: ids('approver_ids'),
  version: version(),
});

export const brands = pgTable(
  'brands',
  {
    id: id(),
    /** Null while no organization has claimed it. */
    orgId: ref('org_id').references(() => organizations.id),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    tagline: text('tagline').notNull().default(''),
    description: text('description').notNull().default(''),
    profileImageUri: text('profile_image_uri'),
    coverImageUri: text('cover_image_uri'),
    states: text('states').array().notNull().default(sql`'{}'::text[]`),
    featured: boolean('featured').notNull().default(false),
    disabled: boolean('disabled').notNull().default(false),
    /** IN_REVIEW or REJECTED until support staff approve a suggested brand, which keeps it disabled. */
    review: text('review').$type<BrandReview>(),
    /** VERDANT or WHOLESALE_MARKETPLACE. */
    source: text('source').notNull().default('VERDANT'),
    /** In display order, as its locations. */
    keyPeople: jsonb('key_people').$type<KeyPerson[]>().notNull().default([]),
    locations: jsonb('locations').$type<BrandLocation[]>().notNull().default([]),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('brands_slug').on(t.slug),
    index('brands_org').on(t.orgId),
    check('brands_source', sql`${t.source} in ('VERDANT', 'WHOLESALE_MARKETPLACE')`),
    check('brands_review', sql`${t.review} is null or (${t.review} in ('IN_REVIEW', 'REJECTED') and ${t.disabled})`),
    index('brands_name_trgm').using('gin', sql`search_text(${t.name}) gin_trgm_ops`),
  ],
);

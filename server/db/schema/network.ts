import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PARTNER_STATES } from '../../../domain/network/partner';
import { READ_KINDS, SHARE_ORIGINS, SHARE_STATES } from '../../../domain/network/share';
import { at, createdAt, isAmong, ref } from './columns';
import { users } from './identity';
import { brands, licenses, ofOrganization, organizations } from './organization';
import { ownKey, rowId } from './tenant';

const ofUser = (name: string) => uuid(name).references(() => users.id);

/** Who asked, who agreed or refused, who ended it, and when; a request lapses, and so may an agreement. */
const consent = () => ({
  requestedByUserId: ofUser('requested_by_user_id'),
  requestedAt: at('requested_at'),
  /** What was written with the request. */
  message: text('message').notNull().default(''),
  /** When the request lapses. */
  expiresAt: at('expires_at'),
  answeredByUserId: ofUser('answered_by_user_id'),
  answeredAt: at('answered_at'),
  /** When an agreement ends by itself; null for one without an end. */
  endsAt: at('ends_at'),
  endedByUserId: ofUser('ended_by_user_id'),
  endedByOrgId: ref('ended_by_org_id').references(() => organizations.id),
  endedAt: at('ended_at'),
  createdAt: createdAt(),
});

/** An organization’s agreements with owners of brands, its requests, and what became of them; only ACCEPTED grants anything. */
export const partnerBrands = pgTable(
  'partner_brands',
  {
    id: rowId(),
    /** The partner. */
    orgId: ofOrganization(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    /** Whose partner it is; counts only while this organization has the brand. */
    ownerOrgId: ref('owner_org_id')
      .notNull()
      .references(() => organizations.id),
    status: text('status', { enum: PARTNER_STATES }).notNull(),
    /** Whether the partner sees the packages of the brand that its owner holds. */
    canViewPackages: boolean('can_view_packages').notNull().default(false),
    ...consent(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('partner_brands_brand').on(t.orgId, t.brandId).where(sql`${t.status} in ('REQUESTED', 'ACCEPTED')`),
    index('partner_brands_owner').on(t.ownerOrgId, t.brandId),
    check('partner_brands_two_organizations', sql`${t.orgId} <> ${t.ownerOrgId}`),
    check('partner_brands_status', isAmong(t.status, PARTNER_STATES)),
    check(
      'partner_brands_asked',
      sql`${t.status} <> 'REQUESTED' or (${t.requestedAt} is not null and ${t.expiresAt} is not null)`,
    ),
  ],
);

/**
 * Brands whose packages at a license its holder shows the brand’s owner, requests for that, and what became of them. Grants
 * only while SHARED and enabled.
 */
export const sharedBrands = pgTable(
  'shared_brands',
  {
    id: rowId(),
    /** The license’s holder. */
    orgId: ofOrganization(),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    /** The brand’s owner when it was shared, who alone reads; null while nobody has claimed the brand. */
    ownerOrgId: ref('owner_org_id').references(() => organizations.id),
    origin: text('origin', { enum: SHARE_ORIGINS }).notNull(),
    status: text('status', { enum: SHARE_STATES }).notNull(),
    enabled: boolean('enabled').notNull().default(false),
    /** Leads the brand’s owner to the share, also one who has no account yet. */
    inviteCode: text('invite_code').notNull(),
    ...consent(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('shared_brands_brand')
      .on(t.orgId, t.licenseId, t.brandId)
      .where(sql`${t.status} in ('REQUESTED', 'SHARED')`),
    uniqueIndex('shared_brands_code').on(t.orgId, t.inviteCode),
    index('shared_brands_owner').on(t.ownerOrgId, t.brandId),
    check('shared_brands_two_organizations', sql`${t.orgId} <> ${t.ownerOrgId}`),
    check('shared_brands_origin', isAmong(t.origin, SHARE_ORIGINS)),
    check('shared_brands_status', isAmong(t.status, SHARE_STATES)),
    check('shared_brands_enabled', sql`not ${t.enabled} or ${t.status} = 'SHARED'`),
    check(
      'shared_brands_asked',
      sql`${t.status} <> 'REQUESTED' or (${t.requestedAt} is not null and ${t.expiresAt} is not null)`,
    ),
  ],
);

/** Who of another organization read packages by which agreement, how often and how many: a row an hour for each person. */
export const sharedReads = pgTable(
  'shared_reads',
  {
    id: rowId(),
    /** Whose packages were read. */
    orgId: ofOrganization(),
    readerOrgId: ref('reader_org_id')
      .notNull()
      .references(() => organizations.id),
    readerUserId: uuid('reader_user_id')
      .notNull()
      .references(() => users.id),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    kind: text('kind', { enum: READ_KINDS }).notNull(),
    /** The hour’s beginning. */
    hour: at('hour').notNull(),
    lastAt: at('last_at').notNull(),
    times: integer('times').notNull(),
    /** The most packages one reading of the hour showed. */
    packages: integer('packages').notNull(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('shared_reads_hour').on(t.orgId, t.brandId, t.readerUserId, t.kind, t.readerOrgId, t.hour),
    index('shared_reads_reader').on(t.readerOrgId, t.hour),
    index('shared_reads_old').on(t.orgId, t.hour),
    check('shared_reads_kind', isAmong(t.kind, READ_KINDS)),
  ],
);

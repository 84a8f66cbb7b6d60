import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id, ref } from './columns';
import { users } from './identity';
import { brands, ofOrganization, organizations } from './organization';

/** Brands people suggest, which support staff of the platform review. */
export const brandSuggestions = pgTable(
  'brand_suggestions',
  {
    id: id(),
    orgId: ofOrganization(),
    suggestedByUserId: uuid('suggested_by_user_id')
      .notNull()
      .references(() => users.id),
    suggestedName: text('suggested_name').notNull(),
    suggestedStates: text('suggested_states').array().notNull(),
    autoClaim: boolean('auto_claim').notNull(),
    /** In lower case; null without an owner to invite. */
    invitedEmail: text('invited_email'),
    invitedEmailMessage: text('invited_email_message').notNull().default(''),
    status: text('status').notNull().default('IN_REVIEW'),
    /** Why it was rejected. */
    reason: text('reason').notNull().default(''),
    /** The brand it became; one for the organization itself is made at once, and hidden until it is approved. */
    brandId: ref('brand_id').references(() => brands.id),
    decidedByUserId: uuid('decided_by_user_id').references(() => users.id),
    decidedAt: at('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('brand_suggestions_open')
      .on(t.orgId, sql`lower(${t.suggestedName})`)
      .where(sql`${t.status} = 'IN_REVIEW'`),
    index('brand_suggestions_in_review').on(t.createdAt).where(sql`${t.status} = 'IN_REVIEW'`),
    check('brand_suggestions_status', sql`${t.status} in ('IN_REVIEW', 'APPROVED', 'REJECTED')`),
  ],
);

/** A brand's gallery, in order. */
export const brandImages = pgTable(
  'brand_images',
  {
    id: id(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    position: integer('position').notNull(),
    imageUri: text('image_uri').notNull(),
    /** What it shows, for those who don't see it. */
    alt: text('alt').notNull().default(''),
  },
  (t) => [index('brand_images_brand').on(t.brandId, t.position)],
);

/** Brands offered to other businesses by email. */
export const brandInvites = pgTable(
  'brand_invites',
  {
    id: id(),
    /** The organization that sent it. */
    orgId: ofOrganization(),
    brandId: ref('brand_id')
      .notNull()
      .references(() => brands.id),
    inviteCode: text('invite_code').notNull(),
    /** In lower case. */
    invitedEmail: text('invited_email').notNull(),
    message: text('message').notNull().default(''),
    status: text('status').notNull().default('INVITED'),
    invitedByUserId: uuid('invited_by_user_id')
      .notNull()
      .references(() => users.id),
    /** When it was last sent. */
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    acceptedByOrgId: ref('accepted_by_org_id').references(() => organizations.id),
    answeredAt: at('answered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('brand_invites_code').on(t.inviteCode),
    uniqueIndex('brand_invites_open').on(t.orgId, t.brandId, t.invitedEmail).where(sql`${t.status} = 'INVITED'`),
    index('brand_invites_email').on(t.invitedEmail),
    index('brand_invites_org').on(t.orgId, t.sentAt),
    check('brand_invites_status', sql`${t.status} in ('INVITED', 'ACCEPTED', 'INVITE_REJECTED', 'WITHDRAWN')`),
  ],
);

import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, updatedAt } from './columns';

/** People who can sign in, from any issuer. `subject` is what `Identity.verify` returns. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subject: text('subject').notNull().unique(),
    email: text('email').notNull(),
    emailVerifiedAt: at('email_verified_at'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    profileImageUri: text('profile_image_uri'),
    coverImageUri: text('cover_image_uri'),
    /** The 36 characters of their link to connect. */
    connectionCode: text('connection_code').notNull().default(sql`gen_random_uuid()::text`),
    onboarded: boolean('onboarded').notNull().default(false),
    isSupport: boolean('is_support').notNull().default(false),
    /** When the account was deleted; the row then names a former member. */
    deletedAt: at('deleted_at'),
    /** A hash of the subject until then. */
    formerSubject: text('former_subject'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    uniqueIndex('users_connection_code').on(table.connectionCode),
    index('users_search_trgm').using(
      'gin',
      sql`search_text(${table.firstName} || ' ' || ${table.lastName} || ' ' || ${table.email}) gin_trgm_ops`,
    ),
  ],
);

/** A person's argon2id password hash, separate from the person so no list of users can include it. */
export const credentials = pgTable('credentials', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passwordHash: text('password_hash').notNull(),
  updatedAt: updatedAt(),
});

/** Failed attempts by key: an account (by hashed email, existing or not) or a network address. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    lastAttemptAt: at('last_attempt_at').notNull(),
    blockedUntil: at('blocked_until'),
  },
  (table) => [index('sign_in_attempts_last_attempt_at_index').on(table.lastAttemptAt)],
);

/**
 * Emailed codes, stored as hashes; each works once until it expires. A sign-up's code carries its names and password,
 * which don't apply until then.
 */
export const mailCodes = pgTable(
  'mail_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['verify', 'reset'] }).notNull(),
    passwordHash: text('password_hash'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** Where in the app the sign-up began, to go on there. */
    returnTo: text('return_to'),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    index('mail_codes_user_id_kind_index').on(table.userId, table.kind),
    index('mail_codes_expires_at_index').on(table.expiresAt),
  ],
);

/**
 * The OpenID provider's data: sessions, grants, codes, refresh tokens, pending interactions. `uid` is a session's or
 * interaction's own, and on a token its session's.
 */
export const oidcPayloads = pgTable(
  'oidc_payloads',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    uid: text('uid'),
    grantId: text('grant_id'),
    userCode: text('user_code'),
    accountId: text('account_id'),
    consumedAt: at('consumed_at'),
    expiresAt: at('expires_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_payloads_uid_index').on(table.uid).where(sql`uid is not null`),
    index('oidc_payloads_grant_id_index').on(table.grantId).where(sql`grant_id is not null`),
    index('oidc_payloads_user_code_index').on(table.userCode).where(sql`user_code is not null`),
    index('oidc_payloads_account_id_index').on(table.accountId).where(sql`account_id is not null`),
    index('oidc_payloads_expires_at_index').on(table.expiresAt),
    index('oidc_payloads_consumed_at_index')
      .on(table.consumedAt)
      .where(sql`${table.consumedAt} is not null`)
      .concurrently(),
  ],
);

/** Private keys shared by all server processes: `signature` signs tokens, `cookie` the provider's cookies. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  purpose: text('purpose', { enum: ['signature', 'cookie'] }).notNull(),
  privateJwk: jsonb('private_jwk').$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
  signsFrom: at('signs_from').notNull().defaultNow(),
  expiresAt: at('expires_at'),
});

/** Emails stored by the local mailbox instead of being sent. */
export const mailbox = pgTable(
  'mailbox',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    attachments: jsonb('attachments')
      .$type<{ filename: string; contentType: string; content: string; encoding?: 'base64' }[]>()
      .notNull()
      .default([]),
    sentAt: at('sent_at').notNull().defaultNow(),
  },
  (table) => [index('mailbox_sent_at_index').on(table.sentAt)],
);

import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, updatedAt } from './columns';

/** People who can sign in, whatever issuer vouches for them. `subject` is what `Identity.verify` gives back. */
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
    onboarded: boolean('onboarded').notNull().default(false),
    isSupport: boolean('is_support').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_search_trgm').using(
      'gin',
      sql`(${table.firstName} || ' ' || ${table.lastName} || ' ' || ${table.email}) gin_trgm_ops`,
    ),
  ],
);

/** The argon2id hash of a person's password, apart from the person so that no list of users can carry it. */
export const credentials = pgTable('credentials', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passwordHash: text('password_hash').notNull(),
  updatedAt: updatedAt(),
});

/** Failed attempts by what was tried: an account (by hashed e-mail, existing or not) or a network address. */
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
 * Codes sent by mail, kept only as hashes; each works once and until it expires. A code that confirms a sign-up brings
 * its names and password, which are nobody's until then.
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
 * Everything the OpenID provider remembers: sessions, grants, codes, refresh tokens, running interactions.
 * `uid` is a session's or interaction's own, and on a token the session's it was issued in.
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
  ],
);

/** Private keys every server process shares: `signature` signs tokens, `cookie` signs the provider's cookies. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  purpose: text('purpose', { enum: ['signature', 'cookie'] }).notNull(),
  privateJwk: jsonb('private_jwk').$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
  signsFrom: at('signs_from').notNull().defaultNow(),
  expiresAt: at('expires_at'),
});

/** Mail kept by the local mailbox stand-in instead of being sent. */
export const mailbox = pgTable(
  'mailbox',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    sentAt: at('sent_at').notNull().defaultNow(),
  },
  (table) => [index('mailbox_sent_at_index').on(table.sentAt)],
);

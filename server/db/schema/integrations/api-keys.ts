import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FeatureMap } from '../../../../domain/access/features';
import { at, createdAt, id, ref, version } from '../columns';
import { users } from '../identity';
import { ofOrganization } from '../organization';
import { keyedBy } from '../tenant';

const ids = (name: string) => bigint(name, { mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`);

/** Keys by which applications act for the person who made them, within what a key allows. Only hashes of the keys are kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    orgId: ofOrganization(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The eight characters by which a key is found. */
    publicId: text('public_id').notNull().unique(),
    /** Under which its requests' idempotency keys are kept, apart from its maker's. */
    callerId: uuid('caller_id').notNull().defaultRandom(),
    name: text('name').notNull(),
    features: jsonb('features').$type<FeatureMap>().notNull(),
    /** What it is limited to; empty is all that its maker sees. */
    companyIds: ids('company_ids'),
    licenseIds: ids('license_ids'),
    brandIds: ids('brand_ids'),
    /** Where it may be used from, as addresses and ranges; empty is anywhere. */
    addresses: text('addresses').array().notNull().default(sql`'{}'::text[]`),
    secretHash: text('secret_hash').notNull(),
    /** The last four characters. */
    ending: text('ending').notNull(),
    /** The key it had before, still good until then. */
    formerHash: text('former_hash'),
    formerUntil: at('former_until'),
    /** Since when its use is watched, to propose fewer permissions; null when it isn't. */
    learningSince: at('learning_since'),
    expiresAt: at('expires_at').notNull(),
    /** When its maker was told that it expires soon; null while they weren't of this day. */
    expiryToldAt: at('expiry_told_at'),
    revokedAt: at('revoked_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index('api_keys_org').on(t.orgId, t.id), index('api_keys_user').on(t.userId)],
);

/** How often a key made a call on a day (UTC), and from where last. */
export const apiKeyUses = pgTable(
  'api_key_uses',
  {
    orgId: ofOrganization(),
    apiKeyId: ref('api_key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** Its name in the contract, such as `orders.search`. */
    call: text('call').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull(),
    /** Of those, how many were refused or failed. */
    refused: integer('refused').notNull(),
    lastAt: at('last_at').notNull(),
    lastAddress: text('last_address').notNull(),
  },
  (t) => [keyedBy(t, t.apiKeyId, t.call, t.day), index('api_key_uses_day').on(t.orgId, t.day)],
);

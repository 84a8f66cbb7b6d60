import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { RECORDED } from '../../../domain/retention/periods';
import { at, createdAt, id, isAmong, ref } from './columns';
import { ownKey, rowId } from './tenant';

/** Every write: who, for whom, what, before and after. Rows never change. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: rowId(),
    /** `NO_ORGANIZATION` outside any. */
    orgId: ref('org_id').notNull(),
    actorUserId: uuid('actor_user_id'),
    /** The support person acting as `actorUserId`. */
    impersonatorUserId: uuid('impersonator_user_id'),
    /** The API key by which it was done for `actorUserId`, and its name then. */
    apiKeyId: ref('api_key_id'),
    apiKeyName: text('api_key_name'),
    endpoint: text('endpoint').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    requestId: text('request_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    index('audit_log_created').on(t.orgId, t.createdAt).concurrently(),
    index('audit_log_entity').on(t.orgId, t.entity, t.entityId, t.id),
    // What a sweep may remove.
    index('audit_log_passing')
      .on(t.orgId, t.createdAt)
      .where(sql`not ${isAmong(t.entity, RECORDED)}`)
      .concurrently(),
  ],
);

/** A row per key and person: the request and, once done, the reply. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    endpoint: text('endpoint').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    /** Stored verbatim, so a retry gets exactly the same reply. */
    reply: json('reply'),
    /** Who works on it in several transactions, and until when their lease holds. */
    holder: uuid('holder'),
    leasedUntil: at('leased_until'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/** A key's completed units of work, stored in their own transactions. */
export const idempotencySteps = pgTable(
  'idempotency_steps',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    step: text('step').notNull(),
    result: jsonb('result').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key, t.step] }), index('idempotency_steps_created').on(t.createdAt)],
);

/** A caller's calls on a route in the current window, as reported by the server processes; under a hash. */
export const callCounts = pgTable(
  'call_counts',
  {
    key: text('key').primaryKey(),
    calls: integer('calls').notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (t) => [index('call_counts_ends').on(t.endsAt)],
);

/** Jobs that were given up, with the email of those that send one, until it is sent again. */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    id: id(),
    /** The job's own id, so that it is kept once. */
    jobId: uuid('job_id').notNull().unique(),
    /** Whose it is; `NO_ORGANIZATION` for nobody's. */
    orgId: ref('org_id').notNull(),
    queue: text('queue').notNull(),
    data: jsonb('data'),
    /** Of an email, as far as it was written. */
    recipient: text('recipient'),
    subject: text('subject'),
    /** Why, as people read it. */
    reason: text('reason').notNull(),
    tries: integer('tries').notNull(),
    failedAt: at('failed_at').notNull().defaultNow(),
  },
  (t) => [index('failed_jobs_org').on(t.orgId, t.id), index('failed_jobs_failed').on(t.failedAt)],
);

export const siteFlags = pgTable('site_flags', {
  slug: text('slug').primaryKey(),
  description: text('description').notNull().default(''),
  enabled: boolean('enabled').notNull().default(true),
});

/** What tells this installation from others: one row, made with the table. */
export const installation = pgTable(
  'installation',
  {
    onlyOne: boolean('only_one').primaryKey().default(true),
    id: uuid('id').notNull().defaultRandom(),
    /** Whether its data was made by the seed, which alone may delete it. */
    isDemo: boolean('is_demo').notNull().default(false),
    /** The last turns at its stores of pictures, the newest last (`server/files/store-mark.ts`). */
    storeTurns: uuid('store_turns').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (t) => [check('installation_only_one', sql`${t.onlyOne}`)],
);

import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CONFLICT_STATES, MATCH_STATES, WHOLESALE_KINDS } from '../../../../domain/wholesale/vocabulary';
import { amount, at, createdAt, isAmong, ref, updatedAt } from '../columns';
import { users } from '../identity';
import { ofOrganization } from '../organization';
import { keyedBy, ownKey, rowId, within } from '../tenant';
import { wholesaleSyncs } from './integrations';

/**
 * One of theirs, what it was when last read, what both sides last agreed on, and its counterpart here: a product, a customer
 * or an order by its kind. Before a first sync these are what the match desk shows.
 */
export const wholesaleRecords = pgTable(
  'wholesale_records',
  {
    orgId: ofOrganization(),
    syncId: ref('sync_id').notNull(),
    kind: text('kind').notNull(),
    /** Their id: an order's number, a product's or customer's id. */
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    /** SKU or license number, as they have it. */
    mark: text('mark'),
    /** The record as last read, in the port's shape. */
    theirs: jsonb('theirs').notNull(),
    /** Field by field what both sides last had. */
    agreed: jsonb('agreed').notNull().default({}),
    state: text('state').notNull().default('OPEN'),
    /** The product, customer or order here. */
    ownId: ref('own_id'),
    /** When they last changed it, by their clock. */
    theirModifiedAt: at('their_modified_at'),
    /** Digest of what we last sent, by which our own echo is known. */
    sentDigest: text('sent_digest'),
    /** Why it can't be taken over or sent; null when nothing is wrong. */
    problem: text('problem'),
    /** Since when what they changed waits to be taken over; null when nothing does. */
    dueAt: at('due_at'),
    /** A product's stock as we last published it, in base units, and when. */
    published: amount('published'),
    publishedAt: at('published_at'),
    /** Counts what an answer or a reading on its way doesn't allow for: figures sent, stock given back there. */
    stockMark: integer('stock_mark').notNull().default(0),
    /** The stock figure they were last seen to show, and when; null after anything that it doesn't allow for. */
    shown: amount('shown'),
    shownAt: at('shown_at'),
    /** Whether more is set aside than they can sell, since a figure was sent and not all orders were read after it. */
    isUnsure: boolean('is_unsure').notNull().default(false),
    /** Since when its stock is to be sent, or taken over. */
    stockDueAt: at('stock_due_at'),
    seenAt: at('seen_at').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    keyedBy(t, t.syncId, t.kind, t.externalId),
    within(t, t.syncId, wholesaleSyncs),
    uniqueIndex('wholesale_records_own').on(t.orgId, t.syncId, t.kind, t.ownId).where(sql`${t.ownId} is not null`),
    index('wholesale_records_problem').on(t.orgId, t.syncId, t.kind).where(sql`${t.problem} is not null`),
    index('wholesale_records_due').on(t.orgId, t.syncId, t.kind, t.dueAt).where(sql`${t.dueAt} is not null`),
    index('wholesale_records_of_own').on(t.orgId, t.kind, t.ownId),
    index('wholesale_records_stock_due').on(t.orgId, t.syncId, t.stockDueAt).where(sql`${t.stockDueAt} is not null`),
    check('wholesale_records_kind', isAmong(t.kind, WHOLESALE_KINDS)),
    check('wholesale_records_state', isAmong(t.state, MATCH_STATES)),
  ],
);

/** A field that both sides changed since they last agreed. */
export const wholesaleConflicts = pgTable(
  'wholesale_conflicts',
  {
    id: rowId(),
    orgId: ofOrganization(),
    syncId: ref('sync_id').notNull(),
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    ownId: ref('own_id').notNull(),
    field: text('field').notNull(),
    ours: jsonb('ours'),
    agreed: jsonb('agreed'),
    theirs: jsonb('theirs'),
    state: text('state').notNull().default('OPEN'),
    /** OURS or THEIRS. */
    choice: text('choice'),
    settledByUserId: uuid('settled_by_user_id').references(() => users.id),
    settledAt: at('settled_at'),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.syncId, wholesaleSyncs),
    uniqueIndex('wholesale_conflicts_open')
      .on(t.orgId, t.syncId, t.kind, t.externalId, t.field)
      .where(sql`${t.state} = 'OPEN'`),
    index('wholesale_conflicts_own').on(t.orgId, t.kind, t.ownId),
    check('wholesale_conflicts_state', isAmong(t.state, CONFLICT_STATES)),
  ],
);

/** Who decides a field of a kind of record, where it isn't the usual owner. */
export const wholesaleRules = pgTable(
  'wholesale_rules',
  {
    orgId: ofOrganization(),
    syncId: ref('sync_id').notNull(),
    kind: text('kind').notNull(),
    field: text('field').notNull(),
    owner: text('owner').notNull(),
  },
  (t) => [keyedBy(t, t.syncId, t.kind, t.field), within(t, t.syncId, wholesaleSyncs)],
);

/** How late a change of theirs was known here, and how far the stocks were apart, as measured. */
export const wholesaleLags = pgTable(
  'wholesale_lags',
  {
    id: rowId(),
    orgId: ofOrganization(),
    syncId: ref('sync_id').notNull(),
    /** ORDER or STOCK. */
    kind: text('kind').notNull(),
    lagMs: bigint('lag_ms', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
  },
  (t) => [ownKey(t), within(t, t.syncId, wholesaleSyncs), index('wholesale_lags_recent').on(t.orgId, t.syncId, t.at)],
);

/** What a sweep put right by itself, explained. */
export const wholesaleHealings = pgTable(
  'wholesale_healings',
  {
    id: rowId(),
    orgId: ofOrganization(),
    syncId: ref('sync_id').notNull(),
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    field: text('field').notNull(),
    was: jsonb('was'),
    became: jsonb('became'),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.syncId, wholesaleSyncs),
    index('wholesale_healings_recent').on(t.orgId, t.syncId, t.id),
  ],
);

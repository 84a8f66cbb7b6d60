import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { BulkAction } from '../../../domain/bulk/bulk-act';
import { at, createdAt, ref } from './columns';
import { keyedBy, ownKey, rowId, within } from './tenant';

/** Bulk actions, each started by one person and run by jobs. */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    orgId: ref('org_id').notNull(),
    id: rowId(),
    /** The call that started it, which finds its verbs. */
    path: text('path').notNull(),
    entity: text('entity').notNull(),
    act: text('act').notNull(),
    input: jsonb('input').$type<BulkAction['input']>().notNull(),
    userId: uuid('user_id').notNull(),
    /** The support person who started it for `userId`. */
    impersonatorUserId: uuid('impersonator_user_id'),
    timeZone: text('time_zone').notNull(),
    state: text('state').$type<BulkAction['state']>().notNull().default('RUNNING'),
    total: integer('total').notNull(),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** The action this one undoes. */
    undoesId: ref('undoes_id'),
    /** How many of its rows keep what it takes to undo them. */
    undoable: integer('undoable').notNull().default(0),
    createdAt: createdAt(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    ownKey(t),
    index('bulk_acts_person').on(t.orgId, t.userId, t.id),
    index('bulk_acts_undoes').on(t.orgId, t.undoesId).where(sql`${t.undoesId} is not null`),
  ],
);

/** A bulk action's records, fixed at the start, with their results. */
export const bulkActRows = pgTable(
  'bulk_act_rows',
  {
    orgId: ref('org_id').notNull(),
    actId: ref('act_id').notNull(),
    position: integer('position').notNull(),
    subjectId: ref('subject_id').notNull(),
    label: text('label').notNull(),
    /** Null until it has run. */
    ok: boolean('ok'),
    message: text('message'),
    /** What it takes to undo it, or to draw it in a file, as its action keeps it; gone once that is done. */
    kept: jsonb('kept'),
  },
  (t) => [keyedBy(t, t.actId, t.position), within(t, t.actId, bulkActs).onDelete('cascade')],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Files a bulk action made of its records, for the person who started it. */
export const bulkActFiles = pgTable(
  'bulk_act_files',
  {
    orgId: ref('org_id').notNull(),
    actId: ref('act_id').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    name: text('name').notNull(),
    /** How many records are in it. */
    total: integer('total').notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    keyedBy(t, t.actId, t.number),
    within(t, t.actId, bulkActs).onDelete('cascade'),
    index('bulk_act_files_created').on(t.createdAt),
  ],
);

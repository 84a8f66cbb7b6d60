import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { BulkAction, ChangeKind, Undone } from '../../../domain/bulk/bulk-act';
import type { Verdict } from '../../../domain/import';
import { at, createdAt, ref } from './columns';
import { keyedBy, ownKey, rowId, within } from './tenant';

/** The ledger of changes of many records, each by one person: bulk actions, which jobs run, edits and imports. */
export const changes = pgTable(
  'changes',
  {
    orgId: ref('org_id').notNull(),
    id: rowId(),
    kind: text('kind').$type<ChangeKind>().notNull().default('BULK'),
    /** The call that made it, which finds its verbs. */
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
    /** The change this one undoes. */
    undoesId: ref('undoes_id'),
    /** How many of its rows keep what it takes to undo them. */
    undoable: integer('undoable').notNull().default(0),
    createdAt: createdAt(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    ownKey(t),
    index('changes_person').on(t.orgId, t.userId, t.id),
    index('changes_finished').on(t.orgId, t.kind, t.finishedAt).concurrently(),
    index('changes_undoes').on(t.orgId, t.undoesId).where(sql`${t.undoesId} is not null`),
  ],
);

/** A change's records, or the rows of an imported file, with their results. */
export const changeRows = pgTable(
  'change_rows',
  {
    orgId: ref('org_id').notNull(),
    changeId: ref('change_id').notNull(),
    /** From 0; an imported file's rows are counted from 1, without the header. */
    position: integer('position').notNull(),
    /** The record; null for a row of a file that made none. */
    subjectId: ref('subject_id'),
    label: text('label').notNull(),
    /** Null until it has run. */
    ok: boolean('ok'),
    /** Why not, or what else there is to know of it. */
    reasons: text('reasons').array().notNull().default(sql`'{}'::text[]`),
    /** What an import does with the row. */
    verdict: text('verdict').$type<Verdict>(),
    /** What it takes to undo it, or to draw it in a file; a bulk action's is gone once that is done. */
    kept: jsonb('kept'),
    /** What undoing the change did to the record; null until then. */
    undone: text('undone').$type<Undone>(),
  },
  (t) => [keyedBy(t, t.changeId, t.position), within(t, t.changeId, changes).onDelete('cascade')],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Files a bulk action made of its records, for the person who started it. */
export const changeFiles = pgTable(
  'change_files',
  {
    orgId: ref('org_id').notNull(),
    changeId: ref('change_id').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    name: text('name').notNull(),
    /** How many records are in it. */
    total: integer('total').notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    keyedBy(t, t.changeId, t.number),
    within(t, t.changeId, changes).onDelete('cascade'),
    index('change_files_created').on(t.createdAt),
  ],
);

import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { BulkAct } from '../../../domain/bulk/bulk-act';
import { at, createdAt, ref } from './columns';
import { keyedBy, ownKey, rowId, within } from './tenant';

/** Acts on many records, each begun by one person and gone on with by jobs. */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    orgId: ref('org_id').notNull(),
    id: rowId(),
    /** The call that began it, by which its verbs are found. */
    path: text('path').notNull(),
    entity: text('entity').notNull(),
    act: text('act').notNull(),
    input: jsonb('input').$type<BulkAct['input']>().notNull(),
    userId: uuid('user_id').notNull(),
    /** The support person who began it as `userId`. */
    impersonatorUserId: uuid('impersonator_user_id'),
    timeZone: text('time_zone').notNull(),
    state: text('state').$type<BulkAct['state']>().notNull().default('RUNNING'),
    total: integer('total').notNull(),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    createdAt: createdAt(),
    finishedAt: at('finished_at'),
  },
  (t) => [ownKey(t), index('bulk_acts_person').on(t.orgId, t.userId, t.id)],
);

/** The records an act takes, fixed when it begins, and what became of each. */
export const bulkActRows = pgTable(
  'bulk_act_rows',
  {
    orgId: ref('org_id').notNull(),
    actId: ref('act_id').notNull(),
    position: integer('position').notNull(),
    subjectId: ref('subject_id').notNull(),
    label: text('label').notNull(),
    /** Null until its turn has come. */
    ok: boolean('ok'),
    message: text('message'),
  },
  (t) => [keyedBy(t, t.actId, t.position), within(t, t.actId, bulkActs).onDelete('cascade')],
);

import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { EVENT_SUBJECT_KINDS, EVENT_TYPES } from '../../../domain/events/catalogue';
import { at, createdAt, ref } from './columns';
import { ofOrganization } from './organization';
import { keyedBy } from './tenant';

/**
 * How far an organization's stream of events goes. Its row is locked by the last statement of a transaction that tells
 * events, so positions follow the order of commits and have no gaps. Without a row nobody listens, and no event is kept.
 */
export const eventStreams = pgTable(
  'event_streams',
  {
    orgId: ofOrganization(),
    last: ref('last').notNull().default(0),
    /** Events up to this position were removed. */
    removedUntil: ref('removed_until').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [keyedBy(t)],
);

/** Something that happened to a record, by ids alone. */
export const events = pgTable(
  'events',
  {
    orgId: ofOrganization(),
    position: ref('position').notNull(),
    /** What receivers know it by. */
    eventId: uuid('event_id').notNull().defaultRandom(),
    type: text('type', { enum: EVENT_TYPES }).notNull(),
    subjectKind: text('subject_kind', { enum: EVENT_SUBJECT_KINDS }).notNull(),
    subjectId: text('subject_id').notNull(),
    sequence: integer('sequence').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    keyedBy(t, t.position),
    uniqueIndex('events_subject').on(t.orgId, t.subjectKind, t.subjectId, t.sequence),
    index('events_created').on(t.orgId, t.createdAt),
  ],
);

/** The newest sequence of each subject, which outlives its events: a later one is always higher. */
export const eventSubjects = pgTable(
  'event_subjects',
  {
    orgId: ofOrganization(),
    kind: text('kind', { enum: EVENT_SUBJECT_KINDS }).notNull(),
    subjectId: text('subject_id').notNull(),
    sequence: integer('sequence').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [keyedBy(t, t.kind, t.subjectId)],
);

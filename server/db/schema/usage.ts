import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { USAGE_LEVELS } from '../../../domain/usage/agreement';
import type { UsageEvent } from '../../../domain/usage/events';
import { at, createdAt, id, isAmong, ref, updatedAt } from './columns';
import { users } from './identity';
import { organizations } from './organization';

/*
 * How people use the app is theirs, across their organizations: like their notifications it is kept by person, on one
 * machine.
 */

const person = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const organization = () =>
  ref('org_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });
const level = () => text('level', { enum: USAGE_LEVELS }).notNull();

/** What somebody agreed to have measured; no row means nothing. */
export const usagePeople = pgTable(
  'usage_people',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    level: level(),
    updatedAt: updatedAt(),
  },
  (t) => [check('usage_people_level', isAmong(t.level, USAGE_LEVELS))],
);

/** What an organization lets its people agree to; no row means nothing. */
export const usageOrganizations = pgTable(
  'usage_organizations',
  {
    orgId: ref('org_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    level: level(),
    updatedAt: updatedAt(),
  },
  (t) => [check('usage_organizations_level', isAmong(t.level, USAGE_LEVELS))],
);

/** A screen, an act, an error or a loading time, without anything somebody typed or saw. */
export const usageEvents = pgTable(
  'usage_events',
  {
    id: id(),
    userId: person(),
    orgId: organization(),
    kind: text('kind').notNull().$type<UsageEvent['kind']>(),
    detail: jsonb('detail').notNull().$type<Omit<UsageEvent, 'kind' | 'at'>>(),
    happenedAt: at('happened_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('usage_events_user').on(t.userId, t.orgId)],
);

/** One stretch of a person's work in one tab. */
export const recordings = pgTable(
  'recordings',
  {
    id: id(),
    userId: person(),
    orgId: organization(),
    bytes: integer('bytes').notNull().default(0),
    createdAt: createdAt(),
    endedAt: at('ended_at').notNull(),
  },
  (t) => [index('recordings_user').on(t.userId, t.orgId, t.id)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Events of a recording as masked by the server, compressed. */
export const recordingChunks = pgTable(
  'recording_chunks',
  {
    recordingId: ref('recording_id')
      .notNull()
      .references(() => recordings.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    events: bytes('events').notNull(),
  },
  (t) => [primaryKey({ columns: [t.recordingId, t.number] })],
);

/** Who of support watches a recording, and why. */
export const recordingViews = pgTable(
  'recording_views',
  {
    id: id(),
    recordingId: ref('recording_id')
      .notNull()
      .references(() => recordings.id, { onDelete: 'cascade' }),
    byUserId: uuid('by_user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('recording_views_recording').on(t.recordingId, t.id)],
);

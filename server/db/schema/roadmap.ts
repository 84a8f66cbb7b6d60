import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ROADMAP_STATUS_IDS, type RoadmapStatus } from '../../../domain/roadmap/entry';
import { at, createdAt, id, isAmong, ref, version } from './columns';
import { users } from './identity';
import { organizations } from './organization';
import { rowId } from './tenant';

/** Null once the organization has nobody left. */
const ofOrganization = () => ref('org_id').references(() => organizations.id);
const status = () => text('status').$type<RoadmapStatus>().notNull();

/** What is planned for the platform, and what its users ask for. */
export const roadmapEntries = pgTable(
  'roadmap_entries',
  {
    id: id(),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    status: status(),
    statusSince: at('status_since').notNull().default(sql`now()`),
    /** When all members came to see it; until then its author does. */
    publishedAt: at('published_at'),
    /** The entry its votes count for. */
    mergedIntoId: ref('merged_into_id').references((): AnyPgColumn => roadmapEntries.id),
    /** People who voted for it or for what was merged into it. */
    votes: integer('votes').notNull().default(0),
    /** Whether support staff wrote it. */
    isOurs: boolean('is_ours').notNull().default(false),
    orgId: ofOrganization(),
    /** Null of ours, and of a deleted account. */
    authorUserId: uuid('author_user_id').references(() => users.id),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    check('roadmap_entries_status', isAmong(t.status, ROADMAP_STATUS_IDS)),
    check('roadmap_entries_waiting', sql`${t.status} <> 'WAITING' or ${t.publishedAt} is null`),
    index('roadmap_entries_merged').on(t.mergedIntoId).where(sql`${t.mergedIntoId} is not null`),
    index('roadmap_entries_author').on(t.authorUserId).where(sql`${t.authorUserId} is not null`),
    index('roadmap_entries_words').using('gin', sql`to_tsvector('english', ${t.title} || ' ' || ${t.text})`),
  ],
);

/** What a person said of an entry: that they vote for it, why, and whether they follow it. */
export const roadmapSupporters = pgTable(
  'roadmap_supporters',
  {
    id: rowId(),
    entryId: ref('entry_id')
      .notNull()
      .references(() => roadmapEntries.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** For which they work. */
    orgId: ofOrganization(),
    votedAt: at('voted_at'),
    reason: text('reason').notNull().default(''),
    isFollowing: boolean('is_following').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.userId] }),
    index('roadmap_supporters_user').on(t.userId),
    check('roadmap_supporters_reason', sql`${t.reason} = '' or ${t.votedAt} is not null`),
  ],
);

/** Statuses an entry was given, with what was said of it. */
export const roadmapUpdates = pgTable(
  'roadmap_updates',
  {
    id: id(),
    entryId: ref('entry_id')
      .notNull()
      .references(() => roadmapEntries.id, { onDelete: 'cascade' }),
    status: status(),
    note: text('note').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('roadmap_updates_entry').on(t.entryId, t.id),
    check('roadmap_updates_status', isAmong(t.status, ROADMAP_STATUS_IDS)),
  ],
);

import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { NOTIFICATION_TYPE_IDS } from '../../../domain/notifications/notification';
import type { NoticeChoices, NoticeKey, QuietHours } from '../../../domain/notifications/settings';
import { at, createdAt, id, isAmong, ref } from './columns';
import { users } from './identity';

/*
 * A person's feed spans their organizations, so it is kept by person, on one machine: nothing here is told to others, and
 * every read of what it names asks the organization's tables by itself.
 */

/** An entry of a person's feed, of one or more activities. */
export const notificationGroups = pgTable(
  'notification_groups',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type', { enum: NOTIFICATION_TYPE_IDS }).notNull(),
    /** The organization it is about; `NO_ORGANIZATION` for none. */
    orgId: ref('org_id').notNull(),
    isSeen: boolean('is_seen').notNull().default(false),
    isRead: boolean('is_read').notNull().default(false),
    updatedAt: at('updated_at').notNull(),
    /** Until when its reader put it away; null if they didn't. */
    snoozedUntil: at('snoozed_until'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.name] }),
    index('notification_groups_newest').on(t.userId, t.updatedAt, t.name),
    index('notification_groups_unread').on(t.userId).where(sql`not ${t.isRead}`),
    // The badge counts these: of somebody with very many unread ones, few are new.
    index('notification_groups_unseen').on(t.userId).where(sql`not ${t.isSeen}`).concurrently(),
    index('notification_groups_snoozed').on(t.snoozedUntil).where(sql`${t.snoozedUntil} is not null`),
    check('notification_groups_type', isAmong(t.type, NOTIFICATION_TYPE_IDS)),
    // Who has read it has seen it.
    check('notification_groups_seen', sql`${t.isSeen} or not ${t.isRead}`),
  ],
);

/** One thing that happened, for one person: what it is about by ids, never what is said of it. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    groupName: text('group_name').notNull(),
    /** The same for everybody told of it, so that nobody is told twice. */
    eventId: uuid('event_id').notNull(),
    /** What settles it, such as `order:12`; in its organization. */
    subject: text('subject').notNull(),
    payload: jsonb('payload').notNull(),
    /** What became of it, once settled. */
    outcome: text('outcome'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notifications_event').on(t.userId, t.eventId),
    index('notifications_group').on(t.userId, t.groupName, t.id),
    index('notifications_subject').on(t.subject),
    index('notifications_created').on(t.createdAt),
  ],
);

/** What somebody chose to be told, and when not; nothing is kept of who changed nothing. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  choices: jsonb('choices').notNull().$type<NoticeChoices>().default({}),
  quietHours: jsonb('quiet_hours').$type<QuietHours>(),
  timeZone: text('time_zone').notNull().default('UTC'),
});

/**
 * A letter about something in the feed that waits to be due: not sent if its reader saw that, or it was done meanwhile. It
 * stays once it was sent, so that a job that runs again doesn't hold it again.
 */
export const heldLetters = pgTable(
  'held_letters',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What kind it is, as settings name it. */
    key: text('key').notNull().$type<NoticeKey>(),
    /** What the feed says of it, as a notification has it. */
    type: text('type', { enum: NOTIFICATION_TYPE_IDS }).notNull(),
    orgId: ref('org_id').notNull(),
    subject: text('subject').notNull(),
    payload: jsonb('payload').notNull(),
    /** What it is held for, once for each person. */
    event: text('event').notNull(),
    /** The letter's own queue and job; null if what the feed says is all. */
    job: jsonb('job').$type<{ name: string; data: object }>(),
    createdAt: createdAt(),
    /** Null once it was sent. */
    dueAt: at('due_at'),
  },
  (t) => [
    uniqueIndex('held_letters_event').on(t.userId, t.event),
    index('held_letters_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('held_letters_subject').on(t.subject).where(sql`${t.dueAt} is not null`),
    index('held_letters_created').on(t.createdAt),
  ],
);

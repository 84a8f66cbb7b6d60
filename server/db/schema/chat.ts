import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, ref } from './columns';
import { users } from './identity';
import { ofOrganization } from './organization';
import { keyedBy, ownKey, within } from './tenant';

/** Channels and direct conversations; messages are stored by the chat service. */
export const chatChannels = pgTable(
  'chat_channels',
  {
    id: uuid('id').notNull().defaultRandom(),
    orgId: ofOrganization(),
    channelType: text('channel_type', { enum: ['TEAM', 'TEAM_DM'] }).notNull(),
    /** Empty for a direct conversation. */
    name: text('name').notNull().default(''),
    /** Unique within an organization: the name, ignoring case, or the two people. */
    uniqueKey: text('unique_key').notNull(),
    topic: text('topic').notNull().default(''),
    isPrivate: boolean('is_private').notNull().default(false),
    isDefault: boolean('is_default').notNull().default(false),
    createdByUserId: uuid('created_by_user_id').references(() => users.id),
    /** Counts changes; `syncedRevision` is the last one sent to the chat service. */
    revision: integer('revision').notNull().default(0),
    syncedRevision: integer('synced_revision').notNull().default(-1),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),

    uniqueIndex('chat_channels_unique_key').on(t.orgId, t.channelType, t.uniqueKey),
    uniqueIndex('chat_channels_default').on(t.orgId).where(sql`${t.isDefault}`),
    check('chat_channels_type', sql`${t.channelType} in ('TEAM', 'TEAM_DM')`),
  ],
);

export const chatMembers = pgTable(
  'chat_members',
  {
    orgId: ref('org_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    joinedAt: at('joined_at').notNull().defaultNow(),
  },
  (t) => [
    keyedBy(t, t.channelId, t.userId),
    within(t, t.channelId, chatChannels).onDelete('cascade'),

    index('chat_members_user').on(t.orgId, t.userId),
    check('chat_members_role', sql`${t.role} in ('owner', 'member')`),
  ],
);

/** Whom a message mentioned, once for each of them however often it is edited, or its news comes. */
export const chatMentions = pgTable(
  'chat_mentions',
  {
    messageId: text('message_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The organization they were told in; none if it is about people alone. */
    orgId: ref('org_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId] }), index('chat_mentions_created').on(t.createdAt)],
);

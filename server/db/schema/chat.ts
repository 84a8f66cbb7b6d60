import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LINK_KIND_IDS, type LinkKind } from '../../../domain/cards/links';
import { at, createdAt, isAmong, ref } from './columns';
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

/** What an organization made of messages: the record it added something to, and what that is. */
export const messageLinks = pgTable(
  'message_links',
  {
    orgId: ofOrganization(),
    messageId: text('message_id').notNull(),
    /** The organization's own, or one it shares with others. */
    channelId: uuid('channel_id').notNull(),
    kind: text('kind').$type<LinkKind>().notNull(),
    /** The order or intake. */
    recordId: ref('record_id').notNull(),
    /** The comment or problem by its number, or the package by its tag. */
    partId: text('part_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    keyedBy(t, t.messageId, t.kind, t.recordId, t.partId),
    index('message_links_channel').on(t.orgId, t.channelId, t.createdAt),
    index('message_links_record').on(t.orgId, t.recordId, t.kind),
    check('message_links_kind', isAmong(t.kind, LINK_KIND_IDS)),
  ],
);

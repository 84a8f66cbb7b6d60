import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, ref } from './columns';
import { users } from './identity';
import { ofOrganization } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

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

/** Files that organizations asked for of their channels, each for who asked, until it expires. */
export const chatExports = pgTable(
  'chat_exports',
  {
    id: rowId(),
    orgId: ofOrganization(),
    askedByUserId: uuid('asked_by_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channels: integer('channels').notNull().default(0),
    messages: integer('messages').notNull().default(0),
    /** Null until its file is made. */
    readyAt: at('ready_at'),
    expiresAt: at('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    index('chat_exports_asked').on(t.orgId, t.askedByUserId, t.createdAt),
    index('chat_exports_expires').on(t.expiresAt),
  ],
);

/** A file's text, in the order of its parts. */
export const chatExportParts = pgTable(
  'chat_export_parts',
  {
    orgId: ref('org_id').notNull(),
    exportId: ref('export_id').notNull(),
    part: integer('part').notNull(),
    text: text('text').notNull(),
  },
  (t) => [keyedBy(t, t.exportId, t.part), within(t, t.exportId, chatExports).onDelete('cascade')],
);

import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LINK_KIND_IDS, type LinkKind } from '../../../domain/cards/links';
import { STORED_INVITE_STATUSES } from '../../../domain/chat/invite';
import { at, createdAt, id, isAmong, ref } from './columns';
import { users } from './identity';
import { ofOrganization, organizations } from './organization';
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

const someOrganization = (name: string) =>
  ref(name)
    .notNull()
    .references(() => organizations.id);

/** Channels of two organizations; copied to every machine, as the organizations they are of may be anywhere. */
export const orgChannels = pgTable(
  'org_channels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Whoever invited. */
    oneOrgId: someOrganization('one_org_id'),
    otherOrgId: someOrganization('other_org_id'),
    topic: text('topic').notNull().default(''),
    /** The topic, ignoring case: the two have one channel of it. */
    topicKey: text('topic_key').notNull().default(''),
    isFrozenByOne: boolean('is_frozen_by_one').notNull().default(false),
    isFrozenByOther: boolean('is_frozen_by_other').notNull().default(false),
    createdByUserId: uuid('created_by_user_id')
      .notNull()
      .references(() => users.id),
    /** Counts changes; `syncedRevision` is the last one sent to the chat service. */
    revision: integer('revision').notNull().default(0),
    syncedRevision: integer('synced_revision').notNull().default(-1),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('org_channels_topic').on(
      sql`least(${t.oneOrgId}, ${t.otherOrgId})`,
      sql`greatest(${t.oneOrgId}, ${t.otherOrgId})`,
      t.topicKey,
    ),
    index('org_channels_one').on(t.oneOrgId),
    index('org_channels_other').on(t.otherOrgId),
    check('org_channels_two_organizations', sql`${t.oneOrgId} <> ${t.otherOrgId}`),
  ],
);

/** Who is in a channel of two organizations, and for which; who left stays known as the author of what they said. */
export const orgChannelMembers = pgTable(
  'org_channel_members',
  {
    channelId: uuid('channel_id')
      .notNull()
      .references(() => orgChannels.id, { onDelete: 'cascade' }),
    orgId: someOrganization('org_id'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    joinedAt: at('joined_at').notNull(),
    leftAt: at('left_at'),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.orgId, t.userId] }),
    // Somebody of both organizations is there for one of them.
    uniqueIndex('org_channel_members_present').on(t.channelId, t.userId).where(sql`${t.leftAt} is null`),
    index('org_channel_members_user').on(t.userId),
    check('org_channel_members_role', sql`${t.role} in ('owner', 'member')`),
  ],
);

/** Invites of organizations to open a channel together, and what became of them. */
export const channelInvites = pgTable(
  'channel_invites',
  {
    id: id(),
    invitingOrgId: someOrganization('inviting_org_id'),
    invitedOrgId: someOrganization('invited_org_id'),
    /** In lower case; empty if it wasn't emailed. */
    invitedEmail: text('invited_email').notNull().default(''),
    topic: text('topic').notNull().default(''),
    topicKey: text('topic_key').notNull().default(''),
    status: text('status', { enum: STORED_INVITE_STATUSES }).notNull().default('INVITED'),
    invitedByUserId: uuid('invited_by_user_id')
      .notNull()
      .references(() => users.id),
    /** When it was last sent. */
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    answeredAt: at('answered_at'),
    /** Who accepted, declined or withdrew it. */
    answeredByOrgId: ref('answered_by_org_id').references(() => organizations.id),
    channelId: uuid('channel_id').references(() => orgChannels.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('channel_invites_inviting').on(t.invitingOrgId, t.sentAt),
    index('channel_invites_invited').on(t.invitedOrgId, t.sentAt),
    uniqueIndex('channel_invites_open')
      .on(t.invitingOrgId, t.invitedOrgId, t.topicKey)
      .where(sql`${t.status} in ('INVITED', 'IGNORED')`),
    check('channel_invites_status', isAmong(t.status, STORED_INVITE_STATUSES)),
    check('channel_invites_two_organizations', sql`${t.invitingOrgId} <> ${t.invitedOrgId}`),
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

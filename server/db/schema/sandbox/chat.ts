import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { BETWEEN_WORDS } from '../../../../domain/chat/message-search';
import { at, createdAt, ref, updatedAt } from '../columns';

/** The local chat service's data. It replaces a hosted one, so it references nothing of the platform. */
export const sandboxChatApp = pgTable('sandbox_chat_app', {
  key: text('key').primaryKey(),
  secret: text('secret').notNull(),
});

export const sandboxChatUsers = pgTable('sandbox_chat_users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  image: text('image'),
  /** Whether they have a connection: kept with `sandboxChatSockets`. */
  isOnline: boolean('is_online').notNull().default(false),
  lastActiveAt: at('last_active_at'),
  /** Tokens issued before are refused. */
  revokedBefore: at('revoked_before'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A connection, of whichever process. One that isn't kept alive until then is over, as when its process was killed. */
export const sandboxChatSockets = pgTable(
  'sandbox_chat_sockets',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => sandboxChatUsers.id),
    /** Whether it asked to be told who comes and goes. */
    asksPresence: boolean('asks_presence').notNull().default(false),
    aliveUntil: at('alive_until').notNull(),
  },
  (t) => [index('sandbox_chat_sockets_user').on(t.userId), index('sandbox_chat_sockets_alive').on(t.aliveUntil)],
);

export const sandboxChatChannels = pgTable('sandbox_chat_channels', {
  /** Type and id, separated by a colon. */
  cid: text('cid').primaryKey(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  createdById: text('created_by_id').references(() => sandboxChatUsers.id),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const sandboxChatMembers = pgTable(
  'sandbox_chat_members',
  {
    cid: text('cid')
      .notNull()
      .references(() => sandboxChatChannels.cid, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => sandboxChatUsers.id),
    lastReadAt: at('last_read_at').notNull().defaultNow(),
    /** Position of the last message read; later messages by others are unread. */
    lastRead: ref('last_read').notNull().default(0),
    isMuted: boolean('is_muted').notNull().default(false),
    /** Until when; without end otherwise. */
    mutedUntil: at('muted_until'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.cid, t.userId] }), index('sandbox_chat_members_user').on(t.userId)],
);

/** Written by their codes: the tool that generates migrations takes apart what it reads by some of these. */
const between = [...BETWEEN_WORDS].map((sign) => `\\x${sign.charCodeAt(0).toString(16)}`).join('');

/**
 * What a message is found by: its folded words, its channel and its author, so that a search reads those of few channels
 * alone, however many others have the words.
 */
export const messageTerms = ({ text, cid, userId }: Record<'text' | 'cid' | 'userId', AnyPgColumn | SQL>): SQL =>
  sql`(${messageWords(text)} || array_to_tsvector(array['c:' || ${cid}, 'u:' || ${userId}]))`;

/** Its words alone. */
export const messageWords = (text: AnyPgColumn | SQL): SQL =>
  sql`to_tsvector('simple', translate(search_text(${text}), ${sql.raw(`E'${between}', repeat(' ', ${BETWEEN_WORDS.length})`)}))`;

export const sandboxChatMessages = pgTable(
  'sandbox_chat_messages',
  {
    /** In insertion order, which is reading order. */
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: text('id').notNull().unique(),
    cid: text('cid')
      .notNull()
      .references(() => sandboxChatChannels.cid, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => sandboxChatUsers.id),
    text: text('text').notNull().default(''),
    quotedMessageId: text('quoted_message_id'),
    isSilent: boolean('is_silent').notNull().default(false),
    mentionedUserIds: jsonb('mentioned_user_ids').$type<string[]>().notNull().default([]),
    /** The command it was posted by, with what followed it. */
    commandName: text('command_name'),
    commandArgs: text('command_args'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    editedAt: at('edited_at'),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    index('sandbox_chat_messages_channel').on(t.cid, t.position),
    index('sandbox_chat_messages_terms')
      .using('gin', messageTerms(t))
      .where(sql`${t.deletedAt} is null`)
      .concurrently(),
  ],
);

/** Files people uploaded; those of no message are not sent yet, or not any more. */
export const sandboxChatFiles = pgTable(
  'sandbox_chat_files',
  {
    /** Its name in the file store. */
    id: text('id').primaryKey(),
    /** The name of its small picture; null for what isn't a picture. */
    thumbId: text('thumb_id'),
    cid: text('cid')
      .notNull()
      .references(() => sandboxChatChannels.cid),
    userId: text('user_id')
      .notNull()
      .references(() => sandboxChatUsers.id),
    messageId: text('message_id').references(() => sandboxChatMessages.id),
    /** Its place in the message. */
    place: integer('place').notNull().default(0),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width'),
    height: integer('height'),
    createdAt: createdAt(),
    /** It is to be removed from the store. */
    removedAt: at('removed_at'),
  },
  (t) => [index('sandbox_chat_files_message').on(t.messageId), index('sandbox_chat_files_channel').on(t.cid)],
);

export const sandboxChatReactions = pgTable(
  'sandbox_chat_reactions',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => sandboxChatMessages.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => sandboxChatUsers.id),
    type: text('type').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId, t.type] })],
);

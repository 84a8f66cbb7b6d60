import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { MOST_CHAT_FILES, type ServiceAttachment } from '../../../domain/chat/attachment';
import type { Db } from '../../db/client';
import {
  sandboxChatChannels as channels,
  sandboxChatMembers as members,
  sandboxChatMessages as messages,
  sandboxChatReactions as reactions,
} from '../../db/schema/sandbox/chat';
import { type Asker, badRequest, notAllowed } from './account';
import { publishChatEvent } from './events';
import { assertWritable, attachmentsOf, discardFilesOf, setFiles, sweepChatFiles } from './files';
import { assertReads, cidOf, type Parts, personOf, serve } from './serve';
import { findMessage, memberIds, readMessage, readReactions } from './store';
import { LONGEST_MESSAGE, toReaction } from './wire';

const text = z.string().trim().max(LONGEST_MESSAGE).default('');
const id = z.string().min(1).max(255);
const address = z.string().max(2000).optional();
const attachments = z
  .array(z.object({ image_url: address, asset_url: address }))
  .max(MOST_CHAT_FILES, `A message can have up to ${MOST_CHAT_FILES} files`)
  .optional();
const EMPTY = 'The message has no text';
const MOST_REACTIONS = 100;
/** The hosted service's own limit. */
const Mentioned = z.array(id).max(25).default([]);

/** Messages and reactions. Only members read and write; only the author edits a message. */
export function serveMessages(parts: Parts): void {
  serve(parts, {
    method: 'POST',
    url: '/channels/:type/:id/message',
    body: z.object({
      message: z.object({
        id: id.default(() => randomUUID()),
        text,
        quoted_message_id: id.nullish(),
        silent: z.boolean().optional(),
        attachments,
        mentioned_users: Mentioned,
        command_name: id.max(30).optional(),
        command_args: z.string().max(LONGEST_MESSAGE).optional(),
      }),
    }),
    handle: async (db, { asker, params, body: { message }, sendEvent }) => {
      const [cid, userId] = [cidOf(params), personOf(asker)];
      await assertReads(db, asker, cid);
      // One writer at a time per channel, so positions and times are in the same order.
      await db.select({ cid: channels.cid }).from(channels).where(eq(channels.cid, cid)).for('no key update');
      const [kept] = await db
        .insert(messages)
        .values({
          id: message.id,
          cid,
          userId,
          text: message.text,
          quotedMessageId: message.quoted_message_id ?? null,
          isSilent: message.silent ?? false,
          mentionedUserIds: await membersAmong(db, cid, message.mentioned_users),
          commandName: message.command_name ?? null,
          commandArgs: message.command_args ?? null,
          createdAt: sql`clock_timestamp()`,
          updatedAt: sql`clock_timestamp()`,
        })
        .onConflictDoNothing()
        .returning({ position: messages.position });
      if (!kept) return { message: await ownAgain(db, message.id, cid, userId) };
      await assertWritable(db, cid);
      if (message.text === '' && !message.attachments?.length) throw badRequest(EMPTY);
      await setFiles(db, { id: message.id, cid, userId }, message.attachments ?? []);
      await db
        .update(members)
        .set({ lastRead: kept.position, lastReadAt: new Date() })
        .where(and(eq(members.cid, cid), eq(members.userId, userId)));
      await publishChatEvent(db, { type: 'message.new', cid, userId, messageId: message.id });
      const written = await readMessage(db, message.id, userId);
      sendEvent({ type: 'message.new', cid, user: { id: userId }, message: written });
      return { message: written };
    },
  });
  serve(parts, {
    method: 'GET',
    url: '/users/:id/export',
    serverOnly: true,
    handle: async (db, { params }) => {
      const written = eq(messages.userId, params.id ?? '');
      const rows = await db.select().from(messages).where(written).orderBy(messages.position);
      const files = await attachmentsOf(
        db,
        rows.map(({ id }) => id),
      );
      return {
        user: { id: params.id },
        messages: rows.map(({ id, cid, text, createdAt, deletedAt }) => ({
          id,
          cid,
          text,
          attachments: files.get(id) ?? [],
          created_at: createdAt.toISOString(),
          ...(deletedAt ? { deleted_at: deletedAt.toISOString() } : {}),
        })),
        reactions: [],
      };
    },
  });
  serve(parts, {
    method: 'GET',
    url: '/messages/:id',
    handle: async (db, { asker, params }) => {
      const { cid } = await readable(db, asker, params.id);
      const message = await readMessage(db, params.id ?? '', asker.kind === 'person' ? asker.userId : null);
      return { message: { ...message, channel: { cid } } };
    },
  });
  serve(parts, {
    method: 'POST',
    url: '/messages/:id',
    body: z.object({ message: z.object({ text, mentioned_users: Mentioned, attachments }) }),
    handle: async (db, { asker, params, body, sendEvent }) => {
      const message = await edit(db, asker, params.id, body.message);
      sendEvent({ type: 'message.updated', cid: message.cid, user: { id: message.user.id }, message });
      return { message };
    },
    afterwards: () => sweepChatFiles(parts),
  });
  serve(parts, {
    method: 'DELETE',
    url: '/messages/:id',
    handle: async (db, { asker, params, sendEvent }) => {
      const { id, cid, userId, deletedAt } = await readable(db, asker, params.id);
      if (asker.kind === 'person' && asker.userId !== userId) throw notAllowed('Only its author can delete a message');
      if (!deletedAt) {
        const now = new Date();
        await db.update(messages).set({ deletedAt: now, updatedAt: now, text: '' }).where(eq(messages.id, id));
        await discardFilesOf(db, id);
        await publishChatEvent(db, { type: 'message.deleted', cid, userId, messageId: id });
        sendEvent({ type: 'message.deleted', cid, user: { id: userId }, message: { id } });
      }
      return { message: await readMessage(db, id, userId) };
    },
    afterwards: () => sweepChatFiles(parts),
  });
  serveReactions(parts);
  serve(parts, {
    method: 'POST',
    url: '/channels/:type/:id/event',
    body: z.object({ event: z.object({ type: z.enum(['typing.start', 'typing.stop']) }) }),
    handle: async (db, { asker, params, body: { event } }) => {
      const cid = cidOf(params);
      await assertReads(db, asker, cid);
      await publishChatEvent(db, { type: event.type, cid, userId: personOf(asker) });
      return { event };
    },
  });
}

function serveReactions(parts: Parts): void {
  serve(parts, {
    method: 'POST',
    url: '/messages/:id/reaction',
    body: z.object({ reaction: z.object({ type: id.max(30) }), enforce_unique: z.boolean().optional() }),
    handle: async (db, { asker, params, body: { reaction, enforce_unique: isOnly } }) => {
      const { id: messageId, cid } = await readable(db, asker, params.id);
      const userId = personOf(asker);
      await assertWritable(db, cid);
      const own = and(eq(reactions.messageId, messageId), eq(reactions.userId, userId));
      const replaced = isOnly ? await db.delete(reactions).where(own).returning({ type: reactions.type }) : [];
      await db.insert(reactions).values({ messageId, userId, type: reaction.type }).onConflictDoNothing();
      const type = replaced.length > 0 ? 'reaction.updated' : 'reaction.new';
      await publishChatEvent(db, { type, cid, userId, messageId, reaction: reaction.type });
      return reacted(db, messageId, userId, reaction.type);
    },
  });
  serve(parts, {
    method: 'DELETE',
    url: '/messages/:id/reaction/:kind',
    handle: async (db, { asker, params }) => {
      const { id: messageId, cid } = await readable(db, asker, params.id);
      const userId = personOf(asker);
      const type = params.kind ?? '';
      const own = and(eq(reactions.messageId, messageId), eq(reactions.userId, userId), eq(reactions.type, type));
      const gone = await db.delete(reactions).where(own).returning({ type: reactions.type });
      if (gone.length > 0)
        await publishChatEvent(db, { type: 'reaction.deleted', cid, userId, messageId, reaction: type });
      return reacted(db, messageId, userId, type);
    },
  });
  serve(parts, {
    method: 'GET',
    url: '/messages/:id/reactions',
    handle: async (db, { asker, params, query }) => {
      const { id: messageId } = await readable(db, asker, params.id);
      const [limit, offset] = [Number(query.limit ?? 10), Number(query.offset ?? 0)];
      const all = await readReactions(db, messageId);
      return { reactions: all.slice(offset, offset + Math.min(limit, MOST_REACTIONS)).map(toReaction) };
    },
  });
  serve(parts, {
    method: 'POST',
    url: '/messages/:id/reactions',
    body: z.object({
      filter: z.object({ type: id.optional() }).optional(),
      limit: z.number().max(MOST_REACTIONS).default(25),
    }),
    handle: async (db, { asker, params, body: { filter, limit } }) => {
      const { id: messageId } = await readable(db, asker, params.id);
      const all = await readReactions(db, messageId);
      const asked = all.filter(({ type }) => filter?.type === undefined || type === filter.type);
      return { reactions: asked.slice(0, limit).map(toReaction) };
    },
  });
}

/** A message in a channel the caller may read. */
async function readable(db: Db, asker: Asker, id = '') {
  const row = await findMessage(db, id);
  await assertReads(db, asker, row.cid);
  return row;
}

type Edited = {
  text: string;
  mentioned_users: readonly string[];
  attachments?: readonly ServiceAttachment[] | undefined;
};

async function edit(db: Db, asker: Asker, id: string | undefined, message: Edited) {
  const { text, attachments, mentioned_users: mentioned } = message;
  const row = await readable(db, asker, id);
  if (row.userId !== personOf(asker)) throw notAllowed('Only its author can change a message');
  if (row.deletedAt) throw badRequest('The message was deleted');
  await assertWritable(db, row.cid);
  if (attachments) await setFiles(db, row, attachments);
  if (text === '' && (await attachmentsOf(db, [row.id])).size === 0) throw badRequest(EMPTY);
  const now = new Date();
  const mentionedUserIds = await membersAmong(db, row.cid, mentioned);
  await db
    .update(messages)
    .set({ text, mentionedUserIds, editedAt: now, updatedAt: now })
    .where(eq(messages.id, row.id));
  await publishChatEvent(db, { type: 'message.updated', cid: row.cid, userId: row.userId, messageId: row.id });
  return readMessage(db, row.id, row.userId);
}

/** Only members can be mentioned. */
async function membersAmong(db: Db, cid: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const own = new Set(await memberIds(db, cid));
  return [...new Set(ids)].filter((one) => own.has(one));
}

/** A client without a reply resends the same message. */
async function ownAgain(db: Db, id: string, cid: string, userId: string) {
  const row = await findMessage(db, id);
  if (row.userId !== userId || row.cid !== cid) throw badRequest('A message with this id already exists');
  return readMessage(db, id, userId);
}

async function reacted(db: Db, messageId: string, userId: string, type: string) {
  return {
    message: await readMessage(db, messageId, userId),
    reaction: { message_id: messageId, user_id: userId, type },
  };
}

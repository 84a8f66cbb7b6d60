import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../db/client';
import { sandboxChatMembers as members, sandboxChatMessages as messages } from '../../db/schema/sandbox/chat';
import { badRequest, missing } from './account';
import { publishChatEvent } from './events';
import { assertReads, cidOf, type Parts, personOf, serve } from './serve';
import { isMember, unreadOf } from './store';

const id = z.string().max(255);
/** For how many milliseconds; without end otherwise. */
const Until = { expiration: z.number().int().positive().optional() };

/** A person's read position, unread count and mute state. */
export function serveReading(parts: Parts): void {
  serve(parts, {
    method: 'GET',
    url: '/unread',
    handle: async (db, { asker, query }) => {
      const reader = asker.kind === 'server' ? query.user_id : asker.userId;
      if (reader === undefined) throw badRequest('A user id is required');
      const unread = await unreadOf(db, reader);
      return {
        channels: unread,
        channel_type: [],
        threads: [],
        total_unread_count: unread.reduce((sum, { unread_count }) => sum + unread_count, 0),
        total_unread_threads_count: 0,
      };
    },
  });
  serve(parts, {
    method: 'POST',
    url: '/channels/:type/:id/read',
    handle: async (db, { asker, params, sendEvent }) => {
      const [cid, userId] = [cidOf(params), personOf(asker)];
      await assertReads(db, asker, cid);
      const last = sql<number>`(select coalesce(max(m.position), 0) from sandbox_chat_messages m where m.cid = ${cid})`;
      await setRead(db, cid, userId, last);
      await publishChatEvent(db, { type: 'message.read', cid, userId });
      sendEvent({ type: 'message.read', cid, user: { id: userId } });
      return { event: { type: 'message.read', cid } };
    },
  });
  serve(parts, {
    method: 'POST',
    url: '/channels/:type/:id/unread',
    body: z.object({ message_id: id }),
    handle: async (db, { asker, params, body, sendEvent }) => {
      const [cid, userId] = [cidOf(params), personOf(asker)];
      await assertReads(db, asker, cid);
      const [first] = await db
        .select({ position: messages.position })
        .from(messages)
        .where(and(eq(messages.cid, cid), eq(messages.id, body.message_id)));
      if (!first) throw missing('Message');
      await setRead(db, cid, userId, sql`${first.position}::bigint - 1`);
      await publishChatEvent(db, {
        type: 'notification.mark_unread',
        cid,
        userId,
        messageId: body.message_id,
        to: [userId],
      });
      sendEvent({ type: 'message.read', cid, user: { id: userId } });
      return {};
    },
  });
  for (const [verb, isMuted] of [
    ['mute', true],
    ['unmute', false],
  ] as const) {
    serve(parts, {
      method: 'POST',
      url: `/moderation/${verb}/channel`,
      body: z.union([
        z.object({ channel_cids: z.array(id).max(300), ...Until }),
        z.object({ channel_cid: id, ...Until }),
      ]),
      handle: async (db, { asker, body, sendEvent }) => {
        const userId = personOf(asker);
        const mutedUntil = body.expiration === undefined ? null : new Date(Date.now() + body.expiration);
        const cids = 'channel_cids' in body ? body.channel_cids : [body.channel_cid];
        for (const cid of cids) {
          if (!(await isMember(db, cid, userId))) throw missing('Channel');
          await db
            .update(members)
            .set({ isMuted, mutedUntil })
            .where(and(eq(members.cid, cid), eq(members.userId, userId)));
          await publishChatEvent(db, { type: 'notification.channel_mutes_updated', cid, userId, to: [userId] });
          sendEvent({ type: 'message.read', cid, user: { id: userId } });
        }
        return {};
      },
    });
  }
}

async function setRead(db: Db, cid: string, userId: string, lastRead: SQL): Promise<void> {
  await db
    .update(members)
    .set({ lastRead, lastReadAt: new Date() })
    .where(and(eq(members.cid, cid), eq(members.userId, userId)));
}

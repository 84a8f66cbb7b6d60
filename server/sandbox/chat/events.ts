import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../db/client';
import { notify } from '../../db/transact';
import type { Log } from '../../log';
import { mutesOf } from './own-user';
import { findUsers, memberIds, readChannel, readMembers, readMessage } from './store';
import { PRESENCE, toldOfPresence } from './told-of-presence';
import { splitCid, toUser } from './wire';

/** The NOTIFY channel of every process's local chat service. */
export const EVENTS = 'sandbox_chat';

/** An event, ids only; each process sends it to its clients and loads what they need. */
export const ChatEvent = z.strictObject({
  type: z.string(),
  cid: z.string(),
  userId: z.string(),
  at: z.string(),
  messageId: z.string().optional(),
  /** The kind of a reaction. */
  reaction: z.string().optional(),
  /** Only these people, instead of the channel's members. */
  to: z.array(z.string()).optional(),
});
export type ChatEvent = z.infer<typeof ChatEvent>;

export function publishChatEvent(db: Db, event: Omit<ChatEvent, 'at'>): Promise<void> {
  return notify(db, EVENTS, JSON.stringify({ ...event, at: new Date().toISOString() } satisfies ChatEvent));
}

/** An event's recipients, and the event as clients read it. */
export async function toEvent(db: Db, chatEvent: ChatEvent): Promise<{ to: readonly string[]; event: object }> {
  const { type, cid, userId, at, messageId, reaction, to } = chatEvent;
  const user = (await findUsers(db, [userId])).get(userId);
  if (type === PRESENCE) {
    return { to: await toldOfPresence(db, userId), event: { type, created_at: at, user: user && toUser(user) } };
  }
  const message = messageId === undefined ? undefined : await readMessage(db, messageId, null);
  const event = {
    type,
    cid,
    ...splitCid(cid),
    created_at: at,
    user: user && toUser(user),
    ...(message ? { message } : {}),
    ...(reaction === undefined
      ? {}
      : {
          reaction: {
            message_id: messageId,
            user_id: userId,
            user: user && toUser(user),
            type: reaction,
            score: 1,
            created_at: at,
            updated_at: at,
          },
        }),
    ...(type === 'message.deleted' ? { hard_delete: false } : {}),
    ...(type.startsWith('message.read') || type.startsWith('notification.mark')
      ? await readState(db, cid, userId)
      : {}),
    ...(type === 'notification.channel_mutes_updated' ? { me: { channel_mutes: await mutesOf(db, userId) } } : {}),
    ...(/channel|member/.test(type) ? await membership(db, cid, userId) : {}),
  };
  return { to: to ?? (await memberIds(db, cid)), event };
}

async function readState(db: Db, cid: string, userId: string): Promise<object> {
  const [found] = await readMembers(db, cid, { userId });
  if (!found) return {};
  const { last_read, last_read_message_id, unread_messages } = found.read;
  return { last_read_at: last_read, last_read_message_id, unread_messages };
}

/** A channel and someone's membership, or what remains of them. */
async function membership(db: Db, cid: string, userId: string): Promise<object> {
  const [found] = await readMembers(db, cid, { userId });
  return { channel: await readChannel(db, cid), member: found?.member ?? { user_id: userId } };
}

/** An event as the platform receives it. */
export type News = {
  type: string;
  cid: string;
  user: { id: string };
  message?: { id: string; silent?: boolean; mentioned_users?: readonly { id: string }[] };
};
export type EventSender = (news: News) => void;

/** Posts an event to the platform, signed like the hosted service's. Failures aren't retried. */
export function openEventSender({ address, secret, log }: { address: string; secret: string; log: Log }): EventSender {
  return (news) => {
    const body = JSON.stringify(news);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'Content-Type': 'application/json', 'X-Signature': signature };
    fetch(address, { method: 'POST', headers, body }).catch((err: unknown) => log.warn({ err }, 'chat news'));
  };
}

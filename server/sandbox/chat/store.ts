import { and, asc, desc, eq, gt, gte, inArray, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import {
  sandboxChatChannels as channels,
  sandboxChatMembers as members,
  sandboxChatMessages as messages,
  sandboxChatReactions as reactions,
  sandboxChatUsers as users,
} from '../../db/schema/sandbox/chat';
import { missing } from './account';
import { attachmentsOf } from './files';
import { type MessageRow, type ReactionRow, splitCid, toChannel, toMessage, toUser, type UserRow } from './wire';

/** The part of a channel's history a client asks for; at most `limit` messages, in writing order. */
export type Stretch = {
  limit: number;
  id_lt?: string | undefined;
  id_lte?: string | undefined;
  id_gt?: string | undefined;
  id_gte?: string | undefined;
  id_around?: string | undefined;
};

// Qualified manually: Drizzle omits the table name when selecting from a single table, and both have a cid.
const unread = sql<number>`(
  select count(*)::int from sandbox_chat_messages m
   where m.cid = sandbox_chat_members.cid and m.position > sandbox_chat_members.last_read
     and m.user_id <> sandbox_chat_members.user_id and m.deleted_at is null and not m.is_silent)`;

export async function findUsers(db: Db, ids: readonly string[]): Promise<Map<string, UserRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function isMember(db: Db, cid: string, userId: string): Promise<boolean> {
  return (await db.$count(members, and(eq(members.cid, cid), eq(members.userId, userId)))) > 0;
}

export async function memberIds(db: Db, cid: string): Promise<string[]> {
  const rows = await db.select({ userId: members.userId }).from(members).where(eq(members.cid, cid));
  return rows.map(({ userId }) => userId);
}

/** A channel without its messages. Raises a Refusal when there is none. */
export async function readChannel(db: Db, cid: string) {
  const [row] = await db.select().from(channels).where(eq(channels.cid, cid));
  if (!row) throw missing('Channel');
  const [last] = await db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(eq(messages.cid, cid))
    .orderBy(desc(messages.position))
    .limit(1);
  const createdBy = row.createdById ? (await findUsers(db, [row.createdById])).get(row.createdById) : undefined;
  const memberCount = await db.$count(members, eq(members.cid, cid));
  return toChannel(row, { createdBy, memberCount, lastAt: last?.at ?? null });
}

/** Whether somebody muted a channel, and that isn't over; the same of a row. */
export const muted = sql<boolean>`(${members.isMuted} and coalesce(${members.mutedUntil} > now(), true))`;
const isMuted = ({ isMuted, mutedUntil }: typeof members.$inferSelect): boolean =>
  isMuted && (mutedUntil === null || mutedUntil > new Date());

type SomePeople = { limit?: number; offset?: number; userId?: string; userIds?: readonly string[] };

/** A channel's people, or one of them, with their read state. */
export async function readMembers(db: Db, cid: string, { limit = 100, offset = 0, userId, userIds }: SomePeople = {}) {
  const rows = await db
    .select({ member: members, user: users, unread })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.cid, cid),
        userId === undefined ? undefined : eq(members.userId, userId),
        userIds === undefined ? undefined : inArray(members.userId, [...userIds]),
      ),
    )
    .orderBy(asc(members.userId))
    .limit(limit)
    .offset(offset);
  const lastIds = await idsAt(
    db,
    rows.map(({ member }) => member.lastRead),
  );
  return rows.map(({ member, user, unread }) => ({
    member: {
      user_id: user.id,
      user: toUser(user),
      role: 'member',
      channel_role: 'channel_member',
      banned: false,
      shadow_banned: false,
      notifications_muted: isMuted(member),
      created_at: member.createdAt,
      updated_at: member.createdAt,
    },
    read: {
      user: toUser(user),
      last_read: member.lastReadAt,
      last_read_message_id: lastIds.get(member.lastRead),
      unread_messages: unread,
    },
  }));
}

async function idsAt(db: Db, positions: readonly number[]): Promise<Map<number, string>> {
  if (positions.length === 0) return new Map();
  const rows = await db
    .select({ position: messages.position, id: messages.id })
    .from(messages)
    .where(inArray(messages.position, [...positions]));
  return new Map(rows.map(({ position, id }) => [position, id]));
}

/** What `reader` hasn't read, by channel, without muted channels. */
export async function unreadOf(
  db: Db,
  reader: string,
): Promise<{ channel_id: string; unread_count: number; last_read: Date }[]> {
  const rows = await db
    .select({ channel_id: members.cid, unread_count: unread, last_read: members.lastReadAt })
    .from(members)
    .where(and(eq(members.userId, reader), not(muted)));
  return rows.filter(({ unread_count }) => unread_count > 0);
}

/** A channel's messages as `reader` sees them. */
export async function readMessages(db: Db, cid: string, stretch: Stretch, reader: string | null) {
  const rows = await rowsOf(db, cid, stretch);
  return complete(db, rows, reader);
}

async function rowsOf(db: Db, cid: string, { limit, ...bounds }: Stretch): Promise<MessageRow[]> {
  const named = Object.entries(bounds).find(([, id]) => id !== undefined);
  const [bound, id] = named ?? [];
  const at = id === undefined ? undefined : await positionOf(db, cid, id);
  const before = (where: SQL | undefined, most: number) =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.cid, cid), where))
      .orderBy(desc(messages.position))
      .limit(most);
  const after = (where: SQL | undefined, most: number) =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.cid, cid), where))
      .orderBy(asc(messages.position))
      .limit(most);
  if (at === undefined) return (await before(undefined, limit)).reverse();
  switch (bound) {
    case 'id_lt':
      return (await before(lt(messages.position, at), limit)).reverse();
    case 'id_lte':
      return (await before(lte(messages.position, at), limit)).reverse();
    case 'id_gt':
      return after(gt(messages.position, at), limit);
    case 'id_gte':
      return after(gte(messages.position, at), limit);
    default: {
      const half = Math.ceil(limit / 2);
      return [
        ...(await before(lt(messages.position, at), half)).reverse(),
        ...(await after(gte(messages.position, at), limit - half)),
      ];
    }
  }
}

async function positionOf(db: Db, cid: string, id: string): Promise<number> {
  const [found] = await db
    .select({ position: messages.position })
    .from(messages)
    .where(and(eq(messages.cid, cid), eq(messages.id, id)));
  if (!found) throw missing('Message');
  return found.position;
}

/** A message's row. Raises a Refusal when there is none. */
export async function findMessage(db: Db, id: string): Promise<MessageRow> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id));
  if (!row) throw missing('Message');
  return row;
}

/** A message as `reader` sees it; null omits their own reactions. */
export async function readMessage(db: Db, id: string, reader: string | null) {
  const [whole] = await complete(db, [await findMessage(db, id)], reader);
  if (!whole) throw missing('Message');
  return whole;
}

/** Messages by their positions, in this order, as `reader` sees them. */
export async function completeMessages(db: Db, positions: readonly number[], reader: string) {
  if (positions.length === 0) return [];
  const rows = await db
    .select()
    .from(messages)
    .where(inArray(messages.position, [...positions]))
    .orderBy(desc(messages.position));
  return complete(db, rows, reader);
}

/** What found messages say of their channels. */
export async function channelsOf(db: Db, cids: readonly string[]) {
  if (cids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(channels)
    .where(inArray(channels.cid, [...cids]));
  return new Map(rows.map((row) => [row.cid, { ...row.data, cid: row.cid, ...splitCid(row.cid) }]));
}

async function complete(db: Db, rows: readonly MessageRow[], reader: string | null) {
  const quotedIds = rows.flatMap(({ quotedMessageId }) => quotedMessageId ?? []);
  const quoted = quotedIds.length === 0 ? [] : await db.select().from(messages).where(inArray(messages.id, quotedIds));
  const people = await findUsers(
    db,
    [...rows, ...quoted].flatMap(({ userId, mentionedUserIds }) => [userId, ...mentionedUserIds]),
  );
  const given = await reactionsTo(
    db,
    rows.map(({ id }) => id),
  );
  const attachments = await attachmentsOf(
    db,
    [...rows, ...quoted].map(({ id }) => id),
  );
  const whole = (row: MessageRow, of: object | undefined) => {
    const user = people.get(row.userId);
    if (!user) throw new Error('The message has no author');
    const mentioned = row.mentionedUserIds.flatMap((id) => people.get(id) ?? []);
    const own = { reactions: given.get(row.id) ?? [], attachments: attachments.get(row.id) ?? [] };
    return toMessage(row, { user, mentioned, ...own, quoted: of }, reader);
  };
  return rows.map((row) => {
    const original = quoted.find(({ id }) => id === row.quotedMessageId);
    return whole(row, original && whole(original, undefined));
  });
}

async function reactionsTo(db: Db, ids: readonly string[]): Promise<Map<string, ReactionRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ reaction: reactions, user: users })
    .from(reactions)
    .innerJoin(users, eq(users.id, reactions.userId))
    .where(inArray(reactions.messageId, [...ids]))
    .orderBy(asc(reactions.createdAt), asc(reactions.userId));
  const byMessage = new Map<string, ReactionRow[]>();
  for (const { reaction, user } of rows) {
    byMessage.set(reaction.messageId, [...(byMessage.get(reaction.messageId) ?? []), { ...reaction, user }]);
  }
  return byMessage;
}

/** A message's reactions, newest first. */
export async function readReactions(db: Db, id: string): Promise<ReactionRow[]> {
  return ((await reactionsTo(db, [id])).get(id) ?? []).reverse();
}

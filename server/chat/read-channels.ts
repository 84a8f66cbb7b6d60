import { and, asc, eq, exists, not, or, type SQL, sql } from 'drizzle-orm';
import type { ChannelMember, ChatChannel } from '../../domain/chat/channel';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { chatChannels, chatMembers, orgUsers, roles, users } from '../db/schema';
import { blockBetween } from '../db/visibility';

type Reader = { orgId: number; userId: string };

/** The organization's channels the reader is in, and public ones; by name. */
export async function loadChannels(db: Db, reader: Reader, only?: SQL): Promise<ChatChannel[]> {
  const rows = await db
    .select()
    .from(chatChannels)
    .where(and(eq(chatChannels.orgId, reader.orgId), visibleTo(db, reader), only))
    .orderBy(sql`${chatChannels.isDefault} desc`, asc(chatChannels.uniqueKey));
  if (rows.length === 0) return [];
  const members = await loadMembers(
    db,
    reader.orgId,
    rows.map(({ id }) => id),
  );
  const names = await namesOf(
    db,
    rows.flatMap((row) => counterpart(row, reader.userId) ?? []),
  );
  return rows.map((row) => {
    const people = members.get(row.id) ?? [];
    const other = counterpart(row, reader.userId);
    return {
      cid: row.id,
      channelType: row.channelType,
      orgId: row.orgId,
      name: other === null ? row.name : (names.get(other) ?? ''),
      topic: row.topic,
      isPrivate: row.isPrivate,
      isDefault: row.isDefault,
      role: people.find(({ userId }) => userId === reader.userId)?.role ?? null,
      members: people,
      created: row.createdAt.toISOString(),
    };
  });
}

/** One of them; undefined also for a private channel the reader isn't in. */
export async function loadChannel(db: Db, reader: Reader, cid: string): Promise<ChatChannel | undefined> {
  const [found] = await loadChannels(db, reader, eq(chatChannels.id, cid));
  return found;
}

function visibleTo(db: Db, { orgId, userId }: Reader): SQL | undefined {
  const own = db
    .select({ one: sql`1` })
    .from(chatMembers)
    .where(
      and(eq(chatMembers.orgId, orgId), eq(chatMembers.channelId, chatChannels.id), eq(chatMembers.userId, userId)),
    );
  const isPublic = and(eq(chatChannels.channelType, 'TEAM'), eq(chatChannels.isPrivate, false));
  return and(or(isPublic, exists(own)), not(isBlockedConversation));
}

async function loadMembers(db: Db, orgId: number, ids: readonly string[]): Promise<Map<string, ChannelMember[]>> {
  const rows = await db
    .select({
      channelId: chatMembers.channelId,
      userId: users.id,
      displayName: fullName,
      profileImageUri: users.profileImageUri,
      role: chatMembers.role,
      orgRole: roles.name,
    })
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .innerJoin(orgUsers, and(eq(orgUsers.orgId, orgId), eq(orgUsers.userId, users.id)))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(chatMembers.orgId, orgId), isOneOf(chatMembers.channelId, ids), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id));
  const byChannel = new Map<string, ChannelMember[]>();
  for (const { channelId, ...member } of rows) {
    byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), member]);
  }
  return byChannel;
}

/** Includes people who have since left the team. */
async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: users.id, name: fullName }).from(users).where(isOneOf(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const fullName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`;

const personOfKey = (place: 1 | 2) => sql`split_part(${chatChannels.uniqueKey}, ' ', ${sql.raw(`${place}`)})::uuid`;

/** A direct conversation of two people who blocked each other. */
const isBlockedConversation = sql`case when ${chatChannels.channelType} = 'TEAM_DM'
  then ${blockBetween(personOfKey(1), personOfKey(2))} else false end`;

/** The key of two people's direct conversation. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ');

function counterpart(row: typeof chatChannels.$inferSelect, userId: string): string | null {
  if (row.channelType !== 'TEAM_DM') return null;
  return row.uniqueKey.split(' ').find((id) => id !== userId) ?? null;
}

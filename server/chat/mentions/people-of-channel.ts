import { and, eq, isNull, not, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ShownPerson } from '../../../domain/chat/channel';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import {
  chatChannels,
  chatMembers,
  networkChannels,
  orgChannelMembers,
  orgChannels,
  orgUsers,
  users,
} from '../../db/schema';
import { areBlocked } from '../../db/visibility';
import { hasLeftTeam } from '../org-channels';

/** Someone in a channel, with the organization they are in it for; none where it is about people alone. */
export type ChannelPerson = ShownPerson & { orgId: number | null };

/** A channel of any kind, as far as the platform knows it; without a name, a direct conversation. */
export type ChannelPeople = { name: string | null; people: readonly ChannelPerson[] };

const shown = {
  userId: users.id,
  displayName: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
  profileImageUri: users.profileImageUri,
};

/** Who reads a channel now; null where there is none, and for a direct conversation of two who blocked each other. */
export async function findChannelPeople(db: Db, id: string): Promise<ChannelPeople | null> {
  if (!z.uuid().safeParse(id).success) return null;
  return (await ofTeam(db, id)) ?? (await ofOrganizations(db, id)) ?? (await ofTwo(db, id));
}

async function ofTeam(db: Db, id: string): Promise<ChannelPeople | null> {
  const [place] = await db.select({ orgId: chatChannels.orgId }).from(chatChannels).where(eq(chatChannels.id, id));
  if (place === undefined) return null;
  const { orgId } = place;
  const [channel] = await db
    .select({ channelType: chatChannels.channelType, name: chatChannels.name, uniqueKey: chatChannels.uniqueKey })
    .from(chatChannels)
    .where(and(eq(chatChannels.orgId, orgId), eq(chatChannels.id, id)));
  if (channel === undefined) return null;
  const isDirect = channel.channelType === 'TEAM_DM';
  const [one, other] = isDirect ? channel.uniqueKey.split(' ') : [];
  if (one !== undefined && other !== undefined && (await areBlocked(db, one, other))) return null;
  const people = await db
    .select(shown)
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .innerJoin(orgUsers, and(eq(orgUsers.orgId, orgId), eq(orgUsers.userId, users.id)))
    .where(and(eq(chatMembers.orgId, orgId), eq(chatMembers.channelId, id), eq(orgUsers.status, 'ACTIVE')));
  return { name: isDirect ? null : channel.name, people: people.map((person) => ({ ...person, orgId })) };
}

async function ofOrganizations(db: Db, id: string): Promise<ChannelPeople | null> {
  const [channel] = await db.select({ topic: orgChannels.topic }).from(orgChannels).where(eq(orgChannels.id, id));
  if (channel === undefined) return null;
  const people = await db
    .select({ ...shown, orgId: orgChannelMembers.orgId })
    .from(orgChannelMembers)
    .innerJoin(users, eq(users.id, orgChannelMembers.userId))
    .where(and(eq(orgChannelMembers.channelId, id), isNull(orgChannelMembers.leftAt), not(hasLeftTeam)));
  return { name: channel.topic || 'a partner channel', people };
}

async function ofTwo(db: Db, id: string): Promise<ChannelPeople | null> {
  const [pair] = await db.select().from(networkChannels).where(eq(networkChannels.id, id));
  if (pair === undefined || (await areBlocked(db, pair.oneUserId, pair.otherUserId))) return null;
  const people = await db
    .select(shown)
    .from(users)
    .where(and(isOneOf(users.id, [pair.oneUserId, pair.otherUserId]), isNull(users.deletedAt)));
  return { name: null, people: people.map((person) => ({ ...person, orgId: null })) };
}

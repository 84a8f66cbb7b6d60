import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Actor } from '../../domain/access/ability';
import type { Db } from '../db/client';
import { chatChannels, chatMembers } from '../db/schema';
import { ownChannelMember } from '../db/visibility';

/** Whether someone may know of a channel: they are in it, or it is public in their organization. */
export function seesChannelNews(db: Db, actor: Actor, channelId: string): Promise<boolean> {
  const isPublic = and(eq(chatChannels.channelType, 'TEAM'), eq(chatChannels.isPrivate, false));
  return matches(db, actor, channelId, or(isPublic, eq(chatMembers.userId, actor.userId)));
}

/** Whether someone is in a channel of the organization they are in now. */
export function isInChannel(db: Db, actor: Actor, channelId: string): Promise<boolean> {
  return matches(db, actor, channelId, eq(chatMembers.userId, actor.userId));
}

const UUID = /^[0-9a-f-]{36}$/;

async function matches(
  db: Db,
  { membership, userId }: Actor,
  channelId: string,
  where: SQL | undefined,
): Promise<boolean> {
  if (!membership || !UUID.test(channelId)) return false;
  const found = await db
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .leftJoin(chatMembers, ownChannelMember(userId))
    .where(and(eq(chatChannels.orgId, membership.orgId), eq(chatChannels.id, channelId), where));
  return found.length > 0;
}

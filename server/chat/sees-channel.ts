import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Actor } from '../../domain/access/ability';
import type { Db } from '../db/client';
import { chatChannels, chatMembers, orgChannels } from '../db/schema';
import { ownChannelMember } from '../db/visibility';
import { isInOrgChannel, visibleOrgChannels } from './read-org-channels';

/** Whether someone may know of a channel: they are in it, it is public in their organization, or they browse partner channels. */
export async function seesChannelNews(db: Db, actor: Actor, channelId: string): Promise<boolean> {
  const isPublic = and(eq(chatChannels.channelType, 'TEAM'), eq(chatChannels.isPrivate, false));
  if (await isTeamChannel(db, actor, channelId, or(isPublic, eq(chatMembers.userId, actor.userId)))) return true;
  return isOrgChannel(db, actor, channelId, visibleOrgChannels);
}

/** Whether someone is in a channel of the organization they are in now, or for it. */
export async function isInChannel(db: Db, actor: Actor, channelId: string): Promise<boolean> {
  if (await isTeamChannel(db, actor, channelId, eq(chatMembers.userId, actor.userId))) return true;
  return isOrgChannel(db, actor, channelId, isInOrgChannel);
}

const UUID = /^[0-9a-f-]{36}$/;

async function isTeamChannel(
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

async function isOrgChannel(
  db: Db,
  { membership }: Actor,
  channelId: string,
  where: typeof visibleOrgChannels | typeof isInOrgChannel,
): Promise<boolean> {
  if (!membership || !UUID.test(channelId)) return false;
  return (await db.$count(orgChannels, and(eq(orgChannels.id, channelId), where(db, membership)))) > 0;
}

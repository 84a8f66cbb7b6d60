import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Actor } from '../../domain/access/ability';
import type { Db } from '../db/client';
import { chatChannels, chatMembers } from '../db/schema';

/** Whether someone may know of a channel: they are in it, or it is public in their organization. */
export function seesChannelNews(db: Db, { membership }: Actor, channelId: string): Promise<boolean> {
  if (!membership) return Promise.resolve(false);
  const isPublic = and(
    eq(chatChannels.orgId, membership.orgId),
    eq(chatChannels.channelType, 'TEAM'),
    eq(chatChannels.isPrivate, false),
  );
  return matches(db, channelId, membership.userId, or(isPublic, eq(chatMembers.userId, membership.userId)));
}

/** Whether someone is in a channel. */
export function isInChannel(db: Db, { userId }: Actor, channelId: string): Promise<boolean> {
  return matches(db, channelId, userId, eq(chatMembers.userId, userId));
}

const UUID = /^[0-9a-f-]{36}$/;

async function matches(db: Db, channelId: string, userId: string, where: SQL | undefined): Promise<boolean> {
  if (!UUID.test(channelId)) return false;
  const found = await db
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .leftJoin(chatMembers, and(eq(chatMembers.channelId, chatChannels.id), eq(chatMembers.userId, userId)))
    .where(and(eq(chatChannels.id, channelId), where));
  return found.length > 0;
}

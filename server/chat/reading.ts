import { and, eq } from 'drizzle-orm';
import type { chat } from '../../domain/chat/contract';
import type { Ctx } from '../context';
import { chatChannels, chatMembers } from '../db/schema';
import type { Verb } from '../implement';
import { joinDefaultChannel } from './team';

/** New people are first registered at the chat service, which lets nobody else in. */
export const getToken: Verb<typeof chat.token> = async ({ membershipOrNull, person, services }) => {
  if (membershipOrNull) await joinDefaultChannel(services, membershipOrNull.orgId, person.userId);
  const { chat } = services;
  return {
    token: chat.tokenFor(person.userId),
    apiKey: chat.apiKey,
    basePath: chat.basePath,
    userId: person.userId,
    displayName: person.displayName,
  };
};

/** This organization's channels only: the chat service counts all of a person's channels. */
export async function countUnread({ db, membership, person, services }: Ctx): Promise<number> {
  const own = await db
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .innerJoin(chatMembers, and(eq(chatMembers.orgId, chatChannels.orgId), eq(chatMembers.channelId, chatChannels.id)))
    .where(and(eq(chatChannels.orgId, membership.orgId), eq(chatMembers.userId, person.userId)));
  if (own.length === 0) return 0;
  const unread = await services.chat.unreadOf(person.userId);
  return own.reduce((sum, { id }) => sum + (unread.get(id) ?? 0), 0);
}

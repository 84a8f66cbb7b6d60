import { and, eq } from 'drizzle-orm';
import type { chat } from '../../domain/chat/contract';
import type { Ctx } from '../context';
import { chatChannels, chatMembers, orgChannels } from '../db/schema';
import type { Verb } from '../implement';
import { shownNetworkChannels } from './network-channels';
import { isInOrgChannel } from './read-org-channels';
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

/**
 * Of this organization's channels, those with others that the person is in for it, and their direct ones with connections, which are theirs in every organization:
 * the chat service counts all of a person's channels.
 */
export async function countUnread({ db, membership, person, services }: Ctx): Promise<number> {
  const own = await db
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .innerJoin(chatMembers, and(eq(chatMembers.orgId, chatChannels.orgId), eq(chatMembers.channelId, chatChannels.id)))
    .where(and(eq(chatChannels.orgId, membership.orgId), eq(chatMembers.userId, person.userId)));
  const partner = await db.select({ id: orgChannels.id }).from(orgChannels).where(isInOrgChannel(db, membership));
  const ids = [...[...own, ...partner].map(({ id }) => id), ...(await shownNetworkChannels(db, person.userId))];
  if (ids.length === 0) return 0;
  const unread = await services.chat.unreadOf(person.userId);
  return ids.reduce((sum, id) => sum + (unread.get(id) ?? 0), 0);
}

import { and, eq, not, sql } from 'drizzle-orm';
import { findChannelPeople } from '../../chat/mentions/people-of-channel';
import { isOneOf } from '../../db/page';
import { chatMentions, users } from '../../db/schema';
import { isHiddenFrom } from '../../db/visibility';
import { type CustomShown, type CustomTold, said } from './type';

export const chatTold: CustomTold<'CHAT_MENTION'> = {
  CHAT_MENTION: {
    async people(db, { channelId, userIds }, orgId) {
      const channel = await findChannelPeople(db, channelId);
      return (channel?.people ?? [])
        .filter((one) => (one.orgId ?? 0) === orgId && userIds.includes(one.userId))
        .map(({ userId }) => userId);
    },
    isOpen: async (db, { messageId }) => (await db.$count(chatMentions, eq(chatMentions.messageId, messageId))) > 0,
  },
};

/** By whom and where, never what was said: the chat service keeps that for those who are in the channel. */
export const chatShown: CustomShown<'CHAT_MENTION'> = {
  async CHAT_MENTION({ db, userId: readerId }, orgId, payloads) {
    const names = new Map<string, string | null>();
    for (const channelId of new Set(payloads.map((payload) => payload.channelId))) {
      const channel = await findChannelPeople(db, channelId);
      const isIn = channel?.people.some((one) => one.userId === readerId && (one.orgId ?? 0) === orgId);
      if (channel && isIn) names.set(channelId, channel.name);
    }
    const authors = await db
      .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
      .from(users)
      .where(
        and(
          isOneOf(
            users.id,
            payloads.map(({ authorId }) => authorId),
          ),
          not(isHiddenFrom(readerId, users.id)),
        ),
      );
    const byAuthor = new Map(authors.map(({ id, name }) => [id, name]));
    return ({ channelId, messageId, authorId }) => {
      const [author, channel] = [byAuthor.get(authorId), names.get(channelId)];
      if (author === undefined || channel === undefined) return null;
      const route = `/chat/messages/${channelId}?message=${encodeURIComponent(messageId)}`;
      return said(`${author} mentioned you`, channel === null ? 'In your direct messages' : `In ${channel}`, '', route);
    };
  },
};

import { and, eq } from 'drizzle-orm';
import type { chat } from '../../domain/chat/contract';
import { factsOf, mayDeleteMessage } from '../../domain/chat/rules';
import { DomainError, notFound } from '../../domain/errors';
import { chatChannels, chatMembers } from '../db/schema';
import type { Verb } from '../http/implement';
import { loadChannel, loadChannels } from './load-channels';
import { joinDefaultChannel } from './team';

/** Deletes a message at the chat service, once the platform has found that it is the caller's to delete. */
export const deleteMessage: Verb<typeof chat.deleteMessage> = async (ctx, { params: { messageId } }) => {
  const { audit, db, membership, person, services } = ctx;
  const message = await services.chat.findMessage(messageId);
  const reader = { orgId: membership.orgId, userId: person.userId };
  const channel = message && (await loadChannel(db, reader, message.channelId));
  if (!message || !channel || channel.role === null) throw notFound('Message');
  if (!mayDeleteMessage(factsOf(channel), membership, message.userId)) {
    throw new DomainError('FORBIDDEN', 'Only its writer, or an owner of the channel, can delete a message.');
  }
  await services.chat.deleteMessage(messageId);
  await audit({ id: messageId, before: { channel: channel.cid, writtenBy: message.userId } });
  return { ok: true };
};

export const listChannels: Verb<typeof chat.channels> = async ({ db, membership, person, services }) => {
  await joinDefaultChannel(services, membership.orgId, person.userId);
  return loadChannels(db, { orgId: membership.orgId, userId: person.userId });
};

export const getToken: Verb<typeof chat.token> = async ({ person, services: { chat } }) => ({
  token: chat.tokenFor(person.userId),
  apiKey: chat.apiKey,
  basePath: chat.basePath,
  userId: person.userId,
  displayName: person.displayName,
});

/** Only of this organisation's channels: the chat service counts a person's whole world. */
export const countUnread: Verb<typeof chat.unread> = async ({ db, membership, person, services }) => {
  const own = await db
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .innerJoin(chatMembers, eq(chatMembers.channelId, chatChannels.id))
    .where(and(eq(chatChannels.orgId, membership.orgId), eq(chatMembers.userId, person.userId)));
  if (own.length === 0) return { total: 0 };
  const unread = await services.chat.unreadOf(person.userId);
  return { total: own.reduce((sum, { id }) => sum + (unread.get(id) ?? 0), 0) };
};

import type { chat } from '../../domain/chat/contract';
import { factsOf, mayDeleteMessage } from '../../domain/chat/rules';
import { DomainError, notFound } from '../../domain/errors';
import type { Verb } from '../implement';
import { loadChannel } from './read-channels';

/** Deletes a message at the chat service, after checking that the caller may. */
export const deleteMessage: Verb<typeof chat.deleteMessage> = async (ctx, { params: { messageId } }) => {
  const { audit, db, membership, person, services } = ctx;
  const message = await services.chat.findMessage(messageId);
  const reader = { orgId: membership.orgId, userId: person.userId };
  const channel = message && (await loadChannel(db, reader, message.channelId));
  if (!message || !channel || channel.role === null) throw notFound('Message');
  if (!mayDeleteMessage(factsOf(channel), membership, message.userId)) {
    throw new DomainError('FORBIDDEN', 'Only its author or a channel owner can delete a message.');
  }
  await services.chat.deleteMessage(messageId);
  await audit({ id: messageId, before: { channel: channel.cid, writtenBy: message.userId } });
  return { ok: true };
};

import type { chat } from '../../domain/chat/contract';
import { type DeletionFacts, factsOf, refusalToDelete } from '../../domain/chat/rules';
import { DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { Verb } from '../implement';
import { shownNetworkChannels } from './network-channels';
import { loadChannel } from './read-channels';
import { loadOrgChannel } from './read-org-channels';

/** Deletes a message at the chat service, after checking that the caller may. */
export const deleteMessage: Verb<typeof chat.deleteMessage> = async (ctx, { params: { messageId } }) => {
  const { audit, membership, services } = ctx;
  const message = await services.chat.findMessage(messageId);
  const channel = message && (await findOwnChannel(ctx, message.channelId));
  if (!message || !channel) throw notFound('Message');
  const refusal = refusalToDelete(channel, membership, message.userId);
  if (refusal) throw new DomainError('FORBIDDEN', refusal);
  await services.chat.deleteMessage(messageId);
  await audit({
    // No colleague reads of conversations of connections.
    ...(channel.channelType === 'NETWORK_DM' ? { orgId: NO_ORGANIZATION } : {}),
    id: messageId,
    before: { channel: message.channelId, writtenBy: message.userId },
  });
  return { ok: true };
};

/** A channel the caller is in: of their organization, with another, or a direct one with a connection. Null for others. */
export async function findOwnChannel({ db, membership, person }: Ctx, id: string): Promise<DeletionFacts | null> {
  const { userId } = person;
  const channel = await loadChannel(db, { orgId: membership.orgId, userId }, id);
  if (channel) return channel.role === null ? null : factsOf(channel);
  const partner = await loadOrgChannel(db, membership, id);
  if (partner) return partner.role === null ? null : { channelType: 'NETWORK_ORG_TO_ORG' };
  const [found] = await shownNetworkChannels(db, userId, id);
  return found === undefined ? null : { channelType: 'NETWORK_DM' };
}

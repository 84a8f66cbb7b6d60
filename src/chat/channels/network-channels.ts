import type { Channel, StreamChat } from 'stream-chat';
import { NETWORK_SERVICE_TYPE, type NetworkChannel, type ShownPerson } from '../../../domain/chat/channel';

/** The reader's direct conversations with connections that are loaded. The platform lists none: the chat service does. */
export function networkChannels(client: StreamChat): NetworkChannel[] {
  return Object.values(client.activeChannels)
    .filter(({ initialized, type }) => initialized && type === NETWORK_SERVICE_TYPE)
    .map((channel) => toNetworkChannel(channel, client.userID));
}

function toNetworkChannel({ id = '', data, state }: Channel, readerId: string | undefined): NetworkChannel {
  const members = Object.values(state.members).map(
    ({ user, user_id }): ShownPerson => ({
      userId: user?.id ?? user_id ?? '',
      displayName: user?.name ?? '',
      profileImageUri: user?.image ?? null,
    }),
  );
  const other = members.find(({ userId }) => userId !== readerId);
  // Whoever deleted their account is in no channel, but wrote what they wrote.
  const writer = state.latestMessages.find(({ user }) => user && user.id !== readerId)?.user;
  return {
    cid: id,
    channelType: 'NETWORK_DM',
    name: other?.displayName || writer?.name || 'Former member',
    members,
    isFrozen: data?.frozen === true,
    role: 'member',
    created: new Date(data?.created_at ?? 0).toISOString(),
  };
}

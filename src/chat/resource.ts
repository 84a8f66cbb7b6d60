import { chat } from '../../domain/chat/contract';
import { channelInvites as inviteCalls } from '../../domain/chat/network-contract';
import { resourceOf } from '../providers/refine/resource';

/**
 * The organization's channels: the reader's own and those they may join. Replies of writes go straight into the list
 * (`useListedChannel`).
 */
export const chatChannels = resourceOf({
  name: 'chat-channels',
  topics: ['chat', 'access'],
  updatedByReplies: true,
  list: chat.channels,
});

/** Invites to such channels, sent and received, that nobody answered. */
export const channelInvites = resourceOf({
  name: 'channel-invites',
  topics: ['channel-invites', 'chat'],
  list: inviteCalls.list,
  create: inviteCalls.send,
  update: inviteCalls.update,
});

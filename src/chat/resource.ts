import { chat } from '../../domain/chat/contract';
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

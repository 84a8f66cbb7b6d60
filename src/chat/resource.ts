import { chat } from '../../domain/chat/contract';
import { resourceOf } from '../providers/resource';

/**
 * The channels of the organization: one's own, and those one may join. What a write answers is put into the list at once
 * (`useListedChannel`), so no write of this page has it read again.
 */
export const chatChannels = resourceOf({ name: 'chat-channels', topics: ['chat', 'access'], list: chat.channels });

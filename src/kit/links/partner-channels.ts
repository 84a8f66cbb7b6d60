import { orgChannels } from '../../../domain/chat/network-contract';
import { resourceOf } from '../../providers/refine/resource';

/** Channels with other organizations: the reader's own and, if they browse them, those they may join. */
export const partnerChannels = resourceOf({
  name: 'partner-channels',
  topics: ['chat', 'access'],
  updatedByReplies: true,
  list: orgChannels.list,
});

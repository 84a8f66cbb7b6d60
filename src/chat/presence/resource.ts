import { chat } from '../../../domain/chat/contract';
import { resourceOf } from '../../providers/refine/resource';

/** People whose presence isn't shown, nor one's own to them. */
export const hiddenPresence = resourceOf({
  name: 'hidden-presence',
  topics: ['connections'],
  list: chat.hiddenPresence,
});

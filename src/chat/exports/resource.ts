import { chatExports as calls } from '../../../domain/chat/export-contract';
import { resourceOf } from '../../providers/refine/resource';

/** Files of channels the reader asked for; the feed tells when one is ready. */
export const chatExports = resourceOf({ name: 'chat-exports', topics: ['feed'], list: calls.list });

import { tracking } from '../../domain/integrations/contract';
import { session } from '../../domain/session/contract';
import { resourceOf } from '../providers/resource';

/** Where one is signed in; deleting a session ends it. */
export const sessions = resourceOf({ name: 'sessions', list: session.sessions, remove: session.endSession });

/** One's own tracking system keys, by the letters of their states. */
export const trackingKeys = resourceOf({
  name: 'tracking-keys',
  list: tracking.keys,
  create: tracking.saveKey,
  remove: tracking.removeKey,
});

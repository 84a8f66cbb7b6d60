import { tracking } from '../../domain/integrations/contract';
import { session } from '../../domain/session/contract';
import { resourceOf } from '../providers/refine/resource';

/** The person's sessions; deleting one ends it. */
export const sessions = resourceOf({ name: 'sessions', list: session.sessions, remove: session.endSession });

/** The person's tracking system keys, by state. */
export const trackingKeys = resourceOf({
  name: 'tracking-keys',
  list: tracking.keys,
  create: tracking.saveKey,
  remove: tracking.removeKey,
});

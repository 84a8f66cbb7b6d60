import { blockedUsers as blockedCalls, connections as calls } from '../../domain/connections/contract';
import { resourceOf } from '../providers/refine/resource';

/** The person's connections and open invites. */
export const connections = resourceOf({
  name: 'connections',
  topics: ['connections'],
  list: calls.list,
  update: calls.answer,
  remove: calls.remove,
});

/** Whom the person blocked. */
export const blockedUsers = resourceOf({
  name: 'blocked-users',
  topics: ['connections'],
  list: blockedCalls.list,
  remove: blockedCalls.unblock,
});

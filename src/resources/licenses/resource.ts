import { licenses as calls } from '../../../domain/licenses/contract';
import { resourceOf } from '../../providers/refine/resource';

/** The organization's licenses, with their tracking system status. */
export const licenses = resourceOf({
  name: 'licenses',
  topics: ['organization', 'integrations'],
  list: calls.search,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});

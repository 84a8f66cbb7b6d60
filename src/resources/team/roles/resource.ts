import { roles as calls } from '../../../../domain/team/roles-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** The organization's roles. */
export const roles = resourceOf({
  name: 'roles',
  topics: ['access', 'organization'],
  list: calls.list,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});

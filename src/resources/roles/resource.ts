import { roles as calls } from '../../../domain/organization/contract';
import { resourceOf } from '../../providers/resource';

/** What people of the organization may do, by role. */
export const roles = resourceOf({
  name: 'roles',
  topics: ['access'],
  list: calls.list,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});

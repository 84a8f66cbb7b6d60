import { registerImports as calls } from '../../domain/licenses/register-contract';
import { support } from '../../domain/support/contract';
import { resourceOf } from '../providers/refine/resource';

/** Jobs that were given up. */
export const failedJobs = resourceOf({ name: 'failed-jobs', list: support.failedJobs });

/** People support staff can find and act for. */
export const supportedUsers = resourceOf({ name: 'supported-users', list: support.users });

/** Imports of states' registers. */
export const registerImports = resourceOf({
  name: 'register-imports',
  list: calls.list,
  create: calls.begin,
  remove: calls.discard,
});

/** The licenses of one import. */
export const registerRows = resourceOf({ name: 'register-rows', list: calls.rows });

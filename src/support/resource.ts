import { support } from '../../domain/support/contract';
import { resourceOf } from '../providers/refine/resource';

/** Jobs that were given up. */
export const failedJobs = resourceOf({ name: 'failed-jobs', list: support.failedJobs });

/** People support staff can find and act for. */
export const supportedUsers = resourceOf({ name: 'supported-users', list: support.users });

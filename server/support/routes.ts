import { support } from '../../domain/support/contract';
import { implement } from '../implement';
import { dismissJobs, listFailedJobs, tryAgain } from './failed-jobs';
import { impersonate, stopImpersonating } from './impersonate';
import { findUsers } from './search-users';

export const supportRoutes = [
  implement(support)({
    users: findUsers,
    impersonate,
    stop: stopImpersonating,
    failedJobs: listFailedJobs,
    tryAgain,
    dismissJobs,
  }),
];

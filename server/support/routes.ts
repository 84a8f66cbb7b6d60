import { support } from '../../domain/support/contract';
import { implement } from '../implement';
import { dismissJobs, listFailedJobs, tryAgain } from './failed-jobs';
import { impersonate, stopImpersonating } from './impersonate';
import { findUsers } from './search-users';
import { setPlan } from './set-plan';

export const supportRoutes = [
  implement(support)({
    users: findUsers,
    setPlan,
    impersonate,
    stop: stopImpersonating,
    failedJobs: listFailedJobs,
    tryAgain,
    dismissJobs,
  }),
];

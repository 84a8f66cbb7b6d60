import { support } from '../../domain/support/contract';
import { implement } from '../implement';
import { findUsers } from './find-users';
import { impersonate, stopImpersonating } from './impersonate';

export const supportRoutes = [implement(support)({ users: findUsers, impersonate, stop: stopImpersonating })];

import { support } from '../../domain/support/contract';
import { implement } from '../implement';
import { impersonate, stopImpersonating } from './impersonate';
import { findUsers } from './search-users';

export const supportRoutes = [implement(support)({ users: findUsers, impersonate, stop: stopImpersonating })];

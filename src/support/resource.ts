import { support } from '../../domain/support/contract';
import { resourceOf } from '../providers/refine/resource';

/** People support staff can find and act for. */
export const supportedUsers = resourceOf({ name: 'supported-users', list: support.users });

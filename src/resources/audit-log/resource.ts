import { organization } from '../../../domain/organization/contract';
import { resourceOf } from '../../providers/resource';

/** Every change made in the organization. */
export const auditLog = resourceOf({ name: 'audit-log', list: organization.auditLog });

import { organization } from '../../../domain/organization/contract';
import { resourceOf } from '../../providers/resource';

/** Every change in the organization. */
export const auditLog = resourceOf({ name: 'audit-log', list: organization.auditLog });

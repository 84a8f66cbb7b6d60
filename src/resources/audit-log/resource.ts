import { auditLog as calls } from '../../../domain/organization/audit-contract';
import { resourceOf } from '../../providers/resource';

/** Every change in the organization. */
export const auditLog = resourceOf({ name: 'audit-log', list: calls.list });

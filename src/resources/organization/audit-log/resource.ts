import { auditLog as calls } from '../../../../domain/organization/audit-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Every change in the organization. */
export const auditLog = resourceOf({ name: 'audit-log', list: calls.list });

import { organization } from '../../domain/organization/contract';
import { implement } from '../implement';
import { listOrgUsers, listSalesReps } from '../team/people';
import { readAuditLog } from './audit-log';
import { getOrganization, getPlanAllows, getProfile } from './organization';

export const organizationRoutes = [
  implement(organization)({
    profile: getProfile,
    full: getOrganization,
    users: listOrgUsers,
    salesReps: listSalesReps,
    auditLog: readAuditLog,
    planAllows: getPlanAllows,
  }),
];

import { organization, roles } from '../../domain/organization/contract';
import { implement } from '../http/implement';
import { getOrganization, getPlanAllows, getProfile } from './organization';
import { listOrgUsers, listSalesReps } from './people';
import { createRole, getRole, listRoles, removeRole, updateRole } from './roles';

export const organizationRoutes = [
  implement(organization)({
    profile: getProfile,
    full: getOrganization,
    users: listOrgUsers,
    salesReps: listSalesReps,
    planAllows: getPlanAllows,
  }),
  implement(roles)({ list: listRoles, get: getRole, create: createRole, update: updateRole, remove: removeRole }),
];

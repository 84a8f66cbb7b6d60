import { organisation, roles } from '../../domain/organisation/contract';
import { implement } from '../http/implement';
import { getOrganisation, getPlanAllows, getProfile } from './organisation';
import { listOrgUsers, listSalesReps } from './people';
import { createRole, getRole, listRoles, removeRole, updateRole } from './roles';

export const organisationRoutes = [
  implement(organisation)({
    profile: getProfile,
    full: getOrganisation,
    users: listOrgUsers,
    salesReps: listSalesReps,
    planAllows: getPlanAllows,
  }),
  implement(roles)({ list: listRoles, get: getRole, create: createRole, update: updateRole, remove: removeRole }),
];

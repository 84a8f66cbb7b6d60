import { organization } from '../../domain/organization/contract';
import { implement } from '../implement';
import { listOrgUsers, listSalesReps } from '../team/people';
import { getOrganization, getPlanAllows, getProfile } from './organization';

export const organizationRoutes = [
  implement(organization)({
    profile: getProfile,
    full: getOrganization,
    users: listOrgUsers,
    salesReps: listSalesReps,
    planAllows: getPlanAllows,
  }),
];

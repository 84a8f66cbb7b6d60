import { brandPictures, companyPictures, organizationPictures } from '../../domain/files/contract';
import { organization } from '../../domain/organization/contract';
import { implement } from '../implement';
import { listOrgUsers, listSalesReps } from '../team/people';
import { readAuditLog } from './audit-log';
import { getOrganization, getPlanAllows, getProfile } from './organization';
import {
  removeBrandPicture,
  removeCompanyPicture,
  removeOrganizationPicture,
  setBrandPicture,
  setCompanyPicture,
  setOrganizationPicture,
} from './pictures';

export const organizationRoutes = [
  implement(organization)({
    profile: getProfile,
    full: getOrganization,
    users: listOrgUsers,
    salesReps: listSalesReps,
    auditLog: readAuditLog,
    planAllows: getPlanAllows,
  }),
  implement(organizationPictures)({ set: setOrganizationPicture, remove: removeOrganizationPicture }),
  implement(brandPictures)({ set: setBrandPicture, remove: removeBrandPicture }),
  implement(companyPictures)({ set: setCompanyPicture, remove: removeCompanyPicture }),
];

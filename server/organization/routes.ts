import { brandPictures, companyPictures, organizationPictures } from '../../domain/files/contract';
import { auditLog } from '../../domain/organization/audit-contract';
import {
  buyerCompanies,
  companies,
  companyInvites,
  companyNotifications,
  organizationLists,
} from '../../domain/organization/company-contract';
import { organization } from '../../domain/organization/contract';
import { orgListing } from '../../domain/organization/org-listing';
import { implement } from '../implement';
import { listOrgUsers, listSalesReps } from '../team/list-org-users';
import { exportAuditLog, readAuditLog } from './audit-log';
import { addAddress, updateAddress } from './company-addresses';
import { inviteBuyer } from './company-invites';
import { getNotificationSettings, updateNotificationSettings } from './company-notifications';
import { listCustomers, listVendors } from './distributors';
import { loadBuyerCompanies } from './list-buyer-companies';
import { loadCompanies } from './list-companies';
import { readMarketplaceLink, setMarketplaceLink } from './marketplace-link';
import { getOrganization, getPlanAllows, updateOrganization } from './organization';
import {
  removeBrandPicture,
  removeCompanyPicture,
  removeOrganizationPicture,
  setBrandPicture,
  setCompanyPicture,
  setOrganizationPicture,
} from './pictures';
import { getListing } from './read-listing';
import { companyDependents, removeCompany } from './remove-company';
import { createBuyerCompany, loadBuyerCompany, updateBuyerCompany } from './save-buyer-company';
import { createCompany, loadCompany, updateCompany, updateKeyPeople, updateLocations } from './save-company';

export const organizationRoutes = [
  implement(orgListing)({ profile: getListing }),
  implement(organization)({
    full: getOrganization,
    update: updateOrganization,
    users: listOrgUsers,
    salesReps: listSalesReps,
    planAllows: getPlanAllows,
  }),
  implement(auditLog)({ list: readAuditLog, export: exportAuditLog }),
  implement(companies)({
    list: (ctx) => loadCompanies(ctx),
    get: (ctx, { params }) => loadCompany(ctx, params.id),
    create: createCompany,
    update: updateCompany,
    dependents: companyDependents,
    remove: removeCompany,
    updateKeyPeople,
    updateLocations,
    addAddress,
    updateAddress,
    marketplaceLink: readMarketplaceLink,
    setMarketplaceLink,
  }),
  implement(companyNotifications)({ get: getNotificationSettings, update: updateNotificationSettings }),
  implement(organizationLists)({ vendors: listVendors, customers: listCustomers }),
  implement(companyInvites)({ create: inviteBuyer }),
  implement(buyerCompanies)({
    list: ({ db, membership }) => loadBuyerCompanies(db, membership),
    get: (ctx, { params }) => loadBuyerCompany(ctx, params.id),
    create: createBuyerCompany,
    update: updateBuyerCompany,
  }),
  implement(organizationPictures)({ set: setOrganizationPicture, remove: removeOrganizationPicture }),
  implement(brandPictures)({ set: setBrandPicture, remove: removeBrandPicture }),
  implement(companyPictures)({ set: setCompanyPicture, remove: removeCompanyPicture }),
];

import { z } from 'zod';
import { anyOf, read, write } from '../access/ability';
import { Done, del, get, Id, IdParams, OrgScope, post, put, Version } from '../contract/endpoint';
import { BuyerCompanyDraft, BuyerCompanyEdit, BuyerCompanyRecord } from './buyer-company';
import {
  AddressDraft,
  CompanyDraft,
  CompanyEdit,
  CompanyInvite,
  CompanyInviteDraft,
  CompanyRecord,
  KeyPeopleEdit,
  ListedCustomer,
  LocationsEdit,
  NotificationSettings,
  NotificationSettingsEdit,
  Vendor,
  VendorsOf,
} from './company';
import { Dependents } from './dependents';
import { LinkChange } from './marketplace-link';

const CompanyParams = z.object({ companyId: Id });
const reads = read('EDIT_ORGANIZATION');
const writes = write('EDIT_ORGANIZATION');

/** Seller companies. */
export const companies = {
  list: get('/orgs/:orgId/companies', {
    summary: 'The seller companies the caller can see, by name',
    params: OrgScope,
    returns: z.array(CompanyRecord),
    requires: reads,
  }),
  get: get('/companies/:id', {
    summary: 'A seller company with its people, locations and payment options',
    params: IdParams,
    returns: CompanyRecord,
    requires: reads,
  }),
  create: post('/companies', {
    summary: 'Add a company',
    body: CompanyDraft,
    returns: CompanyRecord,
    requires: writes,
    audit: 'company',
    idempotent: true,
    byKey: false,
  }),
  update: put('/companies/:id', {
    summary: 'Change a company; and, if given, its payment options',
    params: IdParams,
    body: CompanyEdit,
    returns: CompanyRecord,
    requires: writes,
    audit: 'company',
  }),
  dependents: get('/companies/:id/dependents', {
    summary: 'What must be settled before a company is removed, and what goes with it',
    params: IdParams,
    returns: Dependents,
    requires: writes,
  }),
  remove: del('/companies/:id', {
    summary: 'Remove a company; only one that nothing depends on, and its finished orders stay',
    params: IdParams,
    returns: Done,
    requires: writes,
    audit: 'company',
  }),
  updateKeyPeople: put('/companies/:id/key-people', {
    summary: 'Change a company’s key people; replaces them, in order',
    params: IdParams,
    body: KeyPeopleEdit,
    returns: CompanyRecord,
    requires: writes,
    audit: 'company',
  }),
  updateLocations: put('/companies/:id/locations', {
    summary: 'Change a company’s locations; from its addresses, in order',
    params: IdParams,
    body: LocationsEdit,
    returns: CompanyRecord,
    requires: writes,
    audit: 'company',
  }),
  addAddress: post('/companies/:id/addresses', {
    summary: 'Add an address; it becomes the company’s last location',
    params: IdParams,
    body: AddressDraft,
    returns: CompanyRecord,
    requires: writes,
    audit: 'company',
    idempotent: true,
  }),
  updateAddress: put('/companies/:id/addresses/:addressId', {
    summary: 'Change a company’s address',
    params: IdParams.extend({ addressId: Id }),
    body: AddressDraft.extend({ version: Version }),
    returns: CompanyRecord,
    requires: writes,
    audit: 'company',
  }),
  marketplaceLink: get('/companies/:id/marketplace-link', {
    part: 'wholesale',
    summary: 'What severing or joining the wholesale marketplace link would change',
    params: IdParams,
    returns: LinkChange,
    requires: writes,
  }),
  setMarketplaceLink: put('/companies/:id/marketplace-link', {
    summary: 'Sever or join the wholesale marketplace link; severed, prices are set here',
    params: IdParams,
    body: z.object({ severed: z.boolean(), version: Version }),
    returns: CompanyRecord,
    requires: writes,
    audit: 'company',
  }),
};

export const companyNotifications = {
  get: get('/companies/:companyId/notification-settings', {
    summary: 'Who gets an email about what happens at a company',
    params: CompanyParams,
    query: OrgScope,
    returns: NotificationSettings,
    requires: reads,
  }),
  update: put('/companies/:companyId/notification-settings', {
    summary: 'Change a company’s email notifications',
    params: CompanyParams,
    query: OrgScope,
    body: NotificationSettingsEdit,
    returns: NotificationSettings,
    requires: writes,
    audit: 'company-notifications',
  }),
};

/** Short lists to choose from. */
export const organizationLists = {
  vendors: get('/orgs/:orgId/lists/vendors', {
    summary: 'The distributors a company can use, by name',
    params: OrgScope,
    query: VendorsOf,
    returns: z.array(Vendor),
    requires: anyOf(reads, read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS')),
  }),
  customers: get('/orgs/:orgId/lists/customers', {
    summary: 'The customers the caller can see, by name, optionally of one company',
    params: OrgScope,
    query: z.object({ companyId: Id.optional() }),
    returns: z.array(ListedCustomer),
    requires: anyOf(read('CUSTOMERS'), read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS')),
    mayLag: true,
  }),
};

export const companyInvites = {
  create: post('/company-invites', {
    summary: 'Invite a buyer',
    body: CompanyInviteDraft,
    returns: CompanyInvite,
    requires: anyOf(write('CUSTOMERS'), writes),
    audit: 'company-invite',
    idempotent: true,
    refuses: ['NOT_FOUND'],
  }),
};

export const buyerCompanies = {
  list: get('/orgs/:orgId/buyer-companies', {
    summary: 'The buyer companies the caller can see, with the licenses they may buy for',
    params: OrgScope,
    returns: z.array(BuyerCompanyRecord),
    requires: reads,
  }),
  get: get('/buyer-companies/:id', {
    summary: 'A buyer company with the licenses the caller may buy for',
    params: IdParams,
    returns: BuyerCompanyRecord,
    requires: reads,
  }),
  create: post('/buyer-companies', {
    summary: 'Add a buyer company',
    body: BuyerCompanyDraft,
    returns: BuyerCompanyRecord,
    requires: writes,
    audit: 'buyer-company',
    idempotent: true,
  }),
  update: put('/buyer-companies/:id', {
    summary: 'Change a buyer company; and its licenses',
    params: IdParams,
    body: BuyerCompanyEdit,
    returns: BuyerCompanyRecord,
    requires: writes,
    audit: 'buyer-company',
  }),
};

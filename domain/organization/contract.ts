import { z } from 'zod';
import { anyOf, member, read, write } from '../access/ability';
import { get, Id, IdParams, OrgScope, patch } from '../contract/endpoint';
import { OrgUser, SalesRep } from '../team/member';
import { Organization, OrgEdit, OrgProfile } from './organization';

export const organization = {
  full: get('/orgs/:orgId/full', {
    summary: 'The organization, with the licenses, brands, companies and flags the caller can see',
    params: OrgScope,
    returns: Organization,
    requires: member,
    byKey: true,
  }),
  update: patch('/orgs/:id', {
    summary: 'Rename the organization',
    params: IdParams,
    body: OrgEdit,
    returns: OrgProfile,
    requires: write('EDIT_ORGANIZATION'),
    audit: 'organization',
  }),
  users: get('/orgs/:orgId/org-users', {
    summary: 'People in the organization; open invitations are included unless `all` is false',
    params: OrgScope,
    query: z.object({ all: z.stringbool().optional() }),
    returns: z.array(OrgUser),
    requires: anyOf(read('MANAGE_USERS'), read('MANAGE_ROLES')),
  }),
  salesReps: get('/orgs/:orgId/sales-reps', {
    summary: 'People who can be sales reps, optionally for one company',
    params: OrgScope,
    query: z.object({ companyId: Id.optional() }),
    returns: z.array(SalesRep),
    requires: anyOf(read('BROWSE_MY_ORDERS'), read('CUSTOMERS'), read('BROWSE_ORDERS')),
  }),
  planAllows: get('/orgs/:orgId/permissions', {
    summary: 'Whether the organization’s plan includes a paid feature',
    params: OrgScope,
    query: z.object({ paidFeatureSlug: z.string().min(1).max(60) }),
    returns: z.strictObject({ allowed: z.boolean(), plan: z.string(), cheapestPlan: z.string().nullable() }),
    requires: member,
    byKey: true,
  }),
};

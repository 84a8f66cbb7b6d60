import { z } from 'zod';
import { owner, write } from '../access/ability';
import { bulkCall } from '../bulk/bulk-call';
import { Done, del, get, Id, OrgScope, patch, post } from '../contract/endpoint';
import { OrgUser } from './member';
import { Invitation, InvitedOrgUser, InviteLink, OrgUserDependents, OrgUserEdit, teamFilters } from './team';

const OrgUserParams = z.object({ orgId: Id, id: Id });

export const team = {
  invite: post('/orgs/:orgId/org-users', {
    summary: 'Invite someone to the team',
    params: OrgScope,
    body: Invitation,
    returns: InvitedOrgUser,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
    idempotent: true,
  }),
  bulk: bulkCall('/org-users/bulk', {
    summary: 'Change the role of many people',
    scope: { orgId: Id },
    filters: teamFilters.schema,
    acts: {
      setRole: {
        title: 'Change role',
        input: z.object({ roleId: z.number('Choose a role').int().positive() }),
        requires: write('MANAGE_USERS'),
      },
    },
  }),
  transferOwnership: post('/orgs/:orgId/org-users/transfer-ownership', {
    summary: 'Transfer ownership and become an admin',
    params: OrgScope,
    body: z.object({ targetOrgUserId: Id }),
    returns: z.array(OrgUser),
    requires: owner,
    audit: 'org-user',
    inPersonOnly: true,
  }),
  update: patch('/orgs/:orgId/org-users/:id', {
    summary: 'Change someone’s role, title or assignments',
    params: OrgUserParams,
    body: OrgUserEdit,
    returns: OrgUser,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
  dependents: get('/orgs/:orgId/org-users/:id/dependents', {
    summary: 'What still names someone on the team',
    params: OrgUserParams,
    returns: OrgUserDependents,
    requires: write('MANAGE_USERS'),
  }),
  remove: del('/orgs/:orgId/org-users/:id', {
    summary: 'Remove someone from the team; access ends immediately',
    params: OrgUserParams,
    returns: Done,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
  resendInvitation: post('/orgs/:orgId/org-users/:id/resend-invitation', {
    summary: 'Resend an invitation; with the same link and a new expiry date',
    params: OrgUserParams,
    returns: InviteLink,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
  resetInviteLink: post('/orgs/:orgId/org-users/:id/reset-invite-link', {
    summary: 'Create a new invitation link; the old one stops working',
    params: OrgUserParams,
    returns: InviteLink,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
};

import { z } from 'zod';
import { owner, publicly, signedIn, write } from '../access/ability';
import { Done, del, get, Id, patch, post } from '../contract/endpoint';
import { OrgUser } from './organization';
import { Invitation, InviteCode, InvitedOrgUser, InviteLink, OrgInvite, OrgUserEdit } from './team';

const OrgParams = z.object({ orgId: Id });
const OrgUserParams = z.object({ orgId: Id, id: Id });
const CodeParams = z.object({ inviteCode: InviteCode });

export const team = {
  invite: post('/orgs/:orgId/org-users', {
    summary: 'Invite somebody by e-mail',
    params: OrgParams,
    body: Invitation,
    returns: InvitedOrgUser,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
    idempotent: true,
  }),
  transferOwnership: post('/orgs/:orgId/org-users/transfer-ownership', {
    summary: 'Make somebody else the owner and oneself an admin',
    params: OrgParams,
    body: z.object({ targetOrgUserId: Id }),
    returns: z.array(OrgUser),
    requires: owner,
    audit: 'org-user',
    inPersonOnly: true,
  }),
  update: patch('/orgs/:orgId/org-users/:id', {
    summary: 'Change somebody’s role, title, or what they are assigned',
    params: OrgUserParams,
    body: OrgUserEdit,
    returns: OrgUser,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
  remove: del('/orgs/:orgId/org-users/:id', {
    summary: 'Take somebody off the team; their access ends with the next call',
    params: OrgUserParams,
    returns: Done,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
  resendInvitation: post('/orgs/:orgId/org-users/:id/resend-invitation', {
    summary: 'Mail the invitation again, with the same link and a new date',
    params: OrgUserParams,
    returns: InviteLink,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
  resetInviteLink: post('/orgs/:orgId/org-users/:id/reset-invite-link', {
    summary: 'Make a new link; the old one stops working',
    params: OrgUserParams,
    returns: InviteLink,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
  }),
};

export const invitations = {
  byCode: get('/org-invites/:inviteCode', {
    summary: 'What an invitation is for, to whoever holds its link',
    params: CodeParams,
    returns: OrgInvite,
    requires: publicly,
    limited: true,
  }),
  mine: get('/users/me/org-invites', {
    summary: 'Open invitations to one’s own e-mail address',
    returns: z.array(OrgInvite),
    requires: signedIn,
  }),
  hasAny: get('/users/me/has-org-invites', {
    summary: 'Whether one has open invitations',
    returns: z.strictObject({ hasOrgInvites: z.boolean() }),
    requires: signedIn,
  }),
  accept: post('/orgs/accept-invitation/:inviteCode', {
    summary: 'Join the organization one was invited to',
    params: CodeParams,
    returns: z.strictObject({ orgId: Id, orgName: z.string() }),
    requires: signedIn,
    audit: 'org-user',
    inPersonOnly: true,
  }),
  acceptCode: post('/users/accept-invite-code', {
    summary: 'The same, with the code in the body, as it is kept while signing in',
    body: CodeParams,
    returns: z.strictObject({ orgId: Id, orgName: z.string() }),
    requires: signedIn,
    audit: 'org-user',
    inPersonOnly: true,
  }),
};

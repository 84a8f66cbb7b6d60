import { z } from 'zod';
import { publicly, signedIn } from '../access/ability';
import { get, Id, post } from '../contract/endpoint';
import { InviteCode, OrgInvite, ReceivedOrgInvite } from './invitation';

const CodeParams = z.object({ inviteCode: InviteCode });

/** Invitations to organizations, as the invited person uses them; apart from the team's, which no first page needs. */
export const invitations = {
  byCode: get('/org-invites/:inviteCode', {
    summary: 'Invitation details, for anyone with the link',
    params: CodeParams,
    returns: OrgInvite,
    requires: publicly,
    saysWho: true,
    limited: true,
  }),
  mine: get('/users/me/org-invites', {
    summary: 'Open invitations sent to your email; with `past` also those that expired or that you accepted lately',
    query: z.object({ past: z.stringbool().optional() }),
    returns: z.array(ReceivedOrgInvite),
    requires: signedIn,
  }),
  hasAny: get('/users/me/has-org-invites', {
    summary: 'Whether you have open invitations',
    returns: z.strictObject({ hasOrgInvites: z.boolean() }),
    requires: signedIn,
  }),
  waiting: get('/users/me/invites-waiting', {
    summary: 'How many invites to organizations, brands and connections await your answer',
    returns: z.strictObject({
      count: z.number().int(),
      /** Invites sent to an email are told only once it is confirmed. */
      isEmailConfirmed: z.boolean(),
    }),
    requires: signedIn,
  }),
  accept: post('/orgs/accept-invitation/:inviteCode', {
    summary: 'Join the organization',
    params: CodeParams,
    returns: z.strictObject({ orgId: Id, orgName: z.string() }),
    requires: signedIn,
    audit: 'org-user',
    inPersonOnly: true,
  }),
  acceptCode: post('/users/accept-invite-code', {
    summary: 'Join the organization; with the code in the body',
    body: CodeParams,
    returns: z.strictObject({ orgId: Id, orgName: z.string() }),
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    requires: signedIn,
    audit: 'org-user',
    inPersonOnly: true,
  }),
};

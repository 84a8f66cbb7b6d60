import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { CODE_LENGTH_WRONG, INVITE_CODE_LENGTH } from '../invite-code';

/** Days an invitation link works. */
export const INVITATION_DAYS = 14;

export const INVITE_STATES = ['INVITED', 'ACCEPTED', 'EXPIRED'] as const;

/** What someone with the invitation link sees before accepting. */
export const OrgInvite = z.strictObject({
  inviteCode: z.string(),
  orgId: Id,
  orgName: z.string(),
  roleName: z.string(),
  invitedEmail: z.string(),
  invitedBy: z.string().nullable(),
  expiresAt: Instant.nullable(),
  status: z.enum(INVITE_STATES),
});
export type OrgInvite = z.infer<typeof OrgInvite>;

/** An invitation as the invited person lists it. */
export const ReceivedOrgInvite = OrgInvite.extend({
  /** When it was last sent. */
  sent: Instant,
  /** When they accepted it. */
  accepted: Instant.nullable(),
});
export type ReceivedOrgInvite = z.infer<typeof ReceivedOrgInvite>;

export const InviteCode = z.string().length(INVITE_CODE_LENGTH, CODE_LENGTH_WRONG);

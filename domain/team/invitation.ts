import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';

/** Days an invitation link works. */
export const INVITATION_DAYS = 14;
/** Length of an invite code. */
export const INVITE_CODE_LENGTH = 36;

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

export const InviteCode = z.string().length(INVITE_CODE_LENGTH, `The code must be ${INVITE_CODE_LENGTH} characters`);

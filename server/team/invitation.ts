import { randomUUID } from 'node:crypto';
import { INVITATION_DAYS } from '../../domain/organization/team';
import type { Ctx } from '../context';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A code nobody can guess, 36 characters long. */
export const newInviteCode = (): string => randomUUID();

export const invitationEnds = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS);

/** Where the invited person accepts. */
export function inviteLink(publicUrl: string, { inviteCode, email }: { inviteCode: string; email: string }): string {
  const query = new URLSearchParams({ invite_code: inviteCode, invite_type: 'ORG_INVITE', invited_email: email });
  return `${publicUrl}/accept-invite?${query}`;
}

/** Leaves the invitation's letter to the jobs. */
export function mailInvite({ enqueue }: Ctx, orgUserId: number, inviteCode: string): Promise<void> {
  return enqueue({ name: 'org-invitation', data: { orgUserId, inviteCode } });
}

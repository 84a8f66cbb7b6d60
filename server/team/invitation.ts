import { randomUUID } from 'node:crypto';
import { INVITATION_DAYS } from '../../domain/organization/team';
import type { Ctx } from '../context';
import { takeLetter } from '../mail/limits';

type Invited = { id: number; email: string; inviteCode: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/** A code nobody can guess, 36 characters long. */
export const newInviteCode = (): string => randomUUID();

export const invitationEnds = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS);

/** Where the invited person accepts. */
export function inviteLink(publicUrl: string, { inviteCode, email }: { inviteCode: string; email: string }): string {
  const query = new URLSearchParams({ invite_code: inviteCode, invite_type: 'ORG_INVITE', invited_email: email });
  return `${publicUrl}/accept-invite?${query}`;
}

/** Leaves the invitation's letter to the jobs. Raises TOO_MANY where there were too many lately. */
export async function mailInvite(ctx: Ctx, { id, email, inviteCode }: Invited): Promise<void> {
  await takeLetter(ctx, email);
  await ctx.enqueue({ name: 'org-invitation', data: { orgUserId: id, inviteCode } });
}

import { randomUUID } from 'node:crypto';
import { INVITATION_DAYS } from '../../domain/team/invitation';
import type { Ctx } from '../context';
import { countEmail } from '../mail/limits';

type Invited = { id: number; email: string; inviteCode: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/** An unguessable 36-character code. */
export const newInviteCode = (): string => randomUUID();

export const invitationEnds = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS);

/** The page where the invited person accepts. */
export function inviteLink(publicUrl: string, { inviteCode, email }: { inviteCode: string; email: string }): string {
  const query = new URLSearchParams({ invite_code: inviteCode, invite_type: 'ORG_INVITE', invited_email: email });
  return `${publicUrl}/accept-invite?${query}`;
}

/** Enqueues the invitation email. Raises TOO_MANY after too many. */
export async function mailInvite(ctx: Ctx, { id, email, inviteCode }: Invited): Promise<void> {
  await countEmail(ctx, email);
  await ctx.enqueue({ name: 'org-invitation', data: { orgId: ctx.membership.orgId, orgUserId: id, inviteCode } });
}

import { eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import type { team } from '../../domain/team/contract';
import type { Ctx } from '../context';
import { orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { notifyInvited } from '../live/notify-invited';
import { assertMayChange } from './assigned-places';
import { lockOrgUser } from './find-org-user';
import { invitationEnds, inviteLink, mailInvite, newInviteCode } from './invitation';

export const resendInvitation: Verb<typeof team.resendInvitation> = async (ctx, { params }) => {
  const invited = await lockInvited(ctx, params.id);
  const renewed = await renew(ctx, invited, invited.inviteCode ?? newInviteCode());
  await mailInvite(ctx, { ...invited, inviteCode: renewed.inviteCode });
  return renewed.reply;
};

/** Sends no email: the caller gets the new link in the reply, to share. */
export const resetInviteLink: Verb<typeof team.resetInviteLink> = async (ctx, { params }) => {
  const { reply } = await renew(ctx, await lockInvited(ctx, params.id), newInviteCode());
  return reply;
};

async function lockInvited({ db, membership }: Ctx, id: number): Promise<typeof orgUsers.$inferSelect> {
  const found = await lockOrgUser(db, membership.orgId, id);
  if (!found) throw notFound('Invitation');
  assertMayChange(membership, found);
  if (found.person.status !== 'INVITED') {
    throw new DomainError('CONFLICT', `${found.person.email} has already joined, so there is no open invitation.`);
  }
  return found.person;
}

async function renew(ctx: Ctx, { id, email }: { id: number; email: string }, inviteCode: string) {
  const { audit, db, membership, now, publish, services } = ctx;
  const inviteExpiresAt = invitationEnds(now);
  await db.update(orgUsers).set({ inviteCode, inviteExpiresAt }).where(eq(orgUsers.id, id));
  const expiresAt = inviteExpiresAt.toISOString();
  await audit({ id, after: { inviteExpiresAt: expiresAt } });
  await publish({ topic: 'access', kind: 'changed', id, orgIds: [membership.orgId] });
  await notifyInvited(ctx, [email]);
  const link = inviteLink(services.config.publicUrl, { inviteCode, email });
  return { inviteCode, reply: { inviteLink: link, expiresAt } };
}

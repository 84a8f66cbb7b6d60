import { eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import type { team } from '../../domain/organization/team-contract';
import type { Ctx } from '../context';
import { orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { lockOrgUser } from './find-org-user';
import { invitationEnds, inviteLink, mailInvite, newInviteCode } from './invitation';
import { assertMayChange } from './places';

export const resendInvitation: Verb<typeof team.resendInvitation> = async (ctx, { params }) => {
  const { id, email, inviteCode } = await lockInvited(ctx, params.id);
  const renewed = await renew(ctx, id, inviteCode ?? newInviteCode());
  await mailInvite(ctx, { id, email, inviteCode: renewed.inviteCode });
  return renewed.reply;
};

/** Sends no email: the caller gets the new link in the reply, to share. */
export const resetInviteLink: Verb<typeof team.resetInviteLink> = async (ctx, { params }) => {
  const { id } = await lockInvited(ctx, params.id);
  const { reply } = await renew(ctx, id, newInviteCode());
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

async function renew({ audit, db, now, services }: Ctx, id: number, inviteCode: string) {
  const inviteExpiresAt = invitationEnds(now);
  const [kept] = await db
    .update(orgUsers)
    .set({ inviteCode, inviteExpiresAt })
    .where(eq(orgUsers.id, id))
    .returning({ email: orgUsers.email });
  const expiresAt = inviteExpiresAt.toISOString();
  await audit({ id, after: { inviteExpiresAt: expiresAt } });
  const link = inviteLink(services.config.publicUrl, { inviteCode, email: kept?.email ?? '' });
  return { inviteCode, reply: { inviteLink: link, expiresAt } };
}

import { and, eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import type { invitations } from '../../domain/team/invitation-contract';
import type { Ctx } from '../context';
import { lockRows } from '../db/rows';
import { orgUsers, users } from '../db/schema';
import type { Verb } from '../implement';
import { notifyInvited } from '../live/notify-invited';
import { findInvite, type Invite } from './find-invite';

export const acceptInvitation: Verb<typeof invitations.accept> = (ctx, { params }) =>
  acceptInvite(ctx, params.inviteCode);

export const acceptInviteCode: Verb<typeof invitations.acceptCode> = (ctx, { body }) =>
  acceptInvite(ctx, body.inviteCode);

/**
 * Gives the person their membership, once, even if the code is sent repeatedly or concurrently. Raises NOT_FOUND for an
 * unknown code, CONFLICT for a used or expired one, and FORBIDDEN for somebody else's or an unconfirmed email.
 */
export async function acceptInvite(ctx: Ctx, inviteCode: string): Promise<{ orgId: number; orgName: string }> {
  const { audit, db, enqueue, now, person, publish } = ctx;
  await lockRows(db, orgUsers, eq(orgUsers.inviteCode, inviteCode));
  const invite = await findInvite(db, inviteCode, now);
  if (!invite) throw notFound('Invitation');
  const user = await assertTheirs(ctx, invite);
  const { orgId, orgName, orgUserId } = invite;
  await db
    .update(orgUsers)
    .set({ userId: user.id, status: 'ACTIVE', acceptedAt: now })
    .where(eq(orgUsers.id, orgUserId));
  // Onboarding asks for a name and an organization; someone with a name who joins one is done.
  if (!user.onboarded && user.firstName && user.lastName) {
    await db.update(users).set({ onboarded: true, updatedAt: now }).where(eq(users.id, user.id));
  }
  await audit({
    entity: 'org-user',
    orgId,
    id: orgUserId,
    before: { status: 'INVITED' },
    after: { status: 'ACTIVE', userId: person.userId, email: user.email },
  });
  await publish({ topic: 'access', kind: 'changed', id: orgUserId, orgIds: [orgId] });
  await notifyInvited(ctx, [user.email]);
  await enqueue({ name: 'chat-team', data: { orgId } });
  return { orgId, orgName };
}

async function assertTheirs({ db, person }: Ctx, invite: Invite): Promise<typeof users.$inferSelect> {
  const { invitedEmail, invitedBy, orgId, orgName, status } = invite;
  if (status === 'ACCEPTED') {
    throw new DomainError(
      'CONFLICT',
      `This invitation to ${orgName} was already accepted. Sign in as ${invitedEmail}.`,
    );
  }
  const [user] = await db.select().from(users).where(eq(users.id, person.userId));
  if (user?.email.toLowerCase() !== invitedEmail.toLowerCase()) {
    throw new DomainError(
      'FORBIDDEN',
      `This invitation is for ${invitedEmail}. You’re signed in as ${user?.email}. To accept, sign out and sign in as ${invitedEmail}.`,
    );
  }
  if (status === 'EXPIRED') {
    const whom = invitedBy ?? `someone who manages the team at ${orgName}`;
    throw new DomainError('CONFLICT', `This invitation to ${orgName} expired. Ask ${whom} to send a new one.`);
  }
  if (!user.emailVerifiedAt) {
    throw new DomainError('FORBIDDEN', `Confirm your email (${user.email}) first, then open the link again.`);
  }
  const [other] = await db
    .select({ id: orgUsers.id, email: orgUsers.email })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.userId, user.id)));
  if (other && other.id !== invite.orgUserId) {
    throw new DomainError('CONFLICT', `You’re already on the ${orgName} team, as ${other.email}.`);
  }
  return user;
}

import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import { INVITE_CODE_LENGTH } from '../../domain/invite-code';
import type { session } from '../../domain/session/contract';
import type { CurrentUser } from '../../domain/session/session';
import { markPersonChanged } from '../chat/mark-person';
import type { Ctx } from '../context';
import { orgUsers, users } from '../db/schema';
import type { Verb } from '../implement';
import { accountEmailProblem } from '../mail/account-emails';
import { acceptInvite } from '../team/accept-invitation';

/** The caller's own user. */
export async function readMe({ db, person }: Pick<Ctx, 'db' | 'person'>): Promise<CurrentUser> {
  const place = db
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .where(and(eq(orgUsers.userId, person.userId), eq(orgUsers.status, 'ACTIVE')));
  const [user] = await db
    .select({ ...getTableColumns(users), isMember: sql<boolean>`exists ${place}` })
    .from(users)
    .where(eq(users.id, person.userId));
  if (!user) throw new Error('The caller’s account was not found');
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    created: user.createdAt.toISOString(),
    onboarded: user.onboarded,
    profileImageUri: user.profileImageUri,
    coverImageUri: user.coverImageUri,
    isSupport: user.isSupport && user.emailVerifiedAt !== null,
    isMember: user.isMember,
    emailProblem: await accountEmailProblem(db, user.id),
    impersonatedBy: person.impersonator,
  };
}

/** Uses the code an entering person brings, if it is for them; without effect for any other. */
export const getMe: Verb<typeof session.me> = async (ctx, { query }) => {
  if (query.inviteCode !== undefined) await tryInviteCode(ctx, query.inviteCode);
  return readMe(ctx);
};

/** Confirms the caller's email or joins the organization that invited them. Signing in never fails because of a code. */
async function tryInviteCode(ctx: Ctx, inviteCode: string): Promise<void> {
  const { log, person, services, step } = ctx;
  try {
    if (person.impersonator !== null) throw new DomainError('FORBIDDEN', 'Only the person invited can accept');
    if (inviteCode.length !== INVITE_CODE_LENGTH) throw notFound('Invitation');
    await step('invite-code', async (own) => {
      if (!(await services.identity.confirmEmail(own.db, person.userId, inviteCode))) {
        await acceptInvite(own, inviteCode);
        return;
      }
      await own.audit({ entity: 'user', id: person.userId, after: { emailVerified: true } });
    });
  } catch (error) {
    const who = { userId: person.userId };
    // The code itself is a secret.
    if (error instanceof DomainError) log.info({ ...who, reason: error.message }, 'invite code not used');
    else log.error({ ...who, err: error }, 'invite code not used');
  }
}

/** Changes only the fields sent. */
export const updateMe: Verb<typeof session.updateMe> = async (ctx, { body }) => {
  const before = await readMe(ctx);
  await ctx.db
    .update(users)
    .set({
      firstName: body.firstName ?? before.firstName,
      lastName: body.lastName ?? before.lastName,
      onboarded: body.onboarded ?? before.onboarded,
      updatedAt: ctx.now,
    })
    .where(eq(users.id, before.id));
  const after = await readMe(ctx);
  await ctx.audit({ id: before.id, before, after });
  if (after.firstName !== before.firstName || after.lastName !== before.lastName) {
    await markPersonChanged(ctx, before.id);
  }
  return after;
};

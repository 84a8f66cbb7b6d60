import { and, eq, sql } from 'drizzle-orm';
import { badInput } from '../../domain/errors';
import type { team } from '../../domain/team/contract';
import type { Db } from '../db/client';
import { orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { assertMayGrant, assertRepIsFree, assignedLists, chosenRole, refuseTaken } from './assigned-places';
import { readOrgUser, recordOrgUser } from './find-org-user';
import { invitationEnds, inviteLink, mailInvite, newInviteCode } from './invitation';

/** Invites someone. A removed person gets their old membership back, with everything that references it. */
export const inviteOrgUser: Verb<typeof team.invite> = async (ctx, { body }) => {
  const { db, membership, now, person, services } = ctx;
  const { orgId } = membership;
  const formerId = await removedMembership(db, orgId, body.email);
  const role = await chosenRole(db, orgId, body);
  const assigned = await assignedLists(db, role, body);
  assertMayGrant(membership, { features: role.features, seesEverything: role.defaultRoleId !== null, assigned });
  await assertRepIsFree(db, orgId, body.salesRepId, formerId);

  const inviteCode = newInviteCode();
  const inviteExpiresAt = invitationEnds(now);
  const place = {
    email: body.email,
    invitedName: body.name || null,
    title: body.title ?? null,
    roleId: role.id,
    ...assigned,
    salesRepId: body.salesRepId ?? null,
    status: 'INVITED',
    inviteCode,
    inviteExpiresAt,
    invitedByUserId: person.userId,
    acceptedAt: null,
  };
  const returning = { id: orgUsers.id };
  const write =
    formerId === null
      ? db
          .insert(orgUsers)
          .values({ orgId, ...place })
          .returning(returning)
      : db.update(orgUsers).set(place).where(eq(orgUsers.id, formerId)).returning(returning);
  const id = (await write.catch(refuseTaken))[0]?.id ?? 0;
  const after = await readOrgUser(db, id);
  await mailInvite(ctx, { id, email: body.email, inviteCode });
  await recordOrgUser(ctx, id, { after });
  const link = inviteLink(services.config.publicUrl, { inviteCode, email: body.email });
  return { ...after, inviteLink: link, inviteExpiresAt: inviteExpiresAt.toISOString() };
};

/** The removed membership of this email, locked; BAD_INPUT if it is on the team now. */
async function removedMembership(db: Db, orgId: number, email: string): Promise<number | null> {
  const [found] = await db
    .select({ id: orgUsers.id, status: orgUsers.status })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, orgId), sql`lower(${orgUsers.email}) = lower(${email})`))
    .for('no key update');
  if (found?.status === 'ACTIVE') throw badInput({ email: `${email} is already on the team` });
  if (found?.status === 'INVITED') {
    throw badInput({ email: `${email} is already invited. Resend the invitation instead.` });
  }
  return found?.id ?? null;
}

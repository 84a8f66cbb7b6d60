import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { OrgInvite } from '../../domain/team/invitation';
import type { invitations } from '../../domain/team/invitation-contract';
import { openBrandInvites } from '../brands/read-invites';
import { countConnectionInvites } from '../connections/read-connections';
import type { Ctx } from '../context';
import { orgUsers, users } from '../db/schema';
import type { Verb } from '../implement';
import { findInvite, findInvites, type Invite } from './find-invite';

export const getInvite: Verb<typeof invitations.byCode> = async ({ db, now }, { params }) => {
  const found = await findInvite(db, params.inviteCode, now);
  if (!found) throw notFound('Invitation');
  return toOrgInvite(found);
};

export const listMyInvites: Verb<typeof invitations.mine> = async (ctx) => (await openInvites(ctx)).map(toOrgInvite);

export const hasInvites: Verb<typeof invitations.hasAny> = async (ctx) => ({
  hasOrgInvites: (await openInvites(ctx)).length > 0,
});

export const countMyInvites: Verb<typeof invitations.waiting> = async (ctx) => ({ count: await countInvites(ctx) });

/** How many invites to organizations, brands and connections await the person's answer. */
export async function countInvites(ctx: Ctx): Promise<number> {
  const [toOrganizations, toBrands, toConnect] = await Promise.all([
    openInvites(ctx),
    openBrandInvites(ctx),
    countConnectionInvites(ctx.db, ctx.person.userId),
  ]);
  return toOrganizations.length + toBrands.length + toConnect;
}

/** Only for a confirmed email, since an invitation includes its code. */
async function openInvites({ db, now, person }: Ctx): Promise<Invite[]> {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, person.userId), isNotNull(users.emailVerifiedAt)));
  if (!user) return [];
  const open = or(isNull(orgUsers.inviteExpiresAt), gt(orgUsers.inviteExpiresAt, now));
  const toThem = sql`lower(${orgUsers.email}) = lower(${user.email})`;
  return findInvites(db, and(toThem, eq(orgUsers.status, 'INVITED'), open), now);
}

function toOrgInvite({ orgUserId: _, ...invite }: Invite): OrgInvite {
  return invite;
}

import { and, eq, type SQL } from 'drizzle-orm';
import type { OrgInvite } from '../../domain/team/invitation';
import type { Db } from '../db/client';
import { organizations, orgUsers, roles, users } from '../db/schema';

export type Invite = OrgInvite & { orgUserId: number };

/** Invitations, as shown to people with their link. */
export async function findInvites(db: Db, where: SQL | undefined, now: Date): Promise<Invite[]> {
  const rows = await db
    .select({
      place: orgUsers,
      orgName: organizations.name,
      roleName: roles.name,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .leftJoin(users, eq(users.id, orgUsers.invitedByUserId))
    .where(where)
    .orderBy(organizations.name, orgUsers.id);
  return rows.flatMap(({ place, orgName, roleName, firstName, lastName }) =>
    place.inviteCode === null
      ? []
      : [
          {
            orgUserId: place.id,
            inviteCode: place.inviteCode,
            orgId: place.orgId,
            orgName,
            roleName,
            invitedEmail: place.email,
            invitedBy: firstName === null ? null : `${firstName} ${lastName}`,
            expiresAt: place.inviteExpiresAt?.toISOString() ?? null,
            status: statusOf(place, now),
          },
        ],
  );
}

/** One by its code; nothing for an unknown, replaced or cancelled code. */
export async function findInvite(db: Db, inviteCode: string, now: Date): Promise<Invite | undefined> {
  const [found] = await findInvites(db, and(eq(orgUsers.inviteCode, inviteCode)), now);
  return found;
}

function statusOf({ status, inviteExpiresAt }: typeof orgUsers.$inferSelect, now: Date): OrgInvite['status'] {
  if (status === 'ACTIVE') return 'ACCEPTED';
  return inviteExpiresAt !== null && inviteExpiresAt <= now ? 'EXPIRED' : 'INVITED';
}

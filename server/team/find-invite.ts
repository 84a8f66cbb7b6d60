import { and, eq, type SQL } from 'drizzle-orm';
import { INVITATION_DAYS, type OrgInvite, type ReceivedOrgInvite } from '../../domain/team/invitation';
import type { Db } from '../db/client';
import { organizations, orgUsers, roles, users } from '../db/schema';
import { isHiddenFrom } from '../db/visibility';

export type Invite = ReceivedOrgInvite & { orgUserId: number };

const INVITATION_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000;

/** Invitations, as shown to people with their link; to `readerId`, without the name of whom a block hides. */
export async function findInvites(db: Db, where: SQL | undefined, now: Date, readerId?: string): Promise<Invite[]> {
  const rows = await db
    .select({
      place: orgUsers,
      orgName: organizations.name,
      roleName: roles.name,
      firstName: users.firstName,
      lastName: users.lastName,
      isHidden: isHiddenFrom(readerId, users.id),
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .leftJoin(users, eq(users.id, orgUsers.invitedByUserId))
    .where(where)
    .orderBy(organizations.name, orgUsers.id);
  return rows.flatMap(({ place, orgName, roleName, firstName, lastName, isHidden }) =>
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
            invitedBy: firstName === null || isHidden ? null : `${firstName} ${lastName}`,
            expiresAt: place.inviteExpiresAt?.toISOString() ?? null,
            status: statusOf(place, now),
            sent: sentAt(place).toISOString(),
            accepted: place.acceptedAt?.toISOString() ?? null,
          },
        ],
  );
}

/** One by its code; nothing for an unknown, replaced or cancelled code. */
export async function findInvite(
  db: Db,
  inviteCode: string,
  now: Date,
  readerId?: string,
): Promise<Invite | undefined> {
  const [found] = await findInvites(db, and(eq(orgUsers.inviteCode, inviteCode)), now, readerId);
  return found;
}

/** Sending it again moves its end. */
const sentAt = ({ inviteExpiresAt, createdAt }: typeof orgUsers.$inferSelect): Date =>
  inviteExpiresAt === null ? createdAt : new Date(inviteExpiresAt.getTime() - INVITATION_MS);

function statusOf({ status, inviteExpiresAt }: typeof orgUsers.$inferSelect, now: Date): OrgInvite['status'] {
  if (status === 'ACTIVE') return 'ACCEPTED';
  return inviteExpiresAt !== null && inviteExpiresAt <= now ? 'EXPIRED' : 'INVITED';
}

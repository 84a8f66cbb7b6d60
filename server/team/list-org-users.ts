import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { organization } from '../../domain/organization/contract';
import type { OrgUser } from '../../domain/team/member';
import type { Db } from '../db/client';
import { orgUsers, roles, users } from '../db/schema';
import { canBeSalesRep } from '../db/visibility';
import type { Verb } from '../implement';
import { givenUpOf } from '../mail/unsent-emails';
import { activeMembers } from './members';

export const listOrgUsers: Verb<typeof organization.users> = ({ db, membership }, { query }) =>
  findOrgUsers(
    db,
    and(eq(orgUsers.orgId, membership.orgId), query.all === false ? eq(orgUsers.status, 'ACTIVE') : undefined),
  );

/** People on one team, invited or active, by name; without removed ones. */
export async function findOrgUsers(db: Db, where: SQL | undefined): Promise<OrgUser[]> {
  const rows = await db
    .select({ person: orgUsers, role: roles, firstName: users.firstName, lastName: users.lastName })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .where(and(where, ne(orgUsers.status, 'REMOVED')))
    .orderBy(asc(sql`coalesce(${users.firstName}, ${orgUsers.email})`), asc(orgUsers.id));
  const invited = rows.find(({ person }) => person.status === 'INVITED');
  const givenUp = invited ? await givenUpOf(db, invited.person.orgId, 'org-invitation') : [];
  const problemOf = ({ id, status, inviteCode }: typeof orgUsers.$inferSelect) =>
    status === 'INVITED'
      ? givenUp.find(({ data }) => data.orgUserId === id && data.inviteCode === inviteCode)?.reason
      : undefined;
  return rows.map(({ person, role, firstName, lastName }) => ({
    id: person.id,
    userId: person.userId,
    email: person.email,
    title: person.title,
    firstName: firstName ?? person.invitedName ?? '',
    lastName: lastName ?? '',
    status: person.status === 'ACTIVE' ? ('ACTIVE' as const) : ('INVITED' as const),
    orgRole: { id: role.id, name: role.name, isOwner: role.defaultRoleId === 'OWNER' },
    licenseIds: person.licenseIds,
    brandIds: person.brandIds,
    companyIds: person.companyIds,
    salesRepId: person.salesRepId,
    emailProblem: problemOf(person) ?? null,
    created: person.createdAt.toISOString(),
  }));
}

/** People on the team; for a company, those who can be sales reps of its orders. */
export const listSalesReps: Verb<typeof organization.salesReps> = async ({ db, membership }, { query }) =>
  (await activeMembers(db, membership.orgId))
    .filter((one) => query.companyId === undefined || canBeSalesRep(one.membership, query.companyId))
    .map(({ id, displayName }) => ({ searchId: id, displayName }));

import { and, arrayContains, asc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { organization } from '../../domain/organization/contract';
import type { OrgUser } from '../../domain/team/member';
import type { Db } from '../db/client';
import { orgUsers, roles, users } from '../db/schema';
import type { Verb } from '../implement';

export const listOrgUsers: Verb<typeof organization.users> = ({ db, membership }, { query }) =>
  findOrgUsers(
    db,
    and(eq(orgUsers.orgId, membership.orgId), query.all === false ? eq(orgUsers.status, 'ACTIVE') : undefined),
  );

/** People on a team, invited or active, by name; without removed ones. */
export async function findOrgUsers(db: Db, where: SQL | undefined): Promise<OrgUser[]> {
  const rows = await db
    .select({ person: orgUsers, role: roles, firstName: users.firstName, lastName: users.lastName })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .where(and(where, ne(orgUsers.status, 'REMOVED')))
    .orderBy(asc(sql`coalesce(${users.firstName}, ${orgUsers.email})`), asc(orgUsers.id));
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
    created: person.createdAt.toISOString(),
  }));
}

export const listSalesReps: Verb<typeof organization.salesReps> = ({ db, membership }, { query }) =>
  db
    .select({
      searchId: orgUsers.id,
      displayName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(orgUsers)
    .innerJoin(users, eq(users.id, orgUsers.userId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(orgUsers.orgId, membership.orgId), eq(orgUsers.status, 'ACTIVE'), reaches(query.companyId)))
    .orderBy(asc(users.firstName), asc(users.lastName));

/** People who see a company: default roles, and those it is assigned to. */
function reaches(companyId: number | undefined): SQL | undefined {
  if (companyId === undefined) return undefined;
  return or(isNotNull(roles.defaultRoleId), arrayContains(orgUsers.companyIds, [companyId]));
}

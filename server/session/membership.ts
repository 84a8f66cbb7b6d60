import { and, asc, eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import { organizations, orgUsers, roles, users } from '../db/schema';
import type { Verb } from '../implement';

/** The caller's membership in the call's organization; 404 without one, which browsers read as "no organization". */
export const getMyMembership: Verb<typeof session.membership> = async ({ db, membershipOrNull, person }) => {
  if (!membershipOrNull) throw notFound('Organization');
  const { role, ...membership } = membershipOrNull;
  const { id, firstName, lastName, email, profileImageUri } = users;
  const places = await db
    .select({
      org: { id: organizations.id, name: organizations.name, roleName: roles.name },
      user: { id, firstName, lastName, email, profileImageUri },
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .innerJoin(users, eq(users.id, orgUsers.userId))
    .where(and(eq(orgUsers.userId, person.userId), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(asc(organizations.name));
  const [place] = places;
  if (place === undefined) throw notFound('Organization');
  const orgs = places.map(({ org }) => org);
  return {
    id: membership.orgUserId,
    userId: membership.userId,
    user: place.user,
    orgId: membership.orgId,
    orgName: orgs.find(({ id }) => id === membership.orgId)?.name ?? '',
    orgRole: role,
    plan: membership.plan,
    enabledFeatures: [...membership.enabledFeatures],
    licenseIds: [...membership.licenseIds],
    brandIds: [...membership.brandIds],
    companyIds: [...membership.companyIds],
    states: [...membership.states],
    orgs,
  };
};

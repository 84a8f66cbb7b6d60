import { and, asc, eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import { organizations, orgUsers } from '../db/schema';
import type { Verb } from '../implement';

/** The caller's membership in the call's organization; 404 without one, which browsers read as "no organization". */
export const getMyMembership: Verb<typeof session.membership> = async ({ db, membershipOrNull, person }) => {
  if (!membershipOrNull) throw notFound('Organization');
  const { role, ...membership } = membershipOrNull;
  const orgs = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .where(and(eq(orgUsers.userId, person.userId), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(asc(organizations.name));
  return {
    id: membership.orgUserId,
    userId: membership.userId,
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

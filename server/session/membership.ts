import { and, asc, eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import { organisations, orgUsers } from '../db/schema';
import type { Verb } from '../http/implement';

/** One's place in the organisation of the call; 404 for who has none, which browsers take for "no organisation". */
export const getMyMembership: Verb<typeof session.membership> = async ({ db, membershipOrNull, person }) => {
  if (!membershipOrNull) throw notFound('Organization');
  const { role, ...membership } = membershipOrNull;
  const orgs = await db
    .select({ id: organisations.id, name: organisations.name })
    .from(orgUsers)
    .innerJoin(organisations, eq(organisations.id, orgUsers.orgId))
    .where(and(eq(orgUsers.userId, person.userId), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(asc(organisations.name));
  return {
    id: membership.orgUserId,
    userId: membership.userId,
    orgId: membership.orgId,
    orgName: orgs.find(({ id }) => id === membership.orgId)?.name ?? '',
    orgRole: role,
    plan: membership.plan,
    enabledFeatures: [...membership.enabledFeatures],
    licenseIds: [...membership.licenceIds],
    brandIds: [...membership.brandIds],
    companyIds: [...membership.companyIds],
    states: [...membership.states],
    orgs,
  };
};

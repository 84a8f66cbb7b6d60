import { and, eq, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import { type MailingPerson, whyNotMailed } from '../../../domain/reports/mailing';
import { reportMailings as contract } from '../../../domain/reports/mailing-contract';
import { type FoundActor, findActor } from '../../access/find-actor';
import type { Ctx } from '../../context';
import type { Database } from '../../db/client';
import { orgUsers, roles, users } from '../../db/schema';
import type { Verb } from '../../implement';

/** What getting a mailed report requires: what making it does. */
export const MAILED = contract.create.requires;

/** The current name of a member of the team. */
export const memberName = sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, ${orgUsers.invitedName}, ${orgUsers.email})`;

type Candidate = MailingPerson & { whyNot: string | null };

/** The people working in the caller's organization, by name, with why they can't get order reports. */
export async function mailingCandidates({ db, membership }: Pick<Ctx, 'db' | 'membership'>): Promise<Candidate[]> {
  const rows = await db
    .select({ orgUserId: orgUsers.id, displayName: memberName, userId: users.id, role: roles })
    .from(orgUsers)
    .innerJoin(users, eq(users.id, orgUsers.userId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(orgUsers.orgId, membership.orgId), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(memberName, orgUsers.id);
  return rows.map(({ orgUserId, displayName, userId, role }) => {
    const { id, name, features, defaultRoleId } = role;
    const isDefault = defaultRoleId !== null;
    const ofRole = { id, name, features, isDefault, isOwner: defaultRoleId === 'OWNER' };
    const theirs = { ...membership, orgUserId, userId, role: { ...membership.role, ...ofRole } };
    return { orgUserId, displayName, whyNot: whyNotMailed(theirs, MAILED) };
  });
}

export const listMailingPeople: Verb<typeof contract.people> = async (ctx) =>
  (await mailingCandidates(ctx)).flatMap(({ whyNot, ...person }) => (whyNot === null ? [person] : []));

export type Member = Pick<FoundActor, 'companyZones'> & { membership: Membership; email: string; firstName: string };

/** Someone on a team with their current access; null once they left it. */
export async function findMember(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { orgId, orgUserId }: { orgId: number; orgUserId: number },
): Promise<Member | null> {
  const [person] = await db
    .select({ subject: users.subject, email: users.email, firstName: users.firstName })
    .from(orgUsers)
    .innerJoin(users, eq(users.id, orgUsers.userId))
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.id, orgUserId), eq(orgUsers.status, 'ACTIVE')));
  if (!person) return null;
  const { subject, ...to } = person;
  const found = await findActor(pool, subject, orgId);
  return found?.membership ? { membership: found.membership, companyZones: found.companyZones, ...to } : null;
}

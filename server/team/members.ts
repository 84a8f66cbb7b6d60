import { and, asc, eq, sql } from 'drizzle-orm';
import { DefaultRoleIdSchema, type Membership } from '../../domain/access/roles';
import { PlanTypeSchema } from '../../domain/access/vocabulary';
import type { Db } from '../db/client';
import { licenses, organizationFlags, organizations, orgUsers, roles, users } from '../db/schema';

/** Somebody on a team, with the membership that says what they may see. */
export type TeamMember = { id: number; userId: string; displayName: string; email: string; membership: Membership };

const DefaultRole = DefaultRoleIdSchema.nullable();

/** An organization's active members, by name. */
export async function activeMembers(db: Db, orgId: number): Promise<TeamMember[]> {
  const displayName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`;
  const states = sql<string[]>`array(select distinct ${licenses.usState} from ${licenses}
    where ${licenses.orgId} = ${orgUsers.orgId} and (${roles.defaultRoleId} is not null or ${licenses.id} = any (${orgUsers.licenseIds}))
    order by 1)`;
  const found = await db
    .select({ member: orgUsers, role: roles, userId: users.id, displayName, plan: organizations.plan, states })
    .from(orgUsers)
    .innerJoin(users, eq(users.id, orgUsers.userId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(asc(displayName), asc(orgUsers.id));
  const flags = await db
    .select({ slug: organizationFlags.slug })
    .from(organizationFlags)
    .where(eq(organizationFlags.orgId, orgId));
  const enabledFeatures = flags.map(({ slug }) => slug);
  return found.map(({ member, role, userId, displayName: name, plan, states }) => ({
    id: member.id,
    userId,
    displayName: name,
    email: member.email,
    membership: {
      orgUserId: member.id,
      userId,
      orgId,
      role: {
        id: role.id,
        name: role.name,
        features: role.features,
        isDefault: role.defaultRoleId !== null,
        defaultRoleId: DefaultRole.parse(role.defaultRoleId),
        isOwner: role.defaultRoleId === 'OWNER',
      },
      enabledFeatures,
      plan: PlanTypeSchema.parse(plan),
      licenseIds: member.licenseIds,
      brandIds: member.brandIds,
      companyIds: member.companyIds,
      states,
    },
  }));
}

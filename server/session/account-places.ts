import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { AccountPlace } from '../../domain/session/account';
import type { Db } from '../db/client';
import { lockRows } from '../db/rows';
import { organizations, orgUsers, roles } from '../db/schema';

/** An organization the person belongs to, with their membership there. */
export type Place = AccountPlace & { orgUserId: number };

const active = (userId: string) => and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE'));

/** The person's organizations by name. */
export function readPlaces(db: Db, userId: string): Promise<Place[]> {
  return db
    .select({
      orgUserId: orgUsers.id,
      orgId: organizations.id,
      orgName: organizations.name,
      isOwner: sql<boolean>`${roles.defaultRoleId} is not distinct from 'OWNER'`,
      otherPeople: sql<number>`(select count(*)::int from org_users other where other.org_id = ${orgUsers.orgId}
        and other.id <> ${orgUsers.id} and other.status = 'ACTIVE')`,
      hasPlan: sql<boolean>`exists (select from subscriptions paid where paid.org_id = ${orgUsers.orgId} and paid.status = 'active')`,
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(active(userId))
    .orderBy(asc(organizations.name), asc(organizations.id));
}

/** Locks everyone in the person's organizations, so that nobody joins or takes over while they leave. */
export async function lockPlaces(db: Db, userId: string): Promise<void> {
  const own = await db.select({ orgId: orgUsers.orgId }).from(orgUsers).where(active(userId));
  const orgIds = own.map(({ orgId }) => orgId);
  await lockRows(db, orgUsers, and(inArray(orgUsers.orgId, orgIds), ne(orgUsers.status, 'REMOVED')));
}

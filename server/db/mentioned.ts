import { and, eq, sql } from 'drizzle-orm';
import { type Mentioned, mentionedIds } from '../../domain/orders/comments/mentions';
import type { Db } from './client';
import { isOneOf } from './page';
import { orgUsers, users } from './schema';

/** The current names of whom these comments of an organization mention, former members among them. */
export async function namesOfMentioned(db: Db, orgId: number, comments: readonly string[]): Promise<Mentioned[]> {
  const ids = comments.flatMap(mentionedIds);
  if (ids.length === 0) return [];
  return db
    .select({
      id: orgUsers.id,
      displayName: sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, ${orgUsers.email})`,
    })
    .from(orgUsers)
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .where(and(eq(orgUsers.orgId, orgId), isOneOf(orgUsers.id, [...new Set(ids)])));
}

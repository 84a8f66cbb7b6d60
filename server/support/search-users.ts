import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { PlanTypeSchema } from '../../domain/access/vocabulary';
import type { SupportedUser, support } from '../../domain/support/contract';
import type { Db } from '../db/client';
import { contains, countOf, type Paging } from '../db/page';
import { organizations, orgUsers, roles, users } from '../db/schema';
import type { Verb } from '../implement';

const PAGE_SIZE = 25;

/** People whose name, email or organization contains the term; everyone without one. */
export const findUsers: Verb<typeof support.users> = async ({ db }, { query: { searchTerm, page } }) => {
  const where = sql`${users.deletedAt} is null and ${searchTerm === '' ? sql`true` : matching(searchTerm)}`;
  const results = await readUsers(db, where, { page, itemsPerPage: PAGE_SIZE });
  const { rows } = await db.execute<{ count: number }>(sql`select ${countOf(sql`${users}`, where)} as count`);
  return { results, resultCount: rows[0]?.count ?? 0, page };
};

// A union of two id lists instead of an "or", so each uses its own index.
function matching(searchTerm: string): SQL {
  return sql`${users.id} in (
    select u.id from users u where ${contains(sql`(u.first_name || ' ' || u.last_name || ' ' || u.email)`, searchTerm)}
    union all
    select m.user_id from org_users m join organizations o on o.id = m.org_id
     where m.status = 'ACTIVE' and ${contains(sql`o.name`, searchTerm)})`;
}

/** People by name, each with their organizations. */
export async function readUsers(db: Db, where: SQL, { page, itemsPerPage }: Paging): Promise<SupportedUser[]> {
  const found = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      isSupport: users.isSupport,
    })
    .from(users)
    .where(where)
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const places = await db
    .select({
      userId: orgUsers.userId,
      id: organizations.id,
      name: organizations.name,
      plan: organizations.plan,
      roleName: roles.name,
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(
      and(
        eq(orgUsers.status, 'ACTIVE'),
        inArray(
          orgUsers.userId,
          found.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(organizations.name));
  return found.map((user) => ({
    ...user,
    orgs: places
      .filter(({ userId }) => userId === user.id)
      .map(({ userId: _, plan, ...org }) => ({ ...org, plan: PlanTypeSchema.parse(plan) })),
  }));
}

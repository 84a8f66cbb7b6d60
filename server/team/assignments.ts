import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { orgUsers } from '../db/schema';

type List = 'licenseIds' | 'brandIds' | 'companyIds';

/** That people on the team have one of these assigned. */
export const areAssigned = (list: List, ids: readonly number[]): SQL =>
  sql`${orgUsers[list]} && ${`{${ids.join(',')}}`}::bigint[]`;

const assigned = (orgId: number, list: List, id: number) => and(eq(orgUsers.orgId, orgId), areAssigned(list, [id]));

/** How many people on the team a license or company is assigned to. */
export const countAssigned = (db: Db, orgId: number, list: List, id: number): Promise<number> =>
  db.$count(orgUsers, and(assigned(orgId, list, id), ne(orgUsers.status, 'REMOVED')));

/** Takes a license or company from everyone's assignments, and publishes it to them. */
export async function unassign({ db, membership, publish }: Ctx, list: List, id: number): Promise<void> {
  const { orgId } = membership;
  const people = await db
    .update(orgUsers)
    .set({ [list]: sql`array_remove(${orgUsers[list]}, ${id}::bigint)` })
    .where(assigned(orgId, list, id))
    .returning({ id: orgUsers.id });
  for (const person of people) await publish({ topic: 'access', kind: 'changed', id: person.id, orgIds: [orgId] });
}

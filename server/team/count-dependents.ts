import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { OPEN_STATUSES } from '../../domain/orders/status';
import type { team } from '../../domain/team/contract';
import type { OrgUserDependents } from '../../domain/team/team';
import { isOneOf } from '../db/page';
import { customers, orders, orgUsers } from '../db/schema';
import type { Verb } from '../implement';

type ByCompany = OrgUserDependents['customers'];

/** What still names someone on the team. */
export const countDependents: Verb<typeof team.dependents> = async (
  { db, membership: { orgId } },
  { params: { id } },
) => {
  const there = and(eq(orgUsers.orgId, orgId), eq(orgUsers.id, id), ne(orgUsers.status, 'REMOVED'));
  if ((await db.$count(orgUsers, there)) === 0) throw notFound('Team member');
  const byCompany = async (companyId: SQL, found: SQL) => {
    const counted = await db.execute<ByCompany[number]>(
      sql`select ${companyId} as "companyId", count(*)::int as count from ${found} group by 1 order by 1`,
    );
    return counted.rows;
  };
  const { rows } = await db.execute<Pick<OrgUserDependents, 'licenses' | 'companies'>>(sql`select
    (select count(*)::int from license_syncs synced
      where synced.org_id = ${orgId} and synced.org_user_id = ${id}) as licenses,
    (select count(distinct told.company_id)::int from company_notifications told
      where told.org_id = ${orgId} and told.org_user_id = ${id}) as companies`);
  return {
    customers: await byCompany(
      sql`${customers.companyId}`,
      sql`customer_managers managed join ${customers}
          on ${customers.orgId} = ${orgId} and ${customers.orgId} = managed.org_id and ${customers.id} = managed.customer_id
       where managed.org_id = ${orgId} and managed.org_user_id = ${id}`,
    ),
    openOrders: await byCompany(
      sql`${orders.companyId}`,
      sql`order_sales_reps repped join ${orders}
          on ${orders.orgId} = ${orgId} and ${orders.orgId} = repped.org_id and ${orders.id} = repped.order_id
       where repped.org_id = ${orgId} and repped.org_user_id = ${id} and ${isOneOf(orders.status, OPEN_STATUSES)}`,
    ),
    ...(rows[0] ?? { licenses: 0, companies: 0 }),
  };
};

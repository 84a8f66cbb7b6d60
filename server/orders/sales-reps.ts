import { type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../context';
import { canBeSalesRep } from '../db/visibility';
import { displayName, displayNameOf } from '../organization/member-name';
import { activeMembers } from '../team/members';

/**
 * An order's sales reps as a scalar subquery of JSON, `[{ id, displayName }]`; someone who hasn't joined yet shows by
 * email. `orgId` is a constant: a cluster refuses these subqueries for rows of several organizations. They are nested
 * since that is planned in less time than a join of the three tables.
 */
export function salesRepsOf(orgId: SQL, orderId: SQL): SQL {
  return sql`coalesce((
    select json_agg(json_build_object('id', rep.org_user_id, 'displayName', (
      select ${displayNameOf} from org_users member where member.id = rep.org_user_id)) order by rep.org_user_id)
    from order_sales_reps rep
    where rep.org_id = ${orgId} and rep.order_id = ${orderId}), '[]'::json)`;
}

/** Those of these people who can be sales reps of a company's orders: on the team by now, and seeing the company's orders. */
export async function possibleReps(
  { db, membership }: Pick<Ctx, 'db'> & { membership: Pick<Ctx['membership'], 'orgId'> },
  companyId: number,
  orgUserIds: readonly number[],
): Promise<number[]> {
  if (orgUserIds.length === 0) return [];
  const team = await activeMembers(db, membership.orgId);
  const able = new Set(team.flatMap((one) => (canBeSalesRep(one.membership, companyId) ? one.id : [])));
  return [...new Set(orgUserIds)].filter((id) => able.has(id));
}

/** The ids alone, as an array; on a page of many orders their names are read at once. */
export function salesRepIdsOf(orgId: SQL, orderId: SQL): SQL {
  return sql`array(
    select rep.org_user_id from order_sales_reps rep
    where rep.org_id = ${orgId} and rep.order_id = ${orderId} order by rep.org_user_id)`;
}

export { displayName };

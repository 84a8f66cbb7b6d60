import { type SQL, sql } from 'drizzle-orm';
import { displayName, displayNameOf } from '../organization/member-name';

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

/** The ids alone, as an array; on a page of many orders their names are read at once. */
export function salesRepIdsOf(orgId: SQL, orderId: SQL): SQL {
  return sql`array(
    select rep.org_user_id from order_sales_reps rep
    where rep.org_id = ${orgId} and rep.order_id = ${orderId} order by rep.org_user_id)`;
}

export { displayName };

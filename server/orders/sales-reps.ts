import { type SQL, sql } from 'drizzle-orm';
import { displayName } from '../organization/member-name';

/**
 * An order's sales reps as a scalar subquery of JSON, `[{ id, displayName }]`; someone who hasn't joined yet shows by
 * email.
 */
export function salesRepsOf(orgId: SQL, orderId: SQL): SQL {
  return sql`coalesce((
    select json_agg(json_build_object('id', member.id, 'displayName', ${displayName}) order by member.id)
    from order_sales_reps rep
    join org_users member on member.id = rep.org_user_id
    left join users person on person.id = member.user_id
    where rep.org_id = ${orgId} and rep.order_id = ${orderId}), '[]'::json)`;
}

export { displayName };

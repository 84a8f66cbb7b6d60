import { sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import type { customers as contract } from '../../domain/customers/contract';
import type { CustomerFacets } from '../../domain/customers/customer';
import { isOneOf, readRows } from '../db/page';
import { customers } from '../db/schema';
import { ofKeptCompany } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { displayName } from '../organization/member-name';
import { customerList } from './search-customers';

/** Filter choices with counts for the caller's customers. NOT_FOUND for another organization's company. */
export const customerFacets: Verb<typeof contract.facets> = async (ctx, { query }) => {
  const { membership, services } = ctx;
  if (query.companyId !== undefined) await findSeenCompany(ctx, query.companyId);
  const { pool } = services.database;
  const seen = sql`select ${customers.id} from ${customers} where ${customerList.seen(membership, query.companyId)}`;
  const chosen = query.companyId === undefined ? sql`true` : sql`facet.company_id = ${query.companyId}`;
  const reached = seesEverything(membership) ? sql`true` : isOneOf(sql`facet.company_id`, membership.companyIds);
  const kept = ofKeptCompany(membership.orgId, sql`facet.company_id`);
  const own = sql`facet.org_id = ${membership.orgId} and ${chosen} and ${reached} and ${kept}`;
  const countBy = (column: string) => sql`(select count(*)::int from customers held
    where held.org_id = facet.org_id and held.id in (${seen}) and ${sql.raw(`held.${column}`)} = facet.id) as count`;
  const [customerStatuses, serviceZones, managers, paymentOptions] = await Promise.all([
    readRows<CustomerFacets['customerStatuses'][number]>(
      pool,
      sql`select facet.id, facet.name, ${countBy('customer_status_id')} from customer_statuses facet
           where ${own} order by facet.position, facet.id`,
    ),
    readRows<CustomerFacets['serviceZones'][number]>(
      pool,
      sql`select facet.id, facet.name, ${countBy('service_zone_id')} from customer_service_zones facet
           where ${own} order by facet.position, facet.id`,
    ),
    readRows<CustomerFacets['managers'][number]>(
      pool,
      sql`select member.id, ${displayName} as "displayName", count(*)::int as count
            from customer_managers manager join org_users member on member.id = manager.org_user_id
            left join users person on person.id = member.user_id
           where manager.org_id = ${membership.orgId} and manager.customer_id in (${seen})
           group by member.id, 2 order by 2, 1`,
    ),
    readRows<CustomerFacets['paymentOptions'][number]>(
      pool,
      sql`select facet.id, facet.name, facet.due_days as "dueDays" from company_payment_options facet
           where ${own} and not facet.removed order by facet.position, facet.id`,
    ),
  ]);
  return { customerStatuses, serviceZones, managers, paymentOptions };
};

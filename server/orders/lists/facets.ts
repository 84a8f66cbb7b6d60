import { type SQL, sql } from 'drizzle-orm';
import { type Membership, seesEverything } from '../../../domain/access/roles';
import type { VerbInput, VerbOutput } from '../../../domain/contract/endpoint';
import { MOST_OFFERED } from '../../../domain/filters';
import type { purchaseOrders as buyerContract, orders as contract } from '../../../domain/orders/contract';
import { ORDER_STATUS_IDS } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import { readFacets } from '../../db/list';
import { isOneOf } from '../../db/page';
import { orders } from '../../db/schema';
import { visibleBrands } from '../../db/visibility';
import type { Verb } from '../../implement';
import { displayName } from '../sales-reps';
import { salesOrders } from './search-orders';
import { purchases } from './search-purchase-orders';

/** Filter choices for the caller's sales orders, within the companies and brands they may see. */
export function orderFacets(
  ctx: Pick<Ctx, 'db' | 'membership'>,
  { query }: VerbInput<typeof contract.facets>,
): Promise<VerbOutput<typeof contract.facets>> {
  const { membership } = ctx;
  const company = ofCompanies(membership, query.companyId);
  return readFacets(ctx, {
    salesReps: sql`
      select member.id as "searchId", ${displayName} as "displayName"
      from org_users member left join users person on person.id = member.user_id
      where member.org_id = ${membership.orgId} and exists (select from order_sales_reps rep where rep.org_id = ${membership.orgId} and rep.org_user_id = member.id)
      order by 2, 1`,
    serviceZones: sql`select id, name from customer_service_zones where org_id = ${membership.orgId} and ${company} order by position, id`,
    customerStatuses: sql`select id, name from customer_statuses where org_id = ${membership.orgId} and ${company} order by position, id`,
    brands: sql`select id, name from brands where ${visibleBrands(membership)} order by name, id`,
    productLines: sql`
      select id, name from product_lines
      where org_id = ${membership.orgId} and brand_id in (select id from brands where ${visibleBrands(membership)})
      order by name, id`,
    customerLicenses: sql`
      select license.id, coalesce(license.dba, license.name) || ' · ' || license.us_state || ' ' || license.license_number as name
      from licenses license
      where license.id in (select license_id from customers where org_id = ${membership.orgId} and ${company})
      order by 2, 1 limit ${MOST_OFFERED}`,
    statuses: salesOrders.counts(ctx, query.companyId, orders.status, ORDER_STATUS_IDS),
  });
}

/** Filter choices for the caller's purchase orders. */
export const buyerOrderFacets: Verb<typeof buyerContract.facets> = (ctx, { query }) => {
  const boughtFrom = sql`select ${orders.orgId} from ${orders} where ${purchases.seen(ctx.membership, query.companyId)}`;
  return readFacets(ctx, {
    sellers: sql`
      select company.id, company.name from companies company
      where company.id in (select ${orders.companyId} from ${orders} where ${purchases.seen(ctx.membership, query.companyId)})
      order by company.name, company.id`,
    brands: sql`
      select brand.id, brand.name from brands brand where brand.org_id in (${boughtFrom})
      order by brand.name, brand.id limit ${MOST_OFFERED}`,
    productLines: sql`
      select line.id, line.name from product_lines line where line.org_id in (${boughtFrom})
      order by line.name, line.id limit ${MOST_OFFERED}`,
    statuses: purchases.counts(ctx, query.companyId, orders.status, ORDER_STATUS_IDS),
  });
};

/** For tables with a `company_id`. */
function ofCompanies(membership: Membership, companyId: number | undefined): SQL {
  const chosen = companyId === undefined ? sql`true` : sql`company_id = ${companyId}`;
  return seesEverything(membership) ? chosen : sql`${chosen} and ${isOneOf(sql`company_id`, membership.companyIds)}`;
}

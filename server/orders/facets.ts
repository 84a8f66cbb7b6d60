import { and, eq, type SQL, sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import type { purchaseOrders as buyerContract, orders as contract } from '../../domain/orders/contract';
import { ORDER_STATUS_IDS, type OrderStatus } from '../../domain/orders/status';
import type { Ctx } from '../context';
import { countOf, isOneOf } from '../db/page';
import { orders } from '../db/schema';
import { visibleOrders, visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { displayName } from './sales-reps';

type Named = { id: number; name: string };

/** What the caller's sales orders can be narrowed by: the organization's, and within the companies they may see. */
export const orderFacets: Verb<typeof contract.facets> = async (ctx, { query }) => {
  const { membership, db } = ctx;
  const { orgId } = membership;
  const company = ofCompanies(ctx, query.companyId);
  const visible = and(visibleOrders(membership), ofCompany(orders.companyId, query.companyId));
  const [salesReps, serviceZones, customerStatuses, brands, statuses] = await Promise.all([
    db.execute<{ searchId: number; displayName: string }>(sql`
      select member.id as "searchId", ${displayName} as "displayName"
      from org_users member left join users person on person.id = member.user_id
      where member.org_id = ${orgId} and exists (select from order_sales_reps rep where rep.org_user_id = member.id)
      order by 2, 1`),
    db.execute<Named>(
      sql`select id, name from customer_service_zones where org_id = ${orgId} and ${company} order by name, id`,
    ),
    db.execute<Named>(
      sql`select id, name from customer_statuses where org_id = ${orgId} and ${company} order by position, id`,
    ),
    db.execute<Named>(sql`select id, name from brands where org_id = ${orgId} order by name, id`),
    countByStatus(ctx, visible),
  ]);
  return {
    salesReps: salesReps.rows,
    serviceZones: serviceZones.rows,
    customerStatuses: customerStatuses.rows,
    brands: brands.rows,
    statuses,
  };
};

/** What the caller's purchase orders can be narrowed by. */
export const buyerOrderFacets: Verb<typeof buyerContract.facets> = async (ctx, { query }) => {
  const { membership, db } = ctx;
  const visible = and(visiblePurchaseOrders(membership), ofCompany(orders.buyerCompanyId, query.companyId));
  const [sellers, statuses] = await Promise.all([
    db.execute<Named>(sql`
      select company.id, company.name from companies company
      where company.id in (select ${orders.companyId} from ${orders} where ${visible}) order by company.name, company.id`),
    countByStatus(ctx, visible),
  ]);
  return { sellers: sellers.rows, statuses };
};

/** Every status with how many orders are in it, in their own order; each count stops above the cap. */
async function countByStatus({ db }: Ctx, visible: SQL | undefined): Promise<{ id: OrderStatus; count: number }[]> {
  const counts = ORDER_STATUS_IDS.map(
    (status) =>
      sql`${countOf(sql`${orders}`, and(visible, eq(orders.status, status)) ?? sql`false`)} as ${sql.identifier(status)}`,
  );
  const { rows } = await db.execute<Record<OrderStatus, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  return ORDER_STATUS_IDS.map((id) => ({ id, count: rows[0]?.[id] ?? 0 }));
}

function ofCompany(column: typeof orders.companyId | typeof orders.buyerCompanyId, companyId: number | undefined) {
  return companyId === undefined ? undefined : eq(column, companyId);
}

/** For tables with a `company_id`. */
function ofCompanies({ membership }: Ctx, companyId: number | undefined): SQL {
  const chosen = companyId === undefined ? sql`true` : sql`company_id = ${companyId}`;
  return seesEverything(membership) ? chosen : sql`${chosen} and ${isOneOf(sql`company_id`, membership.companyIds)}`;
}

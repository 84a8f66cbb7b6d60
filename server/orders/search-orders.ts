import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { VerbInput } from '../../domain/contract/endpoint';
import { notFound } from '../../domain/errors';
import type { orders as contract, ORDER_SORTS } from '../../domain/orders/contract';
import type { OrderRow } from '../../domain/orders/order';
import { paymentStateOf } from '../../domain/orders/totals';
import type { Ctx } from '../context';
import { countOf, preparePages, readRows, type SortKeys, type Statement } from '../db/page';
import { companies, orders } from '../db/schema';
import { visibleOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { passing } from './order-filters';
import { salesRepsOf } from './sales-reps';

type Sort = (typeof ORDER_SORTS)[number];

export const SORTS: Record<Sort, SortKeys> = {
  created: [orders.createdAt, orders.id],
  orderNumber: [sql`length(${orders.orderNumber})`, orders.orderNumber, orders.id],
  customer: [sql`lower(${orders.customerName})`, orders.id],
  status: [orders.status, orders.createdAt, orders.id],
  totalUsd: [orders.totalUsd, orders.id],
  shipDate: [orders.shipDate, orders.id],
  paymentDueDate: [orders.paymentDueDate, orders.id],
};

export type FoundOrder = Omit<OrderRow, 'customer' | 'sellerCompany' | 'paymentState' | 'created'> & {
  customerId: number;
  customerName: string;
  companyId: number;
  companyName: string;
  created: Date;
};
type Counted = { resultCount: number };

type Body = VerbInput<typeof contract.search>['body'];
type Search = Pick<Body, 'companyId' | 'filters'>;
type Asker = Pick<Ctx, 'membership' | 'now' | 'timeZone'>;

/** A page of the sales orders the caller may see, and how many match. NOT_FOUND for another organization's company. */
export const searchOrders: Verb<typeof contract.search> = async (ctx, { body }) => {
  const rows = await readRows<FoundOrder & Counted>(ctx.services.database.pool, orderPage(ctx, body));
  return {
    results: rows.map(toOrderRow),
    resultCount: rows[0]?.resultCount ?? (await countBeyond(ctx, body)),
    page: body.page,
  };
};

/**
 * Line counts, sales reps and the company's name are looked up by subqueries rather than joins, so that the page keeps
 * its order.
 */
export const COLUMNS = sql`
    o.id, o.order_number as "orderNumber", o.status, o.customer_id as "customerId",
    o.customer_name as "customerName", o.company_id as "companyId", o.order_source as "orderSource",
    o.created_at as created, o.ship_date as "shipDate", o.payment_due_date as "paymentDueDate",
    o.total_usd as "totalUsd", o.paid_usd as "paidUsd", o.version,
    (select name from companies where id = o.company_id) as "companyName",
    (select count(*)::int from order_line_items where order_id = o.id) as "lineItemCount",
    ${salesRepsOf(sql`o.id`)} as "salesReps"`;

const pageOf = preparePages({ table: sql`${orders}`, sorts: SORTS, columns: COLUMNS });

/** The statement a page is read with. */
export function orderPage(asker: Asker, body: Body): Statement {
  return pageOf({ ...body, where: matching(asker, body) });
}

export function matching(asker: Asker, { companyId, filters }: Search): SQL {
  return and(seenOf(asker, companyId), passing(filters, asker)) ?? sql`false`;
}

/** Sales orders the caller may see, of one company unless all are meant. */
export function seenOf({ membership }: Pick<Ctx, 'membership'>, companyId: number | undefined): SQL {
  const ofCompany = companyId === undefined ? undefined : eq(orders.companyId, companyId);
  return and(visibleOrders(membership), ofCompany) ?? sql`false`;
}

/** NOT_FOUND for a company of another organization. */
export async function assertOwnCompany(
  ctx: Ctx,
  { companyId, orgId }: Pick<Body, 'companyId' | 'orgId'>,
): Promise<void> {
  if (companyId === undefined) return;
  const known = sql`select from ${companies} where ${companies.id} = ${companyId} and ${companies.orgId} = ${orgId}`;
  if ((await readRows(ctx.services.database.pool, known)).length === 0) throw notFound('Company');
}

/** No rows carry no count: nothing matches at all, the page lies beyond the last, or the company is a stranger's. */
async function countBeyond(ctx: Ctx, body: Body): Promise<number> {
  const { pool } = ctx.services.database;
  await assertOwnCompany(ctx, body);
  if (body.page === 0) return 0;
  const count = countOf(sql`${orders}`, matching(ctx, body));
  const [row] = await readRows<{ count: number }>(pool, sql`select ${count} as count`);
  return row?.count ?? 0;
}

export function toOrderRow(row: FoundOrder): OrderRow {
  return {
    id: row.id,
    orderNumber: row.orderNumber,
    status: row.status,
    customer: { id: row.customerId, name: row.customerName },
    sellerCompany: { companyId: row.companyId, name: row.companyName },
    orderSource: row.orderSource,
    created: row.created.toISOString(),
    shipDate: row.shipDate,
    paymentDueDate: row.paymentDueDate,
    totalUsd: row.totalUsd,
    paidUsd: row.paidUsd,
    paymentState: paymentStateOf(row.totalUsd, row.paidUsd),
    salesReps: row.salesReps,
    lineItemCount: row.lineItemCount,
    version: row.version,
  };
}

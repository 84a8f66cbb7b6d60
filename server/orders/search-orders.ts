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
import type { Verb } from '../http/implement';
import { passing } from './order-filters';
import { salesRepsOf } from './sales-reps';

type Sort = (typeof ORDER_SORTS)[number];

const SORTS: Record<Sort, SortKeys> = {
  created: [orders.createdAt, orders.id],
  orderNumber: [sql`length(${orders.orderNumber})`, orders.orderNumber, orders.id],
  customer: [sql`lower(${orders.customerName})`, orders.id],
  status: [orders.status, orders.createdAt, orders.id],
  totalUsd: [orders.totalUsd, orders.id],
  shipDate: [orders.shipDate, orders.id],
  paymentDueDate: [orders.paymentDueDate, orders.id],
};

type Row = Omit<OrderRow, 'customer' | 'sellerCompany' | 'paymentState' | 'created'> & {
  customerId: number;
  customerName: string;
  companyId: number;
  companyName: string;
  created: Date;
  resultCount: number;
};

type Body = VerbInput<typeof contract.search>['body'];
type Asker = Pick<Ctx, 'membership' | 'now' | 'timeZone'>;

/** A page of the sales orders the caller may see, and how many match. NOT_FOUND for another organisation's company. */
export const searchOrders: Verb<typeof contract.search> = async (ctx, { body }) => {
  const rows = await readRows<Row>(ctx.services.database.pool, orderPage(ctx, body));
  return {
    results: rows.map(toRow),
    resultCount: rows[0]?.resultCount ?? (await countBeyond(ctx, body)),
    page: body.page,
  };
};

/**
 * Line counts, sales reps and the company's name are looked up by subqueries rather than joins, so that the page keeps
 * its order.
 */
const pageOf = preparePages({
  table: sql`${orders}`,
  sorts: SORTS,
  columns: sql`
    o.id, o.order_number as "orderNumber", o.status, o.customer_id as "customerId",
    o.customer_name as "customerName", o.company_id as "companyId", o.order_source as "orderSource",
    o.created_at as created, o.ship_date as "shipDate", o.payment_due_date as "paymentDueDate",
    o.total_usd as "totalUsd", o.paid_usd as "paidUsd", o.version,
    (select name from companies where id = o.company_id) as "companyName",
    (select count(*)::int from order_line_items where order_id = o.id) as "lineItemCount",
    ${salesRepsOf(sql`o.id`)} as "salesReps"`,
});

/** The statement a page is read with. */
export function orderPage(asker: Asker, body: Body): Statement {
  return pageOf({ ...body, where: matching(asker, body) });
}

function matching(asker: Asker, { companyId, filters }: Body): SQL {
  const ofCompany = companyId === undefined ? undefined : eq(orders.companyId, companyId);
  return and(visibleOrders(asker.membership), ofCompany, passing(filters, asker)) ?? sql`false`;
}

/** No rows carry no count: nothing matches at all, the page lies beyond the last, or the company is a stranger's. */
async function countBeyond(ctx: Ctx, body: Body): Promise<number> {
  const { pool } = ctx.services.database;
  if (body.companyId !== undefined) {
    const known = sql`select from ${companies} where ${companies.id} = ${body.companyId} and ${companies.orgId} = ${body.orgId}`;
    if ((await readRows(pool, known)).length === 0) throw notFound('Company');
  }
  if (body.page === 0) return 0;
  const count = countOf(sql`${orders}`, matching(ctx, body));
  const [row] = await readRows<{ count: number }>(pool, sql`select ${count} as count`);
  return row?.count ?? 0;
}

function toRow(row: Row): OrderRow {
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

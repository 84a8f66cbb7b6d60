import { sql } from 'drizzle-orm';
import { sellerActor } from '../../../domain/orders/actor';
import { orders as contract } from '../../../domain/orders/contract';
import type { OrderRow } from '../../../domain/orders/order';
import { availableTransitions } from '../../../domain/orders/status';
import { paymentStateIn } from '../../../domain/orders/totals';
import { listOf } from '../../db/list';
import { readerOrg } from '../../db/page';
import { companies, orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import { salesRepIdsOf } from '../sales-reps';
import { lookUpNames } from './names';
import { namesFewDays, passing } from './order-filters';

type Found = Omit<
  OrderRow,
  'customer' | 'sellerCompany' | 'salesReps' | 'paymentState' | 'created' | 'availableTransitions'
> & {
  customerId: number;
  customerName: string;
  companyId: number;
  salesRepIds: number[];
  created: Date;
};

/** Sales orders, as their sellers see them. */
export const salesOrders = listOf(contract.search)({
  table: orders,
  visible: visibleOrders,
  company: { of: orders.companyId, among: companies },
  filters: passing,
  findsIdsFirst: true,
  gathers: namesFewDays,
  sorts: {
    created: [orders.createdAt, orders.id],
    orderNumber: [sql`length(${orders.orderNumber})`, orders.orderNumber, orders.id],
    customer: [sql`lower(${orders.customerName})`, orders.id],
    status: [orders.status, orders.createdAt, orders.id],
    totalUsd: [orders.totalUsd, orders.id],
    shipDate: [orders.shipDate, orders.id],
    paymentDueDate: [orders.paymentDueDate, orders.id],
  },
  columns: sql`
    orders.id, orders.order_number as "orderNumber", orders.status, orders.customer_id as "customerId",
    orders.customer_name as "customerName", orders.company_id as "companyId", orders.order_source as "orderSource",
    orders.created_at as created, orders.ship_date as "shipDate", orders.payment_due_date as "paymentDueDate",
    orders.total_usd as "totalUsd", orders.invoiced_usd as "invoicedUsd", orders.paid_usd as "paidUsd", orders.version,
    orders.line_item_count as "lineItemCount",
    ${salesRepIdsOf(readerOrg, sql`orders.id`)} as "salesRepIds"`,
  lookUp: (pool, rows: readonly Found[]) =>
    lookUpNames(pool, {
      companies: rows.map(({ companyId }) => companyId),
      members: rows.flatMap(({ salesRepIds }) => salesRepIds),
    }),
  toRow: ({ membership }, names) => {
    const actorOf = sellerActor(membership);
    return (row: Found): OrderRow => ({
      id: row.id,
      orderNumber: row.orderNumber,
      status: row.status,
      customer: { id: row.customerId, name: row.customerName },
      sellerCompany: { companyId: row.companyId, name: names.companies[row.companyId] ?? '' },
      orderSource: row.orderSource,
      created: row.created.toISOString(),
      shipDate: row.shipDate,
      paymentDueDate: row.paymentDueDate,
      totalUsd: row.totalUsd,
      invoicedUsd: row.invoicedUsd,
      paidUsd: row.paidUsd,
      paymentState: paymentStateIn(row.status, row),
      salesReps: row.salesRepIds.map((id) => ({ id, displayName: names.members[id] ?? '' })),
      lineItemCount: row.lineItemCount,
      availableTransitions: availableTransitions({ status: row.status, ...actorOf(row.salesRepIds) }),
      version: row.version,
    });
  },
});

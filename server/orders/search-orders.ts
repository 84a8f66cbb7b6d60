import { sql } from 'drizzle-orm';
import { sellerActor } from '../../domain/orders/actor';
import { orders as contract } from '../../domain/orders/contract';
import type { OrderRow } from '../../domain/orders/order';
import { availableTransitions } from '../../domain/orders/status';
import { paymentStateOf } from '../../domain/orders/totals';
import { listOf } from '../db/list';
import { readerOrg } from '../db/page';
import { companies, orders } from '../db/schema';
import { visibleOrders } from '../db/visibility';
import { passing } from './order-filters';
import { salesRepsOf } from './sales-reps';

type Found = Omit<OrderRow, 'customer' | 'sellerCompany' | 'paymentState' | 'created' | 'availableTransitions'> & {
  customerId: number;
  customerName: string;
  companyId: number;
  companyName: string;
  created: Date;
};

/** Sales orders, as their sellers see them. */
export const salesOrders = listOf(contract.search)({
  table: orders,
  visible: visibleOrders,
  company: { of: orders.companyId, among: companies },
  filters: passing,
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
    o.id, o.order_number as "orderNumber", o.status, o.customer_id as "customerId",
    o.customer_name as "customerName", o.company_id as "companyId", o.order_source as "orderSource",
    o.created_at as created, o.ship_date as "shipDate", o.payment_due_date as "paymentDueDate",
    o.total_usd as "totalUsd", o.paid_usd as "paidUsd", o.version,
    (select name from companies where id = o.company_id) as "companyName",
    (select count(*)::int from order_line_items where org_id = ${readerOrg} and order_id = o.id) as "lineItemCount",
    ${salesRepsOf(readerOrg, sql`o.id`)} as "salesReps"`,
  toRow: ({ membership }) => {
    const actorOf = sellerActor(membership);
    return (row: Found): OrderRow => ({
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
      availableTransitions: availableTransitions({ status: row.status, ...actorOf(row.salesReps) }),
      version: row.version,
    });
  },
});

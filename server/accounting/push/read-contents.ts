import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import {
  type InvoiceContent,
  type InvoicedLine,
  invoiceOf,
  keepsPayments,
  type PaymentContent,
  paymentOf,
} from '../../../domain/accounting/push/invoice';
import { dayOf } from '../../../domain/dates';
import { type OrderStatus, OrderStatusSchema } from '../../../domain/orders/status';
import { zoneOfState } from '../../../domain/organization/state-zones';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { companies, orderLineItems, orderPayments, orders } from '../../db/schema';

/** What an order is in the books. */
export type OrderContents = {
  id: number;
  companyId: number;
  orderNumber: string;
  status: OrderStatus;
  customerId: number;
  customerName: string;
  invoice: InvoiceContent | null;
  /** Whether payments that were sent stay though the invoice is void. */
  keepsPayments: boolean;
  payments: ReadonlyMap<number, PaymentContent | null>;
};

/** Some orders of an organization as invoices and payments, by id; in three statements. */
export async function readContents(
  db: Db,
  orgId: number,
  ids: readonly number[],
  more?: SQL,
): Promise<Map<number, OrderContents>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ order: orders, timeZone: companies.timeZone, usState: companies.usState })
    .from(orders)
    .innerJoin(companies, and(eq(companies.orgId, orders.orgId), eq(companies.id, orders.companyId)))
    .where(and(eq(orders.orgId, orgId), isOneOf(orders.id, [...ids]), more))
    .orderBy(asc(orders.id));
  const own = found.map(({ order }) => order.id);
  const lines = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), isOneOf(orderLineItems.orderId, own)))
    .orderBy(asc(orderLineItems.orderId), asc(orderLineItems.position));
  const payments = await db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.orgId, orgId), isOneOf(orderPayments.orderId, own)))
    .orderBy(asc(orderPayments.id));
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId);
  return new Map(
    found.map(({ order, timeZone, usState }) => {
      const { id, companyId, orderNumber, customerId, customerName } = order;
      const status = OrderStatusSchema.parse(order.status);
      const invoice = invoiceOf({
        ...order,
        status,
        day: dayOf(order.createdAt, timeZone ?? zoneOfState(usState)),
        dueDay: order.paymentDueDate,
        lines: (linesOf.get(id) ?? []) satisfies InvoicedLine[],
      });
      const paid = (paymentsOf.get(id) ?? []).map((payment) => {
        const isVoid = payment.voidedAt !== null;
        return [payment.id, paymentOf({ ...payment, customerId, isVoid })] as const;
      });
      const kept = keepsPayments(status);
      return [
        id,
        {
          id,
          companyId,
          orderNumber,
          status,
          customerId,
          customerName,
          invoice,
          keepsPayments: kept,
          payments: new Map(paid),
        },
      ] as const;
    }),
  );
}

/** Locks an order against other writers, so that what is read of it stays true. */
export async function holdOrder(db: Db, orgId: number, orderId: number): Promise<void> {
  await db.execute(sql`select from orders where org_id = ${orgId} and id = ${orderId} for share`);
}

import { and, type SQL, sql } from 'drizzle-orm';
import type { accountingAudits as contract } from '../../../domain/accounting/audit-contract';
import { isInvoiced, type OurInvoice, type OurPayment, paidOf } from '../../../domain/accounting/compare';
import type { VerbInput } from '../../../domain/contract/endpoint';
import { type Day, dayOf } from '../../../domain/dates';
import { isClosed, OrderStatusSchema } from '../../../domain/orders/status';
import type { Db } from '../../db/client';
import type { Asker } from '../../db/filters';
import { isOneOf } from '../../db/page';
import { orders } from '../../db/schema';
import { salesOrders } from '../../orders/lists/search-orders';
import type { BooksOf } from '../books';

type Filters = VerbInput<typeof contract.start>['body']['filters'];
export type Reached = { createdAt: string; orderId: number; day: string };

/** An order of an audit, with the day its invoice has, or would have, there. */
export type AuditedOrder = OurInvoice & { createdAt: string; day: Day };

type OrderRow = {
  id: number;
  orderNumber: string;
  status: string;
  customerName: string;
  createdAt: Date;
  invoicedUsd: string;
  paidUsd: string;
  documentState: string | null;
  isVoid: boolean | null;
  contentUsd: string | null;
  contentDay: string | null;
  externalId: string | null;
  externalNumber: string | null;
  customerExternalId: string | null;
};

export type Books = BooksOf & { companyId: number; takesOurNumbers: boolean; pushesFrom: string | null };

/** Which orders an audit is of: those its starter sees, that match its filters. */
export const auditedOrders = (asker: Asker, companyId: number, filters: Filters): SQL =>
  salesOrders.matching(asker, { companyId, filters });

/** The next orders of an audit after those it reached, oldest first. */
export async function readOrders(
  db: Db,
  asker: Asker,
  books: Books,
  { matching, reached, most }: { matching: SQL; reached: Reached | null; most: number },
): Promise<AuditedOrder[]> {
  const { orgId, connectionId } = books;
  const beyond =
    reached === null
      ? undefined
      : sql`(${orders.createdAt}, ${orders.id}) > (${reached.createdAt}::timestamptz, ${reached.orderId}::bigint)`;
  const { rows } = await db.execute<OrderRow>(sql`
    select orders.id, orders.order_number as "orderNumber", orders.status, orders.customer_name as "customerName",
           orders.created_at as "createdAt", orders.invoiced_usd as "invoicedUsd", orders.paid_usd as "paidUsd",
           doc.state as "documentState", doc.id is not null and doc.content is null as "isVoid",
           doc.content ->> 'totalUsd' as "contentUsd", coalesce(doc.content, doc.sent_content) ->> 'day' as "contentDay",
           doc.external_id as "externalId", doc.external_number as "externalNumber",
           mapped.external_id as "customerExternalId"
      from orders
      left join accounting_documents doc on doc.org_id = ${orgId} and doc.connection_id = ${connectionId}
           and doc.order_id = orders.id and doc.kind = 'INVOICE'
      left join accounting_customers mapped on mapped.org_id = ${orgId} and mapped.connection_id = ${connectionId}
           and mapped.customer_id = orders.customer_id
     where ${and(matching, beyond)} order by orders.created_at, orders.id limit ${most}`);
  return rows.map((row) => toOrder(row, asker.timeZone, books));
}

function toOrder(row: OrderRow, timeZone: string, { takesOurNumbers, pushesFrom }: Books): AuditedOrder {
  const status = OrderStatusSchema.parse(row.status);
  const hasDocument = row.documentState !== null;
  // By the order itself, which may have changed while nothing was sent.
  const isVoid = row.isVoid === true || isClosed(status);
  const totalUsd = row.invoicedUsd;
  const isDue = hasDocument ? !isVoid : isInvoiced(status, pushesFrom);
  const createdAt = new Date(row.createdAt).toISOString();
  return {
    orderId: Number(row.id),
    orderNumber: row.orderNumber,
    isDue,
    isVoid,
    totalUsd,
    paidUsd: paidOf(totalUsd, row.paidUsd),
    customerName: row.customerName,
    customerExternalId: row.customerExternalId,
    number: takesOurNumbers ? (row.externalNumber ?? row.orderNumber) : null,
    externalId: row.externalId,
    marker: null,
    createdAt,
    day: row.contentDay ?? dayOf(new Date(createdAt), timeZone),
  };
}

/** The pushed payments of orders, with the day each has there. */
export async function readPayments(
  db: Db,
  { orgId, connectionId }: BooksOf,
  orderIds: readonly number[],
): Promise<(OurPayment & { day: Day | null })[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await db.execute<OurPayment & { day: Day | null }>(sql`
    select doc.order_id as "orderId", doc.external_id as "externalId", doc.content is null as "isVoid",
           coalesce(doc.content, doc.sent_content) ->> 'amount' as amount,
           coalesce(doc.content, doc.sent_content) ->> 'day' as day
      from accounting_documents doc
     where doc.org_id = ${orgId} and doc.connection_id = ${connectionId} and doc.kind = 'PAYMENT'
       and doc.external_id is not null and doc.state <> 'PENDING' and ${isOneOf(sql`doc.order_id`, orderIds)}
     order by doc.id`);
  return rows.map((row) => ({ ...row, orderId: Number(row.orderId), amount: row.amount ?? '0' }));
}

/** Which of these invoices some order of the company has, whatever an audit's filters leave out. */
export async function findOwned(
  db: Db,
  { orgId, connectionId, companyId }: Books,
  invoices: readonly { id: string; number: string | null }[],
): Promise<ReadonlySet<string>> {
  if (invoices.length === 0) return new Set();
  const ids = invoices.map(({ id }) => id);
  const numbers = invoices.flatMap(({ number }) => number ?? []);
  const { rows: documents } = await db.execute<{ id: string }>(sql`
    select doc.external_id as id from accounting_documents doc
     where doc.org_id = ${orgId} and doc.connection_id = ${connectionId} and ${isOneOf(sql`doc.external_id`, ids)}`);
  const { rows: numbered } = await db.execute<{ number: string }>(sql`
    select own.order_number as number from orders own
     where own.org_id = ${orgId} and own.company_id = ${companyId} and ${isOneOf(sql`own.order_number`, numbers)}`);
  const known = new Set(numbered.map(({ number }) => number));
  const byNumber = invoices.filter(({ number }) => number !== null && known.has(number)).map(({ id }) => id);
  return new Set([...documents.map(({ id }) => id), ...byNumber]);
}

/** Customers of the books that are mapped, with their names; and the names of all. */
export async function readCustomers(db: Db, { orgId, connectionId }: BooksOf) {
  const { rows } = await db.execute<{ externalId: string; name: string; isMapped: boolean }>(sql`
    select remote.external_id as "externalId", remote.name, exists (select from accounting_customers mapped
             where mapped.org_id = ${orgId} and mapped.connection_id = ${connectionId}
               and mapped.external_id = remote.external_id) as "isMapped"
      from accounting_remotes remote
     where remote.org_id = ${orgId} and remote.connection_id = ${connectionId} and remote.kind = 'CUSTOMER'`);
  const names = new Map(rows.map(({ externalId, name }) => [externalId, name]));
  return {
    mapped: new Set(rows.filter(({ isMapped }) => isMapped).map(({ externalId }) => externalId)),
    nameOf: (externalId: string) => names.get(externalId) ?? `No. ${externalId}`,
  };
}

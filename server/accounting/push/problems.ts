import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { type BooksProblem, bookPushes as contract, problemFilters } from '../../../domain/accounting/push/contract';
import { OWN_FAULTS, overwrite, type SendFault, sendAgain } from '../../../domain/accounting/push/followed';
import { explainFault, type MendAct, mendOf } from '../../../domain/accounting/push/preflight';
import { BOOKS_FAULTS } from '../../../domain/accounting/vocabulary';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { filterSql } from '../../db/filters';
import { listOf } from '../../db/list';
import { contains, isOneOf, readerOrg } from '../../db/page';
import { accountingDocuments as documents, orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';
import {
  type Connection,
  type DocumentRow,
  findConnection,
  followedOf,
  logPush,
  ofConnection,
  saveDocument,
} from './documents';
import { lockAll } from './lease';
import { reopenFor } from './reopen';
import { tellPushed } from './tell';

const faultsOf = (acts: readonly string[]): SendFault[] =>
  [...BOOKS_FAULTS, ...OWN_FAULTS].filter((fault) => acts.includes(mendOf(fault)));

const ofOrder = (column: SQL, orgId: SQL = readerOrg) => sql`(select ${column} from orders ord
  where ord.org_id = ${orgId} and ord.id = accounting_documents.order_id)`;

const passing = filterSql(problemFilters, {
  searchTerm: (text, { membership: { orgId } }) =>
    contains(
      [ofOrder(sql`ord.order_number`, sql`${orgId}::bigint`), ofOrder(sql`ord.customer_name`, sql`${orgId}::bigint`)],
      text,
    ),
  acts: (acts) => isOneOf(documents.fault, faultsOf(acts)),
});

type Found = Omit<BooksProblem, 'problem' | 'updated'> & {
  fault: SendFault;
  problem: string | null;
  customerId: number;
  unmatchedId: number | null;
  updated: Date | string;
};

const problemsOf = (connectionId: number) =>
  listOf(contract.problems)({
    table: documents,
    visible: (membership) =>
      sql`(${documents.orgId} = ${membership.orgId} and ${documents.connectionId} = ${connectionId}
      and ${documents.state} = 'FAILED' and exists (
      select from ${orders} where ${visibleOrders(membership)} and ${orders.id} = ${documents.orderId}))`,
    filters: passing,
    sorts: {
      updated: [documents.updatedAt, documents.id],
      orderNumber: [documents.orderId, documents.id],
      customer: [sql`lower(${ofOrder(sql`ord.customer_name`, sql`accounting_documents.org_id`)})`, documents.id],
    },
    columns: sql`
    accounting_documents.id, accounting_documents.kind, accounting_documents.order_id as "orderId",
    accounting_documents.fault, accounting_documents.problem, accounting_documents.attempts,
    accounting_documents.updated_at as updated,
    (select link.company_id from accounting_connections link
      where link.org_id = ${readerOrg} and link.id = accounting_documents.connection_id) as "companyId",
    ${ofOrder(sql`ord.order_number`)} as "orderNumber", ${ofOrder(sql`ord.customer_name`)} as "customerName",
    ${ofOrder(sql`ord.customer_id`)} as "customerId",
    (select line.product_id from order_line_items line
      where line.org_id = ${readerOrg} and line.order_id = accounting_documents.order_id and not line.is_backorder
        and not exists (select from accounting_products matched where matched.org_id = ${readerOrg}
          and matched.connection_id = accounting_documents.connection_id and matched.product_id = line.product_id)
      order by line.position limit 1) as "unmatchedId",
    coalesce(accounting_documents.content, accounting_documents.sent_content)
      ->> case when accounting_documents.kind = 'INVOICE' then 'totalUsd' else 'amount' end as "amountUsd"`,
    toRow:
      () =>
      ({ fault, problem, customerId, unmatchedId, updated, ...row }: Found) => {
        const act = mendOf(fault);
        const ids: Partial<Record<MendAct, number | null>> = {
          MAP_CUSTOMER: customerId,
          MAP_PRODUCT: unmatchedId,
          OPEN_ORDER: row.orderId,
        };
        const message = problem || explainFault(fault, '');
        return {
          ...row,
          problem: { fault, message, mend: { act, id: ids[act] ?? null } },
          updated: new Date(updated).toISOString(),
        };
      },
  });

/** What a company's books didn't take, of the orders the caller sees. */
export const searchProblems: Verb<typeof contract.problems> = async (ctx, input) => {
  const { companyId } = input.params;
  await findSeenCompany(ctx, companyId);
  const connection = await findConnection(ctx.db, ctx.membership.orgId, companyId);
  if (!connection) return { results: [], resultCount: 0, page: input.body.page };
  return problemsOf(connection.id).search(ctx, input);
};

/** What people see of a document they mend, locked. NOT_FOUND for another company's. */
async function lockDocument(ctx: Ctx, connection: Connection, id: number): Promise<DocumentRow> {
  const [row] = await lockAll(ctx.db, connection.orgId, [id]);
  const seen =
    row?.connectionId === connection.id &&
    (await ctx.db.$count(orders, and(visibleOrders(ctx.membership), eq(orders.id, row.orderId)))) > 0;
  if (!row || !seen) throw notFound('Document');
  return row;
}

/**
 * Mends what the books didn't take, and sends it again: as it is, over what they changed, with its inactive records made
 * active again, or under another number. CONFLICT if nothing is wrong with it any more.
 */
export const mendDocument: Verb<typeof contract.mend> = async (ctx, { params: { companyId, id }, body }) => {
  const { db, person, membership } = ctx;
  await findSeenCompany(ctx, companyId);
  const connection = await findConnection(db, membership.orgId, companyId);
  if (!connection) throw notFound('Document');
  const row = await lockDocument(ctx, connection, id);
  if (row.state !== 'FAILED') throw new DomainError('CONFLICT', 'Nothing is wrong with it any more.');
  if (body.act === 'RENUMBER' && body.number === undefined) throw badInput({ number: 'Enter a number' });
  if (body.act === 'REOPEN') await reopenFor(ctx, connection, row);
  const before = followedOf(row);
  const next = body.act === 'OVERWRITE' ? overwrite(before) : sendAgain(before);
  await saveDocument(db, row, next, 0);
  if (body.act === 'RENUMBER')
    await db
      .update(documents)
      .set({ chosenNumber: body.number ?? null })
      .where(and(eq(documents.orgId, row.orgId), eq(documents.id, row.id)));
  await logPush(db, { ...row, revision: next.revision }, { act: 'MEND', detail: body.act, actorUserId: person.userId });
  await ctx.audit({
    id: row.orderId,
    before: { fault: row.fault },
    after: { act: body.act, number: body.number ?? null },
  });
  await send(ctx, connection, [row]);
  return { ok: true };
};

/** Most that are sent again at once. */
const MOST_AGAIN = 5_000;

/** Sends everything again that the books didn't take, of the orders the caller sees. */
export const retryAll: Verb<typeof contract.retryAll> = async (ctx, { params: { companyId } }) => {
  const { db, membership, person } = ctx;
  await findSeenCompany(ctx, companyId);
  const connection = await findConnection(db, membership.orgId, companyId);
  const rows = connection ? await lockFailed(db, ctx, connection) : [];
  for (const row of rows) {
    const next = sendAgain(followedOf(row));
    await saveDocument(db, row, next, 0);
    await logPush(
      db,
      { ...row, revision: next.revision },
      { act: 'MEND', detail: 'RETRY', actorUserId: person.userId },
    );
  }
  await ctx.audit({ id: null, before: null, after: { retried: rows.length } });
  if (connection && rows.length > 0) await send(ctx, connection, rows);
  return { count: rows.length };
};

const lockFailed = (db: Db, { membership }: Ctx, connection: Connection) =>
  db
    .select()
    .from(documents)
    .where(
      and(
        ofConnection(connection),
        eq(documents.state, 'FAILED'),
        // What somebody made of it there is a question for each.
        sql`${documents.fault} is distinct from 'CHANGED_THERE'`,
        sql`exists (select from ${orders} where ${visibleOrders(membership)} and ${orders.id} = ${documents.orderId})`,
      ),
    )
    .orderBy(asc(documents.id))
    .limit(MOST_AGAIN)
    .for('no key update');

async function send(ctx: Ctx, { orgId, id: connectionId }: Connection, rows: readonly DocumentRow[]): Promise<void> {
  for (const row of rows) await tellPushed(ctx.db, row);
  await ctx.enqueue({ name: 'push-books', data: { orgId, connectionId } });
}

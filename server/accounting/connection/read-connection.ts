import { and, eq, sql } from 'drizzle-orm';
import { planAllows } from '../../../domain/access/plans';
import { BooksSettings } from '../../../domain/accounting/connection';
import type { accounting, BooksConnection, CompanyBooks } from '../../../domain/accounting/connection-contract';
import { CONNECTION_STATES, SystemType } from '../../../domain/accounting/vocabulary';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { accountingDocuments, accountingProposals } from '../../db/schema';
import type { Verb } from '../../implement';
import type { BooksPreferences } from '../books';
import { type ConnectionRecord, findConnection } from '../find-connection';

/** A company's connection with its books, and how it does. NOT_FOUND for a company the caller doesn't see. */
export const getBooks: Verb<typeof accounting.get> = (ctx, { params }) => readBooks(ctx, params.companyId);

export async function readBooks(ctx: Pick<Ctx, 'db' | 'membership'>, companyId: number): Promise<CompanyBooks> {
  const found = await findConnection(ctx, companyId);
  return {
    companyId,
    connection: found && toConnection(found, await countsOf(ctx.db, found)),
    isPaused: !planAllows(ctx.membership.plan, 'accounting'),
  };
}

function toConnection(row: ConnectionRecord, counts: BooksConnection['counts']): BooksConnection {
  const {
    takesOurNumbers = false,
    allowsDiscount = false,
    closedUntil = null,
  } = row.preferences as Partial<BooksPreferences>;
  const { defaultItemExpenseAccountId, defaultIncomeAccountId, defaultOrderDiscountAccountId, pushesFrom, automatic } =
    row;
  return {
    id: row.id,
    companyId: row.companyId,
    systemType: SystemType.parse(row.systemType),
    externalCompanyId: row.externalCompanyId,
    externalName: row.externalName,
    state: CONNECTION_STATES.find((state) => state === row.state) ?? 'ENDED',
    problem: row.problem,
    checked: row.checkedAt?.toISOString() ?? null,
    ends: row.endsAt?.toISOString() ?? null,
    connected: row.createdAt.toISOString(),
    heard: row.hookHeardAt?.toISOString() ?? null,
    takesOurNumbers,
    allowsDiscount,
    closedUntil,
    ...BooksSettings.parse({
      defaultItemExpenseAccountId,
      defaultIncomeAccountId,
      defaultOrderDiscountAccountId,
      pushesFrom,
      automatic,
    }),
    counts,
  };
}

/** What is left to do about a connection. */
async function countsOf(db: Db, { orgId, id, companyId }: ConnectionRecord): Promise<BooksConnection['counts']> {
  const problems = await db.$count(
    accountingDocuments,
    and(
      eq(accountingDocuments.orgId, orgId),
      eq(accountingDocuments.connectionId, id),
      eq(accountingDocuments.state, 'FAILED'),
    ),
  );
  const proposals = await db.$count(
    accountingProposals,
    and(
      eq(accountingProposals.orgId, orgId),
      eq(accountingProposals.connectionId, id),
      eq(accountingProposals.state, 'OPEN'),
    ),
  );
  const { rows } = await db.execute<{ customers: number; products: number }>(sql`
    select
      (select count(*)::int from customers one where one.org_id = ${orgId} and one.company_id = ${companyId}
         and not exists (select from accounting_customers mapped where mapped.org_id = ${orgId}
           and mapped.connection_id = ${id} and mapped.customer_id = one.id)) as customers,
      (select count(*)::int from products one where one.org_id = ${orgId} and one.company_id = ${companyId}
         and not one.is_parent and one.listing_state <> 'ARCHIVED'
         and not exists (select from accounting_products mapped where mapped.org_id = ${orgId}
           and mapped.connection_id = ${id} and mapped.product_id = one.id)) as products`);
  return {
    problems,
    proposals,
    unmappedCustomers: rows[0]?.customers ?? 0,
    unmappedProducts: rows[0]?.products ?? 0,
  };
}

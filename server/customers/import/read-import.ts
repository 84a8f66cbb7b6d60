import { and, asc, eq, sql } from 'drizzle-orm';
import { CustomerImport } from '../../../domain/customers/import';
import { notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { customerImportRows, customerImports, users } from '../../db/schema';
import { findSeenCompany } from '../../organization/find-company';

/** An import with each row's result. NOT_FOUND for another organization's, and for a company the caller doesn't see. */
export async function loadImport(ctx: Pick<Ctx, 'db' | 'membership'>, id: number): Promise<CustomerImport> {
  const own = and(eq(customerImports.orgId, ctx.membership.orgId), eq(customerImports.id, id));
  const [found] = await ctx.db
    .select({
      kept: customerImports,
      createdBy: sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, 'Verdant')`,
    })
    .from(customerImports)
    .leftJoin(users, eq(users.id, customerImports.createdByUserId))
    .where(own);
  if (found === undefined) throw notFound('Import');
  const { kept, createdBy } = found;
  await findSeenCompany(ctx, kept.companyId);
  const { row, verdict, name, customerId, reasons, undo } = customerImportRows;
  const rows = await ctx.db
    .select({ row, verdict, name, customerId, reasons, undo })
    .from(customerImportRows)
    .where(and(eq(customerImportRows.orgId, kept.orgId), eq(customerImportRows.importId, kept.id)))
    .orderBy(asc(row));
  return CustomerImport.parse({
    id: kept.id,
    companyId: kept.companyId,
    fileName: kept.fileName,
    created: kept.createdAt.toISOString(),
    createdBy,
    undone: kept.undoneAt?.toISOString() ?? null,
    rows,
  });
}

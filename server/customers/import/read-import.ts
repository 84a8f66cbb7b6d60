import { eq, sql } from 'drizzle-orm';
import { CustomerImport } from '../../../domain/customers/import';
import { getApplied } from '../../bulk/applied';
import type { Ctx } from '../../context';
import { users } from '../../db/schema';
import { findSeenCompany } from '../../organization/find-company';
import { customerImport } from './undo-import';

/** The imports of an organization's people. */
export const IMPORTS = { of: [customerImport], noun: 'import', isShared: true } as const;

/** An import with each row's result. NOT_FOUND for another organization's, and for a company the caller doesn't see. */
export async function loadImport(ctx: Ctx, id: number): Promise<CustomerImport> {
  const { change, rows } = await getApplied(ctx, IMPORTS, id);
  const { companyId, fileName } = change.input;
  await findSeenCompany(ctx, Number(companyId));
  const [author] = await ctx.db
    .select({ name: sql<string>`${users.firstName} || ' ' || ${users.lastName}` })
    .from(users)
    .where(eq(users.id, change.userId));
  return CustomerImport.parse({
    id: change.id,
    companyId,
    fileName,
    created: change.createdAt.toISOString(),
    createdBy: author?.name ?? 'Verdant',
    undone: change.undoneAt?.toISOString() ?? null,
    rows: rows.map(({ position, verdict, label, subjectId, reasons, undone }) => ({
      row: position,
      verdict,
      name: label,
      customerId: subjectId,
      reasons,
      undo: undone,
    })),
  });
}

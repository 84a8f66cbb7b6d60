import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { explain } from '../../../domain/access/ability';
import { CREDIT_FEATURE, mayChangeCredit } from '../../../domain/customers/credit';
import type { Undo } from '../../../domain/customers/import';
import type { customerImports as contract } from '../../../domain/customers/import-contract';
import type { Written } from '../../../domain/customers/judge-import';
import { DomainError } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import {
  customerImportRows,
  customerImports,
  customerServiceZones,
  customerStatuses,
  customers,
  orders,
  priceScheduleCustomers,
} from '../../db/schema';
import type { Verb } from '../../implement';
import { publishCustomer, setManagers } from '../save-customer';
import { holdZones } from '../zones/follow-zones';
import { importedValues } from './judge-import';
import { loadImport } from './read-import';

type Kept = typeof customerImportRows.$inferSelect & { customerId: number };

/**
 * Undoes an import in one transaction: restores what it changed, removes what it created. Customers changed since, or
 * referenced by orders or price schedules, are kept and reported. CONFLICT the second time; FORBIDDEN if it set credit
 * and the caller may not.
 */
export const undoImport: Verb<typeof contract.undo> = async (ctx, { params }) => {
  const before = await loadImport(ctx, params.id);
  const own = and(eq(customerImports.orgId, ctx.membership.orgId), eq(customerImports.id, before.id));
  await holdZones(ctx.db, before.companyId);
  const [locked] = await ctx.db
    .select({ undoneAt: customerImports.undoneAt })
    .from(customerImports)
    .where(own)
    .for('update');
  if (locked?.undoneAt) throw new DomainError('CONFLICT', 'This import is already undone.');
  const ofImport = and(
    eq(customerImportRows.orgId, ctx.membership.orgId),
    eq(customerImportRows.importId, before.id),
    inArray(customerImportRows.verdict, ['create', 'update']),
  );
  const rows = (await ctx.db
    .select()
    .from(customerImportRows)
    .where(ofImport)
    .orderBy(asc(customerImportRows.row))) as Kept[];
  assertMayUndo(ctx, rows);
  const outcomes = await undoRows(ctx, before.companyId, rows);
  for (const [row, undo] of outcomes) {
    await ctx.db
      .update(customerImportRows)
      .set({ undo })
      .where(and(ofImport, eq(customerImportRows.row, row)));
  }
  await ctx.db.update(customerImports).set({ undoneAt: ctx.now }).where(own);
  const after = await loadImport(ctx, before.id);
  await ctx.audit({ id: before.id, before, after });
  await publishCustomer(ctx, 'many');
  return after;
};

function assertMayUndo({ membership }: Ctx, rows: readonly Kept[]): void {
  const setsCredit = rows.some(({ before }) => before && ('creditLimitUsd' in before || 'paymentTermsDays' in before));
  if (!setsCredit || mayChangeCredit(membership)) return;
  const reason = { kind: 'feature', feature: CREDIT_FEATURE, level: 'write' } as const;
  throw new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
}

async function undoRows(ctx: Ctx, companyId: number, rows: readonly Kept[]): Promise<Map<number, Undo>> {
  const { orgId } = ctx.membership;
  const ids = rows.map(({ customerId }) => customerId);
  if (ids.length === 0) return new Map();
  const named = (table: typeof orders | typeof priceScheduleCustomers) =>
    sql<boolean>`exists (select from ${table} named where named.org_id = ${orgId} and named.customer_id = customers.id)`;
  const standing = await ctx.db
    .select({
      id: customers.id,
      version: customers.version,
      used: sql<boolean>`${named(orders)} or ${named(priceScheduleCustomers)}`,
    })
    .from(customers)
    .where(and(eq(customers.orgId, orgId), isOneOf(customers.id, ids)))
    .orderBy(asc(customers.id))
    .for('update');
  const there = await withoutDeleted(ctx, companyId);
  const outcomes = new Map<number, Undo>();
  for (const { row, verdict, customerId, before, versionAfter } of rows) {
    const now = standing.find(({ id }) => id === customerId);
    const own = and(eq(customers.orgId, orgId), eq(customers.id, customerId));
    if (now === undefined || now.version !== versionAfter || (verdict === 'create' && now.used)) {
      outcomes.set(row, 'kept');
    } else if (verdict === 'create') {
      await ctx.db.delete(customers).where(own);
      outcomes.set(row, 'removed');
    } else {
      const stood = there(before ?? {});
      const version = now.version + 1;
      await ctx.db
        .update(customers)
        .set({ ...importedValues(stood), updatedAt: ctx.now, version })
        .where(own);
      if (stood.managerIds) await setManagers(ctx, customerId, stood.managerIds);
      outcomes.set(row, 'restored');
    }
  }
  return outcomes;
}

/** The previous values, without statuses or zones deleted since. */
async function withoutDeleted({ db, membership }: Ctx, companyId: number) {
  const idsOf = async (table: typeof customerStatuses | typeof customerServiceZones) => {
    const own = and(eq(table.orgId, membership.orgId), eq(table.companyId, companyId));
    return new Set((await db.select({ id: table.id }).from(table).where(own)).map(({ id }) => id));
  };
  const [statuses, zones] = [await idsOf(customerStatuses), await idsOf(customerServiceZones)];
  return (stood: Written): Written => ({
    ...stood,
    ...(stood.customerStatusId && !statuses.has(stood.customerStatusId) && { customerStatusId: null as never }),
    ...(stood.serviceZoneId && !zones.has(stood.serviceZoneId) && { serviceZoneId: null }),
  });
}

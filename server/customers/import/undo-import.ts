import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { explain } from '../../../domain/access/ability';
import { CREDIT_FEATURE, mayChangeCredit } from '../../../domain/customers/credit';
import { customerImports } from '../../../domain/customers/import-contract';
import type { Written } from '../../../domain/customers/judge-import';
import { DomainError } from '../../../domain/errors';
import { applied } from '../../bulk/applied';
import { eachOf, many, type Subject } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import {
  customerServiceZones,
  customerStatuses,
  customers,
  offerCustomers,
  orders,
  orgUsers,
  priceScheduleCustomers,
} from '../../db/schema';
import { findSeenCompany } from '../../organization/find-company';
import { publishCustomer, setManagers } from '../save-customer';
import { tellCustomers } from '../tell-customers';
import { holdZones } from '../zones/follow-zones';
import { importedValues } from './judge-import';

/** What undoing takes of a customer: the values before, none for one the import added, and its version after. */
export type KeptCustomer = { before: Written | null; versionAfter: number };
type Row = Subject & { kept: KeptCustomer };

/**
 * Restores what an import changed, removes what it created. Customers changed since, or referenced by orders, price
 * schedules or offers, are kept. FORBIDDEN if it set credit and the caller may not.
 */
const undo = many<{ companyId: number }>(async (ctx, subjects, { companyId }) => {
  const { orgId } = ctx.membership;
  const rows = subjects as readonly Row[];
  await findSeenCompany(ctx, companyId);
  await holdZones(ctx.db, companyId);
  assertMayUndo(ctx, rows);
  const standing = await lockCustomers(
    ctx,
    rows.map(({ id }) => id),
  );
  const there = await withoutDeleted(ctx, companyId);
  const outcomes = await eachOf(
    rows.map((row) => [row.id, row.kept] as const),
    async ({ before, versionAfter }, id) => {
      const now = standing.get(id);
      const own = and(eq(customers.orgId, orgId), eq(customers.id, id));
      if (now?.version !== versionAfter)
        throw new DomainError('CONFLICT', 'It was changed since, so it stays as it is.');
      if (before === null) {
        if (now.used) throw new DomainError('CONFLICT', 'It was used since, so it stays.');
        await ctx.db.delete(customers).where(own);
        return { undone: 'removed' };
      }
      if (before.licenseId !== undefined && before.licenseId !== now.licenseId && now.licenseId !== null && now.bought)
        throw new DomainError('CONFLICT', 'It has orders with this license since, so it stays as it is.');
      const stood = there(before);
      const version = now.version + 1;
      await ctx.db
        .update(customers)
        .set({ ...importedValues(stood), updatedAt: ctx.now, version })
        .where(own);
      if (stood.managerIds) await setManagers(ctx, id, stood.managerIds);
      await tellCustomers(ctx, [id]);
      return {};
    },
  );
  await publishCustomer(ctx, 'many');
  return outcomes;
});

/** Imports of customers, which colleagues see. */
export const customerImport = applied(customerImports.apply, { kind: 'IMPORT', entity: 'customer', undo });

function assertMayUndo({ membership }: Ctx, rows: readonly Row[]): void {
  const setsCredit = rows.some(
    ({ kept: { before } }) => before && ('creditLimitUsd' in before || 'paymentTermsDays' in before),
  );
  if (!setsCredit || mayChangeCredit(membership)) return;
  const reason = { kind: 'feature', feature: CREDIT_FEATURE, level: 'write' } as const;
  throw new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
}

async function lockCustomers({ db, membership: { orgId } }: Ctx, ids: readonly number[]) {
  const named = (table: typeof orders | typeof priceScheduleCustomers | typeof offerCustomers) =>
    sql<boolean>`exists (select from ${table} named where named.org_id = ${orgId} and named.customer_id = customers.id)`;
  const { id, version, licenseId } = customers;
  const bought = sql<boolean>`exists (select from ${orders} placed where placed.org_id = ${orgId} and placed.customer_id = customers.id
    and placed.buyer_license_id is not null)`;
  const isMatched = sql<boolean>`exists (select from wholesale_records named where named.org_id = ${orgId}
    and named.kind = 'CUSTOMER' and named.own_id = customers.id)`;
  const found = await db
    .select({
      id,
      version,
      licenseId,
      bought,
      used: sql<boolean>`${named(orders)} or ${named(priceScheduleCustomers)} or ${named(offerCustomers)} or ${isMatched}`,
    })
    .from(customers)
    .where(and(eq(customers.orgId, orgId), isOneOf(customers.id, ids)))
    .orderBy(asc(customers.id))
    .for('update');
  return new Map(found.map((customer) => [customer.id, customer]));
}

/** The previous values, without statuses or zones deleted since and managers who left the team. */
async function withoutDeleted({ db, membership }: Ctx, companyId: number) {
  const idsOf = async (table: typeof customerStatuses | typeof customerServiceZones) => {
    const own = and(eq(table.orgId, membership.orgId), eq(table.companyId, companyId));
    return new Set((await db.select({ id: table.id }).from(table).where(own)).map(({ id }) => id));
  };
  const [statuses, zones] = [await idsOf(customerStatuses), await idsOf(customerServiceZones)];
  const onTeam = await db
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, membership.orgId), ne(orgUsers.status, 'REMOVED')));
  const team = new Set(onTeam.map(({ id }) => id));
  return (stood: Written): Written => ({
    ...stood,
    ...(stood.managerIds && { managerIds: stood.managerIds.filter((id) => team.has(id)) }),
    ...(stood.customerStatusId && !statuses.has(stood.customerStatusId) && { customerStatusId: null as never }),
    ...(stood.serviceZoneId && !zones.has(stood.serviceZoneId) && { serviceZoneId: null }),
  });
}

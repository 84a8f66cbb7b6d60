import { and, eq, or, sql } from 'drizzle-orm';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { DomainError } from '../../domain/errors';
import { OPEN_STATUSES } from '../../domain/orders/status';
import type { companies as contract } from '../../domain/organization/company-contract';
import { type Dependents, toDependents, whyNotRemoved } from '../../domain/organization/dependents';
import type { Db } from '../db/client';
import { holdAlone } from '../db/hold';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import {
  accountingConnections,
  companies,
  companyInvites,
  companyNotifications,
  customers,
  distributorMappings,
  orders,
  products,
  wholesaleSyncs,
} from '../db/schema';
import type { Verb } from '../implement';
import { countAssigned, unassign } from '../team/assignments';
import { findSeenCompany } from './find-company';
import { loadCompany } from './save-company';

type Place = { orgId: number; companyId: number };

/** What must be settled before a company is removed, and what goes with it. NOT_FOUND. */
export const companyDependents: Verb<typeof contract.dependents> = async (ctx, { params: { id } }) => {
  const { orgId } = await findSeenCompany(ctx, id);
  return findDependents(ctx.db, { orgId, companyId: id });
};

/**
 * Removes a company: it stays in the database, hidden, for its finished orders; its products are archived.
 * CONFLICT naming what must be settled first; NOT_FOUND.
 */
export const removeCompany: Verb<typeof contract.remove> = async (ctx, { params: { id } }) => {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  const place = { orgId, companyId: id };
  const own = and(eq(companies.id, id), eq(companies.orgId, orgId));
  // An order placed meanwhile waits for this or is counted below.
  await holdAlone(db, { kind: 'company', id });
  await lockRows(db, companies, own, 'update');
  const before = await loadCompany(ctx, id);
  await db
    .update(companies)
    .set({ removedAt: now, version: sql`${companies.version} + 1` })
    .where(own);
  const why = whyNotRemoved(before.name, await findDependents(db, place));
  if (why !== null) throw new DomainError('CONFLICT', why);
  const archived = await db
    .update(products)
    .set({ listingState: 'ARCHIVED' })
    .where(listed(place))
    .returning({ id: products.id });
  const told = archived.map((one) => ({
    type: 'product.archived' as const,
    orgId,
    subject: { kind: 'product' as const, id: one.id },
  }));
  await ctx.tell(...told);
  for (const table of [companyNotifications, companyInvites]) {
    await db.delete(table).where(and(eq(table.orgId, orgId), eq(table.companyId, id)));
  }
  const { companyId, distributorId } = distributorMappings;
  await db
    .delete(distributorMappings)
    .where(and(eq(distributorMappings.orgId, orgId), or(eq(companyId, id), eq(distributorId, id))));
  const ofBooks = and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.companyId, id));
  await db.update(accountingConnections).set({ state: 'ENDED', sealedTokens: null }).where(ofBooks);
  // Nobody says whose its orders are now: they stop coming in.
  await db
    .update(wholesaleSyncs)
    .set({ companyId: null, startedAt: null })
    .where(and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.companyId, id)));
  await unassign(ctx, 'companyIds', id);
  await ctx.audit({ id, before, after: null });
  await ctx.publish({ topic: 'organization', kind: 'removed', id, orgIds: [orgId] });
  return { ok: true };
};

const listed = ({ orgId, companyId }: Place) =>
  and(eq(products.orgId, orgId), eq(products.companyId, companyId), isOneOf(products.listingState, LISTED_STATUSES));

type Counted = 'distributorOf' | 'paymentOptions' | 'serviceZones' | 'notifications' | 'invites';

async function findDependents(db: Db, { orgId, companyId }: Place): Promise<Dependents> {
  const open = and(eq(orders.orgId, orgId), eq(orders.companyId, companyId), isOneOf(orders.status, OPEN_STATUSES));
  const { rows } = await db.execute<Record<Counted, number>>(
    sql`select
    (select count(distinct mapped.company_id)::int from distributor_mappings mapped
      where mapped.org_id = ${orgId} and mapped.distributor_id = ${companyId}
        and mapped.company_id <> ${companyId}) as "distributorOf",
    (select count(*)::int from company_payment_options offered
      where offered.org_id = ${orgId} and offered.company_id = ${companyId} and not offered.removed)
      as "paymentOptions",
    (select count(*)::int from customer_service_zones zone
      where zone.org_id = ${orgId} and zone.company_id = ${companyId}) as "serviceZones",
    (select count(distinct told.org_user_id)::int from company_notifications told
      where told.org_id = ${orgId} and told.company_id = ${companyId}) as notifications,
    (select count(*)::int from company_invites invited
      where invited.org_id = ${orgId} and invited.company_id = ${companyId}) as invites`,
  );
  return toDependents({
    ...rows[0],
    openOrders: await db.$count(orders, open),
    products: await db.$count(products, listed({ orgId, companyId })),
    customers: await db.$count(customers, and(eq(customers.orgId, orgId), eq(customers.companyId, companyId))),
    members: await countAssigned(db, orgId, 'companyIds', companyId),
  });
}

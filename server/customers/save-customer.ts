import { and, eq, sql } from 'drizzle-orm';
import { explain } from '../../domain/access/ability';
import type { customers as contract } from '../../domain/customers/contract';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { customerManagers, customers, orders } from '../db/schema';
import { visibleCustomers } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { checkCustomer, licenseTaken, toValues } from './check-customer';
import { loadCustomer } from './read-customers';
import { chooseZone, holdZones } from './zones/follow-zones';

/**
 * Adds a customer to a company, in the zone of its address unless another is chosen. BAD_INPUT on `licenseId` if a customer has that license, even when both are added at
 * once.
 */
export const createCustomer: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { orgId, companyId, ...fields } = body;
  const company = await findSeenCompany(ctx, companyId);
  await checkCustomer(ctx, company, fields, null);
  const zone = await chooseZone(ctx.db, company, fields, null);
  const [made] = await ctx.db
    .insert(customers)
    .values({ orgId, companyId, ...toValues(fields), ...zone, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ id: customers.id });
  if (made === undefined) throw licenseTaken('Another customer');
  await setManagers(ctx, made.id, fields.managerIds);
  const after = await loadCustomer(ctx, made.id);
  await ctx.audit({ id: made.id, before: null, after });
  await publishCustomer(ctx, made.id, 'created');
  return after;
};

/**
 * Changes all of a customer's fields; its zone follows its address unless people chose one. STALE if someone changed it
 * since; a license with orders can't be changed.
 */
export const updateCustomer: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, ...fields } = body;
  await lockCustomer(ctx, params.id);
  const before = await loadCustomer(ctx, params.id);
  assertCurrent('This customer', before, version);
  const company = await findSeenCompany(ctx, before.companyId);
  await checkCustomer(ctx, company, fields, before);
  if (before.licenseId !== null && fields.licenseId !== before.licenseId) await assertNeverBought(ctx, before.id);
  const zone = await chooseZone(ctx.db, company, fields, before);
  await ctx.db
    .update(customers)
    .set({ ...toValues(fields), ...zone, updatedAt: ctx.now, version: version + 1 })
    .where(and(eq(customers.orgId, ctx.membership.orgId), eq(customers.id, before.id)));
  await setManagers(ctx, before.id, fields.managerIds);
  const after = await loadCustomer(ctx, before.id);
  await ctx.audit({ id: before.id, before, after });
  await publishCustomer(ctx, before.id, 'changed');
  return after;
};

/**
 * Locks a customer until the transaction ends, and its company's zones. NOT_FOUND unless the caller may see it, FORBIDDEN unless they may change
 * it.
 */
export async function lockCustomer({ db, membership }: Ctx, id: number): Promise<void> {
  const seen = and(eq(customers.id, id), visibleCustomers(membership));
  const [place] = await db.select({ companyId: customers.companyId }).from(customers).where(seen);
  if (place !== undefined) await holdZones(db, place.companyId);
  const [found] = await db
    .select({ canEdit: sql<boolean>`${visibleCustomers(membership, 'write')}` })
    .from(customers)
    .where(seen)
    .for('update');
  if (found === undefined) throw notFound('Customer');
  if (found.canEdit) return;
  const reason = { kind: 'feature', feature: 'CUSTOMERS', level: 'write' } as const;
  throw new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
}

/** The buyer's orders were placed with that license: with another one they would belong to someone else. */
async function assertNeverBought({ db, membership }: Ctx, customerId: number): Promise<void> {
  const placed = and(
    eq(orders.orgId, membership.orgId),
    eq(orders.customerId, customerId),
    sql`${orders.buyerLicenseId} is not null`,
  );
  const [order] = await db.select({ id: orders.id }).from(orders).where(placed).limit(1);
  if (order) throw badInput({ licenseId: 'You can’t change this license because it has orders' });
}

/** Replaces a customer's managers. */
export async function setManagers({ db, membership }: Ctx, customerId: number, ids: readonly number[]): Promise<void> {
  const { orgId } = membership;
  await db
    .delete(customerManagers)
    .where(and(eq(customerManagers.orgId, orgId), eq(customerManagers.customerId, customerId)));
  if (ids.length === 0) return;
  await db.insert(customerManagers).values([...new Set(ids)].map((orgUserId) => ({ orgId, customerId, orgUserId })));
}

/** Publishes a change to the seller's organization; `id` is a customer's, or names another topic. */
export function publishCustomer(
  { publish, membership }: Pick<Ctx, 'publish' | 'membership'>,
  id: number | 'labels' | 'many',
  kind: 'created' | 'changed' | 'removed' = 'changed',
): Promise<void> {
  return publish({ topic: 'customers', kind, id, orgIds: [membership.orgId] });
}

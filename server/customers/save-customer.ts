import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { explain } from '../../domain/access/ability';
import type { customers as contract } from '../../domain/customers/contract';
import { CREDIT_FEATURE, mayChangeCredit } from '../../domain/customers/credit';
import type { CustomerEdit } from '../../domain/customers/customer';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import {
  type companies,
  companyPaymentOptions,
  customerManagers,
  customerServiceZones,
  customerStatuses,
  customers,
  licenses,
  orders,
  orgUsers,
} from '../db/schema';
import { visibleCustomers } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
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
    .for('no key update');
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

type Company = typeof companies.$inferSelect;
type Fields = Omit<CustomerEdit, 'version'>;
type Asked = Pick<Ctx, 'db' | 'membership'>;

/** Default values of a new customer. */
const NO_CREDIT = { paymentTermsDays: null, creditLimitUsd: null, onHold: false, holdReason: '' } as const;
type Credit = Pick<Fields, keyof typeof NO_CREDIT>;

/** A customer's fields as table columns, but who chose its zone; blank text is null there. */
function toValues({ managerIds: _, serviceZoneByHand: __, paymentOptions, ...fields }: Fields) {
  const { phone, email, address, deliveryPreferences, notes, holdReason } = fields;
  return {
    ...fields,
    phone: phone || null,
    email: email || null,
    address: address || null,
    deliveryPreferences: deliveryPreferences || null,
    notes: notes || null,
    holdReason: (fields.onHold && holdReason) || null,
    paymentOptionIds: [...new Set(paymentOptions)],
  };
}

/**
 * Refuses, by field, what isn't the company's (status, zone, payment option), on the team (manager), a license in the
 * company's state, or a license another customer has. FORBIDDEN when credit changes without write on order payments.
 */
async function checkCustomer(
  ctx: Asked,
  company: Company,
  fields: Fields,
  before: (Credit & { id: number; licenseId: number | null; managerIds: readonly number[] }) | null,
): Promise<void> {
  assertMayChangeCredit(ctx, fields, before ?? NO_CREDIT);
  const of = (table: { orgId: PgColumn; companyId: PgColumn }) =>
    and(eq(table.orgId, company.orgId), eq(table.companyId, company.id));
  const { customerStatusId, serviceZoneId, paymentOptions, managerIds } = fields;
  const one = (id: number | null) => (id === null ? [] : [id]);
  await known(ctx, customerStatuses, one(customerStatusId), of(customerStatuses), {
    customerStatusId: 'This status was deleted. Choose another one.',
  });
  await known(ctx, customerServiceZones, one(serviceZoneId), of(customerServiceZones), {
    serviceZoneId: 'This service zone was deleted. Choose another one.',
  });
  const offered = and(of(companyPaymentOptions), eq(companyPaymentOptions.removed, false));
  await known(ctx, companyPaymentOptions, paymentOptions, offered, {
    paymentOptions: `${company.name} no longer offers one of these payment options`,
  });
  // People who left the team stay managers until removed.
  const onTeam = or(ne(orgUsers.status, 'REMOVED'), isOneOf(orgUsers.id, before?.managerIds ?? []));
  await known(ctx, orgUsers, managerIds, and(eq(orgUsers.orgId, company.orgId), onTeam), {
    managerIds: 'One of these people is no longer on your team',
  });
  // One that was removed since stays.
  if (fields.licenseId !== null && fields.licenseId !== before?.licenseId)
    await checkLicense(ctx, company, fields.licenseId, before?.id ?? null);
}

function assertMayChangeCredit({ membership }: Asked, after: Credit, before: Credit): void {
  const changed = (Object.keys(NO_CREDIT) as (keyof Credit)[]).find((field) => after[field] !== before[field]);
  if (changed === undefined || mayChangeCredit(membership)) return;
  const reason = { kind: 'feature', feature: CREDIT_FEATURE, level: 'write' } as const;
  throw new DomainError('FORBIDDEN', explain(reason), { object: { reason }, fields: { [changed]: explain(reason) } });
}

async function known(
  { db }: Asked,
  table: PgTable & { id: PgColumn },
  ids: readonly number[],
  where: SQL | undefined,
  otherwise: Record<string, string>,
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(isOneOf(table.id, wanted), where));
  if (found.length < wanted.length) throw badInput(otherwise);
}

async function checkLicense({ db }: Asked, company: Company, licenseId: number, ownId: number | null): Promise<void> {
  const [license] = await db
    .select({ usState: licenses.usState })
    .from(licenses)
    .where(
      and(
        eq(licenses.id, licenseId),
        isNull(licenses.removedAt),
        or(licenses.isPublic, eq(licenses.orgId, company.orgId)),
      ),
    );
  if (license === undefined) throw badInput({ licenseId: 'License not found' });
  if (license.usState !== company.usState) {
    throw badInput({ licenseId: `${company.name} sells in ${company.usState}. Choose a license in that state.` });
  }
  const [taken] = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(
      and(
        eq(customers.orgId, company.orgId),
        eq(customers.companyId, company.id),
        eq(customers.licenseId, licenseId),
        ownId === null ? undefined : ne(customers.id, ownId),
      ),
    );
  if (taken) throw licenseTaken(taken.name);
}

/** The refusal of a license another customer of the company has. */
function licenseTaken(name: string): DomainError {
  return badInput({ licenseId: `${name} already has this license. Open that customer instead.` });
}

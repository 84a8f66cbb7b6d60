import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import type { customerStatuses as contract } from '../../domain/customers/contract';
import { type CustomerStatus, inUse, movedTo, nextPosition } from '../../domain/customers/status';
import { badInput, DomainError, notFound, stale } from '../../domain/errors';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { companies, customerStatuses, customers } from '../db/schema';
import { sqlState } from '../db/transact';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { publishCustomer } from './save-customer';

const UNIQUE_VIOLATION = '23505';

// Named by hand: of a single table's columns Drizzle drops the table, and both have an id.
const customerCount = sql<number>`(
  select count(*)::int from customers held
   where held.org_id = customer_statuses.org_id and held.customer_status_id = customer_statuses.id)`;

export const listStatuses: Verb<typeof contract.list> = async (ctx, { query }) => {
  await findSeenCompany(ctx, query.companyId);
  return findStatuses(ctx, eq(customerStatuses.companyId, query.companyId));
};

/** Adds a status below the others. BAD_INPUT at `name` where the company has one of that name. */
export const createStatus: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { orgId, companyId, name } = body;
  await findSeenCompany(ctx, companyId);
  const others = await lockStatuses(ctx, companyId);
  const [made] = await ctx.db
    .insert(customerStatuses)
    .values({ orgId, companyId, name, position: nextPosition(others) })
    .returning({ id: customerStatuses.id })
    .catch(refuseTakenName);
  const after = await findStatus(ctx, made?.id ?? 0);
  return written(ctx, null, after);
};

/** Renames a status and moves it to the place asked for; the company's others make room. STALE, BAD_INPUT at `name`. */
export const updateStatus: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { name, position, version } = body;
  const { companyId } = await findStatus(ctx, params.id);
  const statuses = await lockStatuses(ctx, companyId);
  const before = await findStatus(ctx, params.id);
  if (before.version !== version) throw stale('This status', before.version);
  await ctx.db
    .update(customerStatuses)
    .set({ name, version: version + 1 })
    .where(and(ofCaller(ctx), eq(customerStatuses.id, params.id)))
    .catch(refuseTakenName);
  const order = movedTo(statuses, params.id, position);
  await ctx.db.execute(sql`
    update customer_statuses set position = placed.position - 1
      from unnest(${sql.param(order)}::bigint[]) with ordinality placed(id, position)
     where customer_statuses.org_id = ${ctx.membership.orgId} and customer_statuses.id = placed.id`);
  return written(ctx, before, await findStatus(ctx, params.id));
};

/**
 * Deletes a status. CONFLICT, with `customerCount` and at `moveTo`, while customers have it and nothing says what to move
 * them to; with that, they are moved in the same transaction.
 */
export const removeStatus: Verb<typeof contract.remove> = async (ctx, { params, query }) => {
  const statuses = await lockStatuses(ctx, (await findStatus(ctx, params.id)).companyId);
  const { companyId, ...before } = await findStatus(ctx, params.id);
  if (query.companyId !== companyId) throw notFound('Status');
  const { customerCount: count } = before;
  if (count > 0 && query.moveTo === undefined) {
    const message = inUse(count, 'status');
    throw new DomainError('CONFLICT', message, { object: { customerCount: count }, fields: { moveTo: message } });
  }
  const moveTo = query.moveTo === undefined || query.moveTo === 'none' ? null : query.moveTo;
  if (moveTo !== null && (moveTo === before.id || !statuses.some(({ id }) => id === moveTo))) {
    throw badInput({ moveTo: 'This status is no longer there. Choose another one.' });
  }
  await ctx.db
    .update(customers)
    .set({ customerStatusId: moveTo, updatedAt: ctx.now, version: sql`${customers.version} + 1` })
    .where(and(eq(customers.orgId, ctx.membership.orgId), eq(customers.customerStatusId, before.id)));
  await ctx.db.delete(customerStatuses).where(and(ofCaller(ctx), eq(customerStatuses.id, before.id)));
  await ctx.audit({ id: before.id, before, after: count === 0 ? null : { movedTo: moveTo, customerCount: count } });
  await publishCustomer(ctx, 'statuses');
  return { ok: true };
};

type Known = CustomerStatus & { companyId: number };

/** The organization's, within the companies the caller sees. */
function ofCaller({ membership }: Pick<Ctx, 'membership'>): SQL | undefined {
  const assigned = seesEverything(membership) ? undefined : isOneOf(customerStatuses.companyId, membership.companyIds);
  return and(eq(customerStatuses.orgId, membership.orgId), assigned);
}

async function findStatuses(ctx: Ctx, where: SQL | undefined): Promise<CustomerStatus[]> {
  const { id, position, name, version } = customerStatuses;
  return ctx.db
    .select({ id, position, name, customerCount, version })
    .from(customerStatuses)
    .where(and(ofCaller(ctx), where))
    .orderBy(asc(position), asc(id));
}

async function findStatus(ctx: Ctx, statusId: number): Promise<Known> {
  const { id, position, name, version, companyId } = customerStatuses;
  const [found] = await ctx.db
    .select({ id, position, name, customerCount, version, companyId })
    .from(customerStatuses)
    .where(and(ofCaller(ctx), eq(id, statusId)));
  if (found === undefined) throw notFound('Status');
  return found;
}

/** One writer of a company's statuses at a time, so that no two get one position. */
async function lockStatuses(ctx: Ctx, companyId: number): Promise<CustomerStatus[]> {
  await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
  return findStatuses(ctx, eq(customerStatuses.companyId, companyId));
}

function refuseTakenName(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw badInput({ name: 'Another status already has this name' });
  throw error;
}

async function written(ctx: Ctx, before: Known | null, { companyId: _, ...after }: Known): Promise<CustomerStatus> {
  await ctx.audit({ id: after.id, before, after });
  await publishCustomer(ctx, 'statuses');
  return after;
}

import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import {
  type CustomerLabel,
  type customerLabelCalls,
  labelInUse,
  movedTo,
  nextPosition,
} from '../../domain/customers/label';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { isOneOf } from '../db/page';
import { companyOrderTerms, customerServiceZones, customerStatuses, customers, serviceZoneAreas } from '../db/schema';
import { onTaken } from '../db/transact';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { publishCustomer } from './save-customer';
import { tellCustomers } from './tell-customers';

type Calls = ReturnType<typeof customerLabelCalls>;

type Kind = {
  table: typeof customerStatuses | typeof customerServiceZones;
  /** The customer column that references the label. */
  field: 'customerStatusId' | 'serviceZoneId';
  /** Its noun, capitalized. */
  noun: string;
};

/** The verbs of one kind of customer label. */
function labelVerbs({ table, field, noun }: Kind) {
  const what = noun.toLowerCase();
  // Qualified manually: Drizzle omits the table name when selecting from a single table, and both tables have an id.
  const customerCount = sql<number>`(
    select count(*)::int from customers held
     where held.org_id = ${table}.org_id and held.${sql.identifier(customers[field].name)} = ${table}.id)`;
  const isZone = field === 'serviceZoneId';
  const areaCount = isZone
    ? sql<number>`(
    select count(*)::int from service_zone_areas area
     where area.org_id = ${table}.org_id and area.service_zone_id = ${table}.id)`
    : sql<number>`0`;

  /** Adds one at the end. BAD_INPUT on `name` if the company already has that name. */
  const create: Verb<Calls['create']> = async (ctx, { body }) => {
    const { orgId, companyId, name } = body;
    await findSeenCompany(ctx, companyId);
    const position = nextPosition(await lockAll(ctx, companyId));
    const [made] = await ctx.db
      .insert(table)
      .values({ orgId, companyId, name, position })
      .returning({ id: table.id })
      .catch(refuseTakenName);
    return written(ctx, null, await findOne(ctx, made?.id ?? 0));
  };

  /** Renames one and moves it to the given position; the others shift. STALE, BAD_INPUT on `name`. */
  const update: Verb<Calls['update']> = async (ctx, { params, body }) => {
    const { name, position, version } = body;
    const { before, all } = await lockOne(ctx, params.id);
    assertCurrent(`This ${what}`, before, version);
    await ctx.db
      .update(table)
      .set({ name, version: version + 1 })
      .where(and(ofCaller(ctx), eq(table.id, before.id)))
      .catch(refuseTakenName);
    await number(ctx, movedTo(all, before.id, position));
    return written(ctx, before, await findOne(ctx, before.id));
  };

  /**
   * Deletes one. CONFLICT with `customerCount` and `areaCount`, on `moveTo`, if it is used and there is no target; with
   * a target, moves its customers and area in the same transaction. Later labels move up.
   */
  const remove: Verb<Calls['remove']> = async (ctx, { params, query }) => {
    const { before, all } = await lockOne(ctx, params.id);
    if (query.companyId !== before.companyId) throw notFound(noun);
    const { customerCount, areaCount } = before;
    const isUsed = customerCount + areaCount > 0;
    if (isUsed && query.moveTo === undefined) {
      const message = labelInUse(before, what);
      const object = { customerCount, ...(isZone && { areaCount }) };
      throw new DomainError('CONFLICT', message, { object, fields: { moveTo: message } });
    }
    const moveTo = query.moveTo === undefined || query.moveTo === 'none' ? null : query.moveTo;
    if (moveTo !== null && (moveTo === before.id || !all.some(({ id }) => id === moveTo))) {
      throw badInput({ moveTo: `This ${what} was deleted. Choose another one.` });
    }
    const moved = await ctx.db
      .update(customers)
      .set({
        [field]: moveTo,
        ...(isZone && moveTo === null && { serviceZoneByHand: false }),
        updatedAt: ctx.now,
        version: sql`${customers.version} + 1`,
      })
      .where(and(eq(customers.orgId, ctx.membership.orgId), eq(customers[field], before.id)))
      .returning({ id: customers.id });
    await tellCustomers(
      ctx,
      moved.map(({ id }) => id),
    );
    // An area without a target goes with its zone.
    if (isZone && moveTo !== null) {
      const ofZone = and(eq(serviceZoneAreas.orgId, before.orgId), eq(serviceZoneAreas.serviceZoneId, before.id));
      await ctx.db.update(serviceZoneAreas).set({ serviceZoneId: moveTo }).where(ofZone);
    }
    if (isZone) {
      const { orgId } = before;
      await ctx.db
        .delete(companyOrderTerms)
        .where(and(eq(companyOrderTerms.orgId, orgId), eq(companyOrderTerms.serviceZoneId, before.id)));
    }
    await ctx.db.delete(table).where(and(ofCaller(ctx), eq(table.id, before.id)));
    await number(
      ctx,
      all.map(({ id }) => id).filter((id) => id !== before.id),
    );
    await ctx.audit({ id: before.id, before, after: isUsed ? { movedTo: moveTo, customerCount } : null });
    await publishCustomer(ctx, 'labels');
    return { ok: true };
  };

  /** The organization's, within companies the caller sees. */
  function ofCaller({ membership }: Pick<Ctx, 'membership'>): SQL | undefined {
    const assigned = seesEverything(membership) ? undefined : isOneOf(table.companyId, membership.companyIds);
    return and(eq(table.orgId, membership.orgId), assigned);
  }

  async function find(ctx: Ctx, where: SQL): Promise<CustomerLabel[]> {
    const { id, orgId, companyId, position, name, version } = table;
    return ctx.db
      .select({ id, orgId, companyId, position, name, customerCount, areaCount, version })
      .from(table)
      .where(and(ofCaller(ctx), where))
      .orderBy(asc(position), asc(id));
  }

  async function findOne(ctx: Ctx, id: number): Promise<CustomerLabel> {
    const [found] = await find(ctx, eq(table.id, id));
    if (found === undefined) throw notFound(noun);
    return found;
  }

  /** Serializes changes of a company's labels, so no two get the same position. */
  async function lockAll(ctx: Ctx, companyId: number): Promise<CustomerLabel[]> {
    await holdAlone(ctx.db, { kind: 'company labels', id: companyId });
    return find(ctx, eq(table.companyId, companyId));
  }

  /** One label's current row, with all of its company's locked against other changes. */
  async function lockOne(ctx: Ctx, id: number): Promise<{ before: CustomerLabel; all: CustomerLabel[] }> {
    const all = await lockAll(ctx, (await findOne(ctx, id)).companyId);
    const before = all.find((one) => one.id === id);
    if (before === undefined) throw notFound(noun);
    return { before, all };
  }

  /** Numbers them from 0 in this order, without gaps. */
  async function number({ db, membership }: Ctx, ids: readonly number[]): Promise<void> {
    await db.execute(sql`
      update ${table} set position = placed.position - 1
        from unnest(${sql.param(ids)}::bigint[]) with ordinality placed(id, position)
       where ${table}.org_id = ${membership.orgId} and ${table}.id = placed.id`);
  }

  const refuseTakenName = onTaken(() => badInput({ name: `Another ${what} already has this name` }));

  async function written(ctx: Ctx, before: CustomerLabel | null, after: CustomerLabel): Promise<CustomerLabel> {
    await ctx.audit({ id: after.id, before, after });
    await publishCustomer(ctx, 'labels');
    return after;
  }

  const list: Verb<Calls['list']> = async (ctx, { query }) => {
    await findSeenCompany(ctx, query.companyId);
    return find(ctx, eq(table.companyId, query.companyId));
  };

  return { list, create, update, remove };
}

export const statusVerbs = labelVerbs({ table: customerStatuses, field: 'customerStatusId', noun: 'Status' });
export const serviceZoneVerbs = labelVerbs({
  table: customerServiceZones,
  field: 'serviceZoneId',
  noun: 'Service zone',
});

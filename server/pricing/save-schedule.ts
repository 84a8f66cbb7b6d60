import { and, eq, sql } from 'drizzle-orm';
import { assertCurrent, badInput } from '../../domain/errors';
import type { priceSchedules as contract, PriceSchedule, ScheduleChanges } from '../../domain/pricing/contract';
import { publishPrices } from '../catalogue/publish-products';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { type LockStrength, lockRows, returnedRow } from '../db/rows';
import {
  priceScheduleCustomers,
  priceScheduleLineRules,
  priceScheduleProductRules,
  priceSchedules,
} from '../db/schema';
import { onTaken } from '../db/transact';
import { visibleSchedules } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { assertOwnPrices } from './own-prices';
import { assertSeesAll, customerIdsOf, loadSchedule, ofSeenBrand } from './read-schedules';
import { assertOwnTargets } from './rule-targets';

/** Adds a price schedule. BAD_INPUT for a name the company has, CONFLICT while its prices are set elsewhere. */
export const createSchedule: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { orgId, companyId, name } = body;
  await findSeenCompany(ctx, companyId);
  await assertOwnPrices(ctx, companyId);
  const made = returnedRow(
    await ctx.db
      .insert(priceSchedules)
      .values({ orgId, companyId, name, createdAt: ctx.now, updatedAt: ctx.now })
      .returning({ id: priceSchedules.id })
      .catch(refuseTakenName),
  );
  const after = await loadSchedule(ctx, made.id);
  await ctx.audit({ id: made.id, before: null, after: { name, companyId } });
  await publishPrices(ctx, []);
  return after;
};

/**
 * Changes a price schedule. STALE if someone changed it since; BAD_INPUT for a taken name and for rules and customers
 * that aren’t the company’s; FORBIDDEN to switch it or choose its customers without seeing all it is about.
 */
export const updateSchedule: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, name, ...changes } = body;
  const before = await lockSchedule(ctx, params.id);
  assertCurrent('This price schedule', before, version);
  return save(ctx, before, { ...changes, ...(name !== undefined && { name }) });
};

/** Chooses a price schedule’s customers. */
export const setScheduleCustomers: Verb<typeof contract.setCustomers> = async (ctx, { params, body }) =>
  save(ctx, await lockSchedule(ctx, params.id), body);

/** Sets one product’s price, whether or not it has a rule. */
export const addScheduleRule: Verb<typeof contract.addRule> = async (ctx, { params, body }) => {
  const before = await lockSchedule(ctx, params.id);
  await assertOwnTargets(ctx, before, { productRules: [body] }, () => 'productId');
  await setProductRule(ctx, before.id, body);
  const known = before.productRules.find(({ productId }) => productId === body.productId);
  return saved(
    ctx,
    before,
    { rule: known ? { productId: known.productId, price: known.price } : null },
    { rule: body },
  );
};

/** Deletes a price schedule with its rules, also one that a lower plan no longer lets people change. */
export const removeSchedule: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const before = await lockSchedule(ctx, params.id, 'update');
  assertSeesAll(ctx, before);
  await replaceProductRules(ctx, before.id, []);
  await replaceLineRules(ctx, before.id, []);
  await replaceCustomers(ctx, before.id, []);
  await ctx.db
    .delete(priceSchedules)
    .where(and(eq(priceSchedules.orgId, ctx.membership.orgId), eq(priceSchedules.id, before.id)));
  const { name, enabled } = before;
  await ctx.audit({ id: before.id, before: { name, enabled, ...contentsOf(before) }, after: null });
  await publishPrices(ctx, before.members);
  return { ok: true };
};

/** A schedule with all of its customers, also those its reader doesn’t see. */
type Locked = PriceSchedule & { members: readonly number[] };

/** A price schedule, locked until the transaction ends. NOT_FOUND, or CONFLICT while its prices are set elsewhere. */
async function lockSchedule(ctx: Ctx, id: number, strength?: LockStrength): Promise<Locked> {
  await lockRows(ctx.db, priceSchedules, and(visibleSchedules(ctx.membership), eq(priceSchedules.id, id)), strength);
  const schedule = await loadSchedule(ctx, id);
  await assertOwnPrices(ctx, schedule.companyId);
  return { ...schedule, members: await customerIdsOf(ctx, id) };
}

type Saved = ScheduleChanges & { name?: string };

async function save(ctx: Ctx, before: Locked, changes: Saved): Promise<PriceSchedule> {
  const { name, enabled, customerIds, productRules, productLineRules } = changes;
  const isForAll = (enabled !== undefined && enabled !== before.enabled) || customerIds !== undefined;
  if (isForAll) assertSeesAll(ctx, before);
  await assertOwnTargets(ctx, before, changes);
  if (customerIds) await replaceCustomers(ctx, before.id, customerIds);
  if (productRules) await replaceProductRules(ctx, before.id, productRules);
  if (productLineRules) await replaceLineRules(ctx, before.id, productLineRules);
  if (name !== undefined || enabled !== undefined) {
    await ctx.db
      .update(priceSchedules)
      .set({ ...(name !== undefined && { name }), ...(enabled !== undefined && { enabled }) })
      .where(and(eq(priceSchedules.orgId, ctx.membership.orgId), eq(priceSchedules.id, before.id)))
      .catch(refuseTakenName);
  }
  const was = { name: before.name, enabled: before.enabled, ...contentsOf(before) };
  const changed = Object.keys(changes).filter((field) => changes[field as keyof Saved] !== undefined);
  return saved(ctx, before, Object.fromEntries(changed.map((field) => [field, was[field as keyof Saved]])), changes);
}

/** The schedule’s next version, audited and published: open menus and carts show the new prices. */
async function saved(ctx: Ctx, { id, members }: Locked, before: unknown, after: unknown): Promise<PriceSchedule> {
  await ctx.db
    .update(priceSchedules)
    .set({ version: sql`${priceSchedules.version} + 1`, updatedAt: ctx.now })
    .where(and(eq(priceSchedules.orgId, ctx.membership.orgId), eq(priceSchedules.id, id)));
  await ctx.audit({ id, before, after });
  await publishPrices(ctx, [...members, ...(await customerIdsOf(ctx, id))]);
  return loadSchedule(ctx, id);
}

const contentsOf = ({ customerIds, productRules, productLineRules }: PriceSchedule) => ({
  customerIds,
  productRules: productRules.map(({ productId, price }) => ({ productId, price })),
  productLineRules: productLineRules.map(({ productLine: _, ...rule }) => rule),
});

const refuseTakenName = onTaken(() => badInput({ name: 'Another price schedule already has this name' }));

type Writer = Pick<Ctx, 'db' | 'membership'>;
type Rules<K extends 'productRules' | 'productLineRules'> = NonNullable<ScheduleChanges[K]>;

/** Replaces the rules for products of brands the caller sees; one statement to remove, one to write. */
async function replaceProductRules(ctx: Writer, scheduleId: number, rules: Rules<'productRules'>): Promise<void> {
  const { orgId } = ctx.membership;
  const seen = sql`${priceScheduleProductRules.productId} in (select product.id from products product
    where product.org_id = ${orgId} and ${ofSeenBrand(ctx, sql`product.brand_id`)})`;
  const kept = isOneOf(
    priceScheduleProductRules.productId,
    rules.map(({ productId }) => productId),
  );
  await ctx.db
    .delete(priceScheduleProductRules)
    .where(
      and(
        eq(priceScheduleProductRules.orgId, orgId),
        eq(priceScheduleProductRules.scheduleId, scheduleId),
        seen,
        sql`not ${kept}`,
      ),
    );
  if (rules.length === 0) return;
  await ctx.db.execute(sql`
    insert into price_schedule_product_rules (org_id, schedule_id, product_id, price)
    select ${orgId}::bigint, ${scheduleId}::bigint, rule."productId", rule.price
      from json_to_recordset(${JSON.stringify(rules)}::json) as rule ("productId" bigint, price numeric)
    on conflict (org_id, schedule_id, product_id) do update set price = excluded.price`);
}

/** Sets one product’s price. */
async function setProductRule(
  { db, membership }: Writer,
  scheduleId: number,
  { productId, price }: { productId: number; price: string },
): Promise<void> {
  const { orgId, scheduleId: ofSchedule, productId: ofProduct } = priceScheduleProductRules;
  await db
    .insert(priceScheduleProductRules)
    .values({ orgId: membership.orgId, scheduleId, productId, price })
    .onConflictDoUpdate({ target: [orgId, ofSchedule, ofProduct], set: { price } });
}

/** Replaces the rules for product lines of brands the caller sees. */
async function replaceLineRules(ctx: Writer, scheduleId: number, rules: Rules<'productLineRules'>): Promise<void> {
  const { orgId } = ctx.membership;
  const seen = sql`${priceScheduleLineRules.productLineId} in (select line.id from product_lines line
    where line.org_id = ${orgId} and ${ofSeenBrand(ctx, sql`line.brand_id`)})`;
  const kept = isOneOf(
    priceScheduleLineRules.productLineId,
    rules.map(({ productLineId }) => productLineId),
  );
  await ctx.db
    .delete(priceScheduleLineRules)
    .where(
      and(
        eq(priceScheduleLineRules.orgId, orgId),
        eq(priceScheduleLineRules.scheduleId, scheduleId),
        seen,
        sql`not ${kept}`,
      ),
    );
  if (rules.length === 0) return;
  await ctx.db.execute(sql`
    insert into price_schedule_line_rules (org_id, schedule_id, product_line_id, price, percent_discount)
    select ${orgId}::bigint, ${scheduleId}::bigint, rule."productLineId", rule.price, rule."percentDiscount"
      from json_to_recordset(${JSON.stringify(rules)}::json)
           as rule ("productLineId" bigint, price numeric, "percentDiscount" numeric)
    on conflict (org_id, schedule_id, product_line_id)
       do update set price = excluded.price, percent_discount = excluded.percent_discount`);
}

/** Replaces who has a schedule. */
async function replaceCustomers(
  { db, membership }: Writer,
  scheduleId: number,
  customerIds: readonly number[],
): Promise<void> {
  const { orgId } = membership;
  await db
    .delete(priceScheduleCustomers)
    .where(
      and(
        eq(priceScheduleCustomers.orgId, orgId),
        eq(priceScheduleCustomers.scheduleId, scheduleId),
        sql`not ${isOneOf(priceScheduleCustomers.customerId, customerIds)}`,
      ),
    );
  if (customerIds.length === 0) return;
  await db.execute(sql`
    insert into price_schedule_customers (org_id, schedule_id, customer_id)
    select ${orgId}::bigint, ${scheduleId}::bigint, chosen.id from unnest(${sql.param(customerIds)}::bigint[]) as chosen (id)
    on conflict (org_id, customer_id, schedule_id) do nothing`);
}

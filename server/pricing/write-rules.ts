import { and, eq, sql } from 'drizzle-orm';
import type { ScheduleChanges } from '../../domain/pricing/contract';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { priceScheduleCustomers, priceScheduleLineRules, priceScheduleProductRules } from '../db/schema';
import { ofSeenBrand } from './read-schedules';

type Writer = Pick<Ctx, 'db' | 'membership'>;
type Rules<K extends 'productRules' | 'productLineRules'> = NonNullable<ScheduleChanges[K]>;

/** Replaces the rules for products of brands the caller sees; one statement to remove, one to write. */
export async function replaceProductRules(
  ctx: Writer,
  scheduleId: number,
  rules: Rules<'productRules'>,
): Promise<void> {
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
export async function setProductRule(
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
export async function replaceLineRules(
  ctx: Writer,
  scheduleId: number,
  rules: Rules<'productLineRules'>,
): Promise<void> {
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
export async function replaceCustomers(
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

import { and, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { LinePrice, PricedProduct, PriceSchedule, ProductLineRule, ProductRule } from '../../domain/pricing/price';
import { priceBook } from '../../domain/pricing/price';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { priceScheduleCustomers, priceSchedules } from '../db/schema';

export type ScheduleScope = {
  orgId: number;
  customerIds: readonly number[];
  products: readonly PricedProduct[];
  /** A schedule to leave out. */
  except?: number;
};

/** An organization's customers' enabled price schedules, with the rules that affect the products; one query. */
export async function loadSchedules(
  db: Db,
  { orgId, customerIds, products, except }: ScheduleScope,
): Promise<PriceSchedule[]> {
  if (customerIds.length === 0 || products.length === 0) return [];
  return db
    .select({
      id: priceSchedules.id,
      name: priceSchedules.name,
      enabled: priceSchedules.enabled,
      customerIds: sql<number[]>`array_agg(${priceScheduleCustomers.customerId})`,
      ...rulesOf(sql`${priceSchedules.orgId}`, priceSchedules.id, products),
    })
    .from(priceScheduleCustomers)
    .innerJoin(
      priceSchedules,
      and(
        eq(priceSchedules.orgId, priceScheduleCustomers.orgId),
        eq(priceSchedules.id, priceScheduleCustomers.scheduleId),
      ),
    )
    .where(
      and(
        eq(priceScheduleCustomers.orgId, orgId),
        isOneOf(priceScheduleCustomers.customerId, customerIds),
        priceSchedules.enabled,
        except === undefined ? undefined : ne(priceSchedules.id, except),
      ),
    )
    .groupBy(priceSchedules.orgId, priceSchedules.id);
}

/**
 * What an organization's products cost one customer now, by product id. `customerOf` returns the buyer's customer at a
 * product's seller; null if there is none yet.
 */
export async function priceProducts<P extends PricedProduct>(
  db: Db,
  orgId: number,
  products: readonly P[],
  customerOf: (product: P) => number | null,
): Promise<Map<number, LinePrice>> {
  const customerIds = [...new Set(products.flatMap((product) => customerOf(product) ?? []))];
  const schedules = await loadSchedules(db, { orgId, customerIds, products });
  const priceOf = priceBook(schedules);
  return new Map(products.map((product) => [product.id, priceOf(product, customerOf(product))]));
}

/** The enabled price schedules of a query's customer, with the rules that apply to the products. */
export function schedulesOf(
  orgId: SQLWrapper,
  customerId: SQLWrapper,
  products: readonly PricedProduct[],
): SQL<PriceSchedule[]> {
  const { productRules, productLineRules } = rulesOf(orgId, sql`schedule.id`, products);
  return asJson<PriceSchedule>(sql`
    select json_build_object('id', schedule.id, 'name', schedule.name, 'enabled', schedule.enabled,
      'customerIds', json_build_array(assigned.customer_id), 'productRules', ${productRules},
      'productLineRules', ${productLineRules}) as row
    from ${priceScheduleCustomers} assigned
      join ${priceSchedules} schedule on schedule.org_id = assigned.org_id and schedule.id = assigned.schedule_id
    where assigned.org_id = ${orgId} and assigned.customer_id = ${customerId} and schedule.enabled`);
}

/** A schedule's rules: those that apply to the products, or all. */
export function rulesOf(orgId: SQLWrapper, scheduleId: SQLWrapper, products?: readonly PricedProduct[]) {
  const among = (column: string, idsOf: (product: PricedProduct) => number | null) =>
    products === undefined
      ? sql``
      : sql`and rule.${sql.identifier(column)} = any (${sql.param([...new Set(products.flatMap((one) => idsOf(one) ?? []))])}::bigint[])`;
  const ofSchedule = sql`rule.org_id = ${orgId} and rule.schedule_id = ${scheduleId}`;
  return {
    productRules: asJson<ProductRule>(sql`
      select json_build_object('productId', rule.product_id, 'price', rule.price::text) as row
      from price_schedule_product_rules rule where ${ofSchedule} ${among('product_id', ({ id }) => id)}`),
    productLineRules: asJson<ProductLineRule>(sql`
      select json_build_object('productLineId', rule.product_line_id, 'price', rule.price::text,
        'percentDiscount', rule.percent_discount::text) as row
      from price_schedule_line_rules rule
      where ${ofSchedule} ${among('product_line_id', ({ productLineId }) => productLineId)}`),
  };
}

/** The ids of the customers who have a schedule. */
export const membersOf = (orgId: SQLWrapper, scheduleId: SQLWrapper) =>
  asJson<number>(sql`
    select member.customer_id as row from price_schedule_customers member
     where member.org_id = ${orgId} and member.schedule_id = ${scheduleId}`);

/** A query's rows as a scalar JSON array; the query selects one column named `row`. */
export function asJson<Row>(rows: SQL): SQL<Row[]> {
  return sql<Row[]>`coalesce((select json_agg(found.row) from (${rows}) found), '[]'::json)`;
}

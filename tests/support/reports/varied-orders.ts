import { and, asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { addDays } from '../../../domain/dates';
import { ORDER_SOURCES } from '../../../domain/orders/order';
import { ORDER_STATUS_IDS } from '../../../domain/orders/status';
import {
  AGGREGATIONS,
  type Aggregation,
  PIVOT_FIELDS,
  PIVOT_VALUES,
  type PivotField,
  type PivotValue,
  PivotView,
  TOPS,
  whyNotArranged,
} from '../../../domain/reports/pivot';
import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { only } from '../factories';
import { DAYS, nth, type ReportedWorld } from './reported-orders';

/** Gives orders, lines, customers and products something, or nothing, of every field. */
export async function varyOrders(
  db: Db,
  { seller, products }: Pick<ReportedWorld, 'seller' | 'products'>,
): Promise<void> {
  const { customers, orders, orderLineItems, customerStatuses, customerServiceZones, strains } = schema;
  const of = { orgId: seller.org.id, companyId: seller.company.id, position: 0 };
  const status = only(
    await db
      .insert(customerStatuses)
      .values({ ...of, name: 'Steady' })
      .returning(),
  );
  const zone = only(
    await db
      .insert(customerServiceZones)
      .values({ ...of, name: 'Coast' })
      .returning(),
  );
  const strainOf = { orgId: seller.org.id, strainClassification: 'Hybrid' };
  const strain = only(
    await db
      .insert(strains)
      .values({ ...strainOf, name: 'Blue Dream' })
      .returning(),
  );
  const license = nth(await db.select().from(schema.licenses).limit(1), 0);
  const own = await db.select().from(customers).where(eq(customers.orgId, seller.org.id)).orderBy(asc(customers.id));
  const [one, other] = [nth(own, 0), nth(own, 1)];
  const customerAt = (id: number) => and(eq(customers.orgId, seller.org.id), eq(customers.id, id));
  const known = { customerStatusId: status.id, licenseId: license.id };
  await db.update(customers).set(known).where(customerAt(one.id));
  await db.update(customers).set({ serviceZoneId: zone.id }).where(customerAt(other.id));
  for (const [at, { id }] of products.entries()) {
    await db
      .update(schema.products)
      .set({
        category: at % 3 === 0 ? 'Edibles' : 'Flower',
        strainId: at % 2 === 0 ? strain.id : null,
        productLineId: at % 4 === 0 ? null : seller.productLine.id,
      })
      .where(and(eq(schema.products.orgId, seller.org.id), eq(schema.products.id, id)));
  }
  const placed = await db.select().from(orders).where(eq(orders.orgId, seller.org.id)).orderBy(asc(orders.id));
  for (const [at, { id, totalUsd, createdAt }] of placed.entries()) {
    const day = createdAt.toISOString().slice(0, 10);
    await db
      .update(orders)
      .set({
        paidUsd: nth(['0', totalUsd, '0.01', '99999999'], at % 4),
        orderSource: nth(ORDER_SOURCES, at % ORDER_SOURCES.length),
        shipDate: at % 3 === 0 ? null : addDays(day, at % 40),
        paymentDueDate: at % 5 === 0 ? null : addDays(day, 30),
        paymentOptionId: at % 2 === 0 ? null : nth(seller.paymentOptions, 0).id,
      })
      .where(and(eq(orders.orgId, seller.org.id), eq(orders.id, id)));
  }
  const lines = await db.select().from(orderLineItems).where(eq(orderLineItems.orgId, seller.org.id));
  for (const [at, { id }] of lines.entries()) {
    await db
      .update(orderLineItems)
      .set({ isSample: at % 7 === 0, isBackorder: at % 5 === 0 })
      .where(and(eq(orderLineItems.orgId, seller.org.id), eq(orderLineItems.id, id)));
  }
}

/** Every field of a pivot report. */
export const FIELDS = Object.keys(PIVOT_FIELDS) as PivotField[];
const keysOf = <K extends string>(of: Record<K, unknown>) => fc.constantFrom(...(Object.keys(of) as K[]));

/** Any arrangement that can be made. */
export const arrangement = fc
  .record({
    fields: fc.shuffledSubarray(FIELDS, { minLength: 2, maxLength: 4 }),
    value: keysOf<PivotValue>(PIVOT_VALUES),
    aggregation: keysOf<Aggregation>(AGGREGATIONS),
    rowTop: fc.constantFrom(0 as const, 0 as const, ...TOPS.slice(0, 2)),
    columnTop: fc.constantFrom(0 as const, 0 as const, ...TOPS.slice(0, 2)),
  })
  .map(({ fields: [x1Field, y1Field, x2Field = null, y2Field = null], ...rest }) => {
    const view = PivotView.parse({ x1Field, x2Field, y1Field, y2Field, ...rest });
    const flipped = {
      ...view,
      x1Field: view.y1Field,
      x2Field: view.y2Field,
      y1Field: view.x1Field,
      y2Field: view.x2Field,
    };
    return whyNotArranged(view) === null ? view : flipped;
  })
  .filter((view) => whyNotArranged(view) === null);

/** Any search that a pivot report can be made of, by the reader of any zone. */
export const searched = fc.record({
  narrowing: fc.record(
    {
      statuses: fc.subarray([...ORDER_STATUS_IDS], { minLength: 4 }),
      totalFrom: fc.constantFrom('50', '400'),
      brandAt: fc.constantFrom(0, 4),
    },
    { requiredKeys: [] },
  ),
  start: fc.nat(DAYS - 100),
  days: fc.integer({ min: 10, max: 182 }),
  who: fc.constantFrom('owner' as const, 'rep' as const, 'manager' as const),
  timezone: fc.constantFrom('America/Los_Angeles', 'Asia/Kolkata', 'UTC'),
});
export type Searched = typeof searched extends fc.Arbitrary<infer T> ? T : never;

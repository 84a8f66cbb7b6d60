import { eq } from 'drizzle-orm';
import { dayOf } from '../../../domain/dates';
import { compare, divide, money, roundCents, sum } from '../../../domain/money';
import { OrderStatusSchema } from '../../../domain/orders/status';
import { paymentStateOf, whyNothingDue } from '../../../domain/orders/totals';
import { periodOf } from '../../../domain/reports/periods';
import { OTHERS, type PivotField, type PivotFigure, type PivotView } from '../../../domain/reports/pivot';
import { addUp } from '../../../domain/reports/sold';
import type { Interval } from '../../../domain/reports/view';
import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';

export type Order = typeof schema.orders.$inferSelect;
export type Line = typeof schema.orderLineItems.$inferSelect;
/** An order, or one of its lines. */
export type Counted = { order: Order; line: Line | null };
export type Path = readonly (string | null)[];

/** All that a seller's pivot reports count, as records. */
export async function readRecords(db: Db, orgId: number) {
  const { orders, orderLineItems, customers, products, orderSalesReps } = schema;
  const byId = <R extends { id: number }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]));
  const reps = await db.select().from(orderSalesReps).where(eq(orderSalesReps.orgId, orgId));
  return {
    orders: byId(await db.select().from(orders).where(eq(orders.orgId, orgId))),
    lines: await db.select().from(orderLineItems).where(eq(orderLineItems.orgId, orgId)),
    customers: byId(await db.select().from(customers).where(eq(customers.orgId, orgId))),
    products: byId(await db.select().from(products).where(eq(products.orgId, orgId))),
    repsOf: (orderId: number) =>
      reps
        .filter((rep) => rep.orderId === orderId)
        .map(({ orgUserId }) => orgUserId)
        .sort((a, b) => a - b),
  };
}
export type Records = Awaited<ReturnType<typeof readRecords>>;

/** A field's value of an order or line, as its heading is keyed. */
export function keyIn(records: Records, timeZone: string, field: PivotField, { order, line }: Counted): string | null {
  const text = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id));
  const day = dayOf(order.createdAt, timeZone);
  const by = (interval: Interval) => periodOf(day, interval).from;
  const month = (date: string | null) => date && `${date.slice(0, 7)}-01`;
  const customer = records.customers.get(order.customerId);
  const product = line && records.products.get(line.productId);
  switch (field) {
    case 'CUSTOMER':
      return text(order.customerId);
    case 'CUSTOMER_STATUS':
      return text(customer?.customerStatusId);
    case 'CUSTOMER_LICENSE':
      return text(customer?.licenseId);
    case 'SERVICE_ZONE':
      return text(customer?.serviceZoneId);
    case 'SALES_REP':
      return records.repsOf(order.id).join(',') || null;
    case 'COMPANY':
      return text(order.companyId);
    case 'STATUS':
      return order.status;
    case 'ORDER_SOURCE':
      return order.orderSource;
    case 'PAYMENT_STATE':
      return paymentStateOf(order) ?? whyNothingDue(OrderStatusSchema.parse(order.status));
    case 'PAYMENT_OPTION':
      return text(order.paymentOptionId);
    case 'ORDER':
      return text(order.id);
    case 'CREATED_DAY':
      return day;
    case 'CREATED_WEEK':
      return by('WEEK');
    case 'CREATED_MONTH':
      return by('MONTH');
    case 'CREATED_QUARTER':
      return by('QUARTER');
    case 'CREATED_WEEKDAY':
      return String(new Date(`${day}T00:00:00Z`).getUTCDay());
    case 'SHIP_MONTH':
      return month(order.shipDate);
    case 'DUE_MONTH':
      return month(order.paymentDueDate);
    case 'PRODUCT':
      return text(line?.productId);
    case 'BRAND':
      return text(line?.brandId);
    case 'PRODUCT_LINE':
      return text(product?.productLineId);
    case 'PRODUCT_CATEGORY':
      return product?.category ?? null;
    case 'STRAIN':
      return text(product?.strainId);
    case 'UNIT':
      return line?.unitOfMeasure ?? null;
    case 'SAMPLE':
      return String(line?.isSample);
    case 'BACKORDER':
      return String(line?.isBackorder);
  }
}

/** What some orders or lines come to; undefined if it can't be said. */
export function plainFigure({ value, aggregation }: PivotView, of: readonly Counted[]): PivotFigure | undefined {
  const one = (amounts: readonly string[]): string => {
    const sorted = [...amounts].sort(compare);
    switch (aggregation) {
      case 'SUM':
        return sum(amounts);
      case 'AVERAGE':
        return roundCents(divide(sum(amounts), amounts.length));
      case 'MINIMUM':
        return sorted[0] ?? '';
      case 'MAXIMUM':
        return sorted.at(-1) ?? '';
    }
  };
  const totals = of.map(({ order, line }) => (line ?? order).totalUsd);
  const byUnit = Map.groupBy(
    of.flatMap(({ line }) => line ?? []),
    ({ baseUnit }) => baseUnit,
  );
  const quantities = [...byUnit].map(([unit, lines]) => ({
    unit,
    amounts: lines.map(({ baseQuantity }) => baseQuantity),
  }));
  switch (value) {
    case 'revenue':
      return roundCents(one(totals));
    case 'orders':
      return String(new Set(of.map(({ order }) => order.id)).size);
    case 'customers':
      return String(new Set(of.map(({ order }) => order.customerId)).size);
    case 'lines':
      return String(of.length);
    case 'quantity': {
      if (aggregation === 'SUM')
        return addUp(quantities.map(({ unit, amounts }) => ({ unit, quantity: sum(amounts) })));
      return quantities
        .map(({ unit, amounts }) => ({ unit, quantity: money(one(amounts)) }))
        .sort((a, b) => compare(b.quantity, a.quantity) || (a.unit < b.unit ? -1 : 1));
    }
    case 'averagePrice': {
      const [only, another] = addUp(quantities.map(({ unit, amounts }) => ({ unit, quantity: sum(amounts) })));
      return only && !another ? roundCents(divide(sum(totals), only.quantity)) : undefined;
    }
  }
}

/** A figure's size; mixed units count by their largest number, and none is the smallest. */
const sizeOf = (figure: PivotFigure | undefined): string =>
  typeof figure === 'string' ? figure : (figure?.[0]?.quantity ?? '-1');

/** Which orders or lines are in which row (or column): every path with what it has, the total's first. */
export function groupsOf(
  view: PivotView,
  of: readonly Counted[],
  {
    fields,
    top,
    keyOf,
  }: { fields: PivotField[]; top: number; keyOf: (field: PivotField, one: Counted) => string | null },
): Map<string, Set<Counted>> {
  const [primary, secondary] = fields;
  if (primary === undefined) throw new Error('An axis needs a primary field');
  const values = Map.groupBy(of, (one) => keyOf(primary, one));
  const ranked = [...values]
    .flatMap(([key, own]) => (key === null ? [] : [{ key, size: sizeOf(plainFigure(view, own)) }]))
    .sort((a, b) => compare(b.size, a.size) || (a.key < b.key ? -1 : 1));
  const kept = new Set((top > 0 ? ranked.slice(0, top) : ranked).map(({ key }) => key));
  const groups = new Map<string, Set<Counted>>();
  const put = (path: Path, one: Counted) => {
    const text = JSON.stringify(path);
    groups.set(text, (groups.get(text) ?? new Set()).add(one));
  };
  for (const one of of) {
    put([], one);
    const first = keyOf(primary, one);
    const isOthers = first !== null && !kept.has(first);
    put([isOthers ? OTHERS : first], one);
    if (secondary !== undefined && !isOthers) put([first, keyOf(secondary, one)], one);
  }
  return groups;
}

import { and, asc, eq, sql } from 'drizzle-orm';
import { mayChangeCredit } from '../../../domain/customers/credit';
import { dayOf } from '../../../domain/dates';
import { DomainError, notFound } from '../../../domain/errors';
import { roundCents, subtract, sum } from '../../../domain/money';
import type { orderEntry as contract } from '../../../domain/orders/entry/contract';
import { lineFigures, markFirsts } from '../../../domain/orders/line';
import {
  INVALID_PREVIEW,
  joinTexts,
  mergedLimitRefusal,
  mergedShipDates,
  mergeOrderLines,
  mergeRefusal,
  owedByMerge,
  owedChange,
  owedText,
  statusChange,
} from '../../../domain/orders/merge/merge';
import { firstOfDay, joinPortions, type Portion } from '../../../domain/orders/merge/portions';
import { explainCreditStop } from '../../../domain/orders/payments/credit';
import { invoicedOf } from '../../../domain/orders/totals';
import type { Ctx } from '../../context';
import { passCredit, readCreditStop } from '../../customers/credit';
import { isOneOf } from '../../db/page';
import { returnedRow } from '../../db/rows';
import { orderLineItems, orderNumbers, orderPortions, orderSalesReps, orders, orderTransitions } from '../../db/schema';
import type { Verb } from '../../implement';
import { handOver } from '../../inventory/stock/departures';
import { lockStock } from '../../inventory/stock/lock-stock';
import type { LineRow } from '../entry/judge-order';
import { findEditableOrders, lockEditableOrders, type OrderRecord, publishOrder, withStatus } from '../find-order';
import { loadOrder } from '../read-orders';
import { tellBooks } from '../tell-books';
import { writeLines } from '../write-lines';
import { writeStatus } from '../write-status';

type Source = { order: OrderRecord; lines: LineRow[]; portions: Portion[] };

/** What the orders would become together, in the order they are named; nothing is saved. CONFLICT with the reason. */
export const previewMerge: Verb<typeof contract.mergePreview> = async (ctx, { body }) => {
  const sources = await loadSources(ctx, body.orderIds, false);
  const { lines, totals, notes } = combine(ctx, sources);
  const [first] = sources;
  if (first === undefined) throw notFound('Order');
  const all = sources.map(({ order }) => order);
  const accepted = acceptance(all, totals.invoicedUsd);
  const found = accepted && (await readCreditStop(ctx.db, accepted, first.order.status));
  return {
    orders: all.map(({ id, orderNumber, version, status, totalUsd, lineItemCount }) => ({
      id,
      orderNumber,
      version,
      status,
      totalUsd,
      lineItemCount,
    })),
    statusChange: statusChange(all),
    owedChange: owedText(first.order.customerName, all, { ...first.order, ...totals }),
    creditStop: found && {
      message: explainCreditStop(found.stop, found.customerName),
      mayOverride: mayChangeCredit(ctx.membership),
    },
    customerName: first.order.customerName,
    status: first.order.status,
    lineItemCount: lines.length,
    ...totals,
    notes,
    shipDates: mergedShipDates(all),
  };
};

/**
 * Makes one order of several of a customer, with the first one's status and terms, placed and shipping as early as any of
 * them unless another ship date is given; they become COMBINED and what they reserved is its own, also where there is less
 * than is promised. CONFLICT with the reason, or when an order
 * changed since the preview; CREDIT_STOP as for accepting those that it accepts.
 */
export const mergeOrders: Verb<typeof contract.merge> = async (ctx, { body }) => {
  const { db, now, person, membership } = ctx;
  const sources = await loadSources(ctx, body.orderIds, true);
  const { versions } = body;
  if (versions && sources.some(({ order }, at) => order.version !== versions[at]))
    throw new DomainError('CONFLICT', INVALID_PREVIEW);
  const [first] = sources;
  if (first === undefined) throw notFound('Order');
  const { lines, totals, notes, shippingDetails, portions, placedAt } = combine(ctx, sources);
  const all = sources.map(({ order }) => order);
  const accepted = acceptance(all, totals.invoicedUsd);
  const { overrideReason, shipDate = mergedShipDates(all)[0] ?? null } = body;
  const override = accepted && (await passCredit(ctx, accepted, { status: first.order.status, overrideReason }));
  const since = await lockStock(db, membership.orgId, [...new Set(lines.map(({ productId }) => productId))]);
  for (const source of sources) await writeStatus(ctx, source, { status: 'COMBINED' });
  const { id: _, version: _v, orderNumber: _n, externalId: _e, ...kept } = first.order;
  const made = returnedRow(
    await db
      .insert(orders)
      .values({
        ...kept,
        ...totals,
        orderNumber: sql`nextval(${orderNumbers.seqName}::regclass)::text`,
        orderSource: all.every(({ orderSource }) => orderSource === first.order.orderSource)
          ? first.order.orderSource
          : 'MANUAL',
        discountType: '$',
        discount: totals.orderDiscountUsd,
        lineItemCount: lines.length,
        notes,
        buyerNotes: joinTexts(all.map(({ buyerNotes }) => buyerNotes)),
        shippingDetails,
        shipDate,
        paymentDueDate: first.order.paymentDueDate ?? earliest(all.map((one) => one.paymentDueDate)),
        deliveryPreferences: joinTexts(all.map(({ deliveryPreferences }) => deliveryPreferences)),
        originalOrderIds: all.map(({ id }) => id),
        printed: false,
        createdByUserId: person.userId,
        createdAt: placedAt,
        updatedAt: now,
      })
      .returning(),
  );
  const order = withStatus(made);
  const of = { orgId: order.orgId, orderId: order.id };
  await db
    .insert(orderTransitions)
    .values({ ...of, toStatus: order.status, actorUserId: person.userId, createdAt: now });
  await copyReps(ctx, await findReps(ctx, all), order);
  await handOver(
    db,
    order.orgId,
    all.map(({ id }) => id),
    order.id,
  );
  await writeLines(ctx, order, [], lines, since, portions);
  const numbers = all.map(({ orderNumber }) => orderNumber);
  const owed = owedChange(all, order);
  await ctx.audit({
    id: order.id,
    before: null,
    after: {
      orderNumber: order.orderNumber,
      mergedFrom: numbers,
      ...totals,
      ...(owed && { owed }),
      ...(override && { creditOverride: override }),
    },
  });
  await publishOrder(ctx, order, 'order.created');
  await tellBooks(ctx, order.orgId, [order]);
  return loadOrder(db, membership, and(eq(orders.orgId, order.orgId), eq(orders.id, order.id)));
};

/** What a merge adds to what its customer owes, as an order to accept; null where it takes no credit check. */
function acceptance(sources: readonly OrderRecord[], invoicedUsd: string) {
  const [first] = sources;
  const moreUsd = first && owedByMerge(sources, [{ ...first, invoicedUsd }]);
  return first && moreUsd ? { ...first, status: 'SUBMITTED' as const, invoicedUsd: moreUsd, paidUsd: '0' } : null;
}

const earliest = (days: readonly (string | null)[]): string | null =>
  days.flatMap((day) => day ?? []).sort()[0] ?? null;

/**
 * The sales reps of some orders of a company, those who left as well: a merge takes orders over, and whose they were stays
 * in reports. Who doesn't see the company neither sees the merged order nor is mailed about it.
 */
async function findReps({ db }: Ctx, sources: readonly OrderRecord[]): Promise<number[]> {
  const [first] = sources;
  if (first === undefined) return [];
  const ids = sources.map(({ id }) => id);
  const reps = await db
    .selectDistinct({ orgUserId: orderSalesReps.orgUserId })
    .from(orderSalesReps)
    .where(and(eq(orderSalesReps.orgId, first.orgId), isOneOf(orderSalesReps.orderId, ids)));
  return reps.map(({ orgUserId }) => orgUserId);
}

async function copyReps({ db }: Ctx, reps: readonly number[], { id, orgId }: OrderRecord): Promise<void> {
  if (reps.length > 0)
    await db.insert(orderSalesReps).values(reps.map((orgUserId) => ({ orgUserId, orgId, orderId: id })));
}

/** The orders with their lines, in the order they are named, locked by id. NOT_FOUND, FORBIDDEN or CONFLICT. */
async function loadSources(ctx: Ctx, orderIds: readonly number[], isLocked: boolean): Promise<Source[]> {
  const { db, membership } = ctx;
  const ids = [...new Set(orderIds)];
  const found = await (isLocked ? lockEditableOrders : findEditableOrders)(ctx, ids);
  const rows = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, membership.orgId), isOneOf(orderLineItems.orderId, ids)))
    .orderBy(asc(orderLineItems.position));
  const parts = await db
    .select()
    .from(orderPortions)
    .where(and(eq(orderPortions.orgId, membership.orgId), isOneOf(orderPortions.orderId, ids)));
  const portions = Map.groupBy(parts, ({ orderId }) => orderId);
  const linesOf = Map.groupBy(rows, ({ orderId }) => orderId);
  const byId = new Map(found.map((order) => [order.id, order]));
  const sources = ids.flatMap((id) => {
    const order = byId.get(id);
    if (order === undefined) return [];
    const own = portions.get(id) ?? [];
    return [{ order, lines: linesOf.get(id) ?? [], portions: own.length > 0 ? own : [wholeOf(order)] }];
  });
  const refusal = mergeRefusal(
    sources.map(({ order, lines }) => ({ ...order, productIds: lines.map(({ productId }) => productId) })),
  );
  if (refusal !== null) throw new DomainError('CONFLICT', refusal);
  const { lines, notes, shippingDetails } = combine(ctx, sources);
  const salesReps = (await findReps(ctx, found)).length;
  const tooMuch = mergedLimitRefusal({ lines: lines.length, notes, shippingDetails, salesReps });
  if (tooMuch !== null) throw new DomainError('CONFLICT', tooMuch);
  return sources;
}

/** An order that was never merged, as one portion. */
const wholeOf = ({ createdAt, totalUsd, orderDiscountUsd }: OrderRecord): Portion => ({
  orderedAt: createdAt,
  totalUsd,
  orderDiscountUsd,
});

/** The lines and figures of the orders together: their totals and discounts add up to the cent, and by day. */
function combine({ zoneOf }: Ctx, sources: readonly Source[]) {
  const all = sources.map(({ order }) => order);
  // All of one company.
  const timeZone = zoneOf(all[0]?.companyId ?? 0);
  const parts = sources.flatMap(({ portions }) => portions);
  const firstOf = firstOfDay(
    parts.map(({ orderedAt }) => orderedAt),
    (time) => dayOf(time, timeZone),
  );
  const portions = joinPortions(parts, firstOf);
  const placedAt = portions[0]?.orderedAt ?? new Date(0);
  const joined = mergeOrderLines(
    sources.flatMap(({ order, lines }) =>
      lines.map((line) => ({ ...line, orderedAt: firstOf(line.orderedAt ?? order.createdAt) })),
    ),
  );
  const lines = markFirsts(
    joined.map(({ orgId: _, orderId: _o, id: _i, ...line }, position) => ({
      ...line,
      ...lineFigures(line),
      orderedAt: line.orderedAt.getTime() === placedAt.getTime() ? null : line.orderedAt,
      position,
      id: null,
    })),
  );
  const subtotalUsd = roundCents(sum(all.map((order) => order.subtotalUsd)));
  const orderDiscountUsd = roundCents(sum(all.map((order) => order.orderDiscountUsd)));
  const totaled = lines.map(({ totalUsd: total, isBackorder }) => ({ total, isBackorder }));
  return {
    lines,
    portions,
    placedAt,
    totals: {
      subtotalUsd,
      orderDiscountUsd,
      totalUsd: roundCents(subtract(subtotalUsd, orderDiscountUsd)),
      invoicedUsd: invoicedOf(totaled, { subtotalUsd, orderDiscountUsd }).totalUsd,
    },
    notes: joinTexts(all.map(({ notes }) => notes)),
    shippingDetails: joinTexts(all.map(({ shippingDetails }) => shippingDetails)),
  };
}

import { and, asc, eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../../domain/errors';
import { sum } from '../../../domain/money';
import type { orderEntry as contract } from '../../../domain/orders/entry/contract';
import { canUnmerge, owedByMerge } from '../../../domain/orders/merge/merge';
import { type OrderStatus, OrderStatusSchema } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import { passCredit } from '../../customers/credit';
import { isOneOf } from '../../db/page';
import { orderLineItems, orderPayments, orders, orderTransitions } from '../../db/schema';
import type { Verb } from '../../implement';
import { handBack, reassign } from '../../inventory/stock/departures';
import { lockStock } from '../../inventory/stock/lock-stock';
import type { LineRow } from '../entry/judge-order';
import { lockEditableOrders, type OrderRecord } from '../find-order';
import { loadOrder } from '../read-orders';
import { writeStatus } from '../write-status';

/**
 * Takes a merged order apart: it is cancelled, and the orders it was made of have their own status again, with what it
 * reserved. NOT_FOUND and FORBIDDEN unless the caller may change all of them; CONFLICT once something was done with the
 * merged order, as a payment, or with an order it was made of; CREDIT_STOP as for accepting those that are accepted again
 * while it isn't.
 */
export const unmergeOrder: Verb<typeof contract.unmerge> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const [merged, originals] = await lockParts(ctx, body.orderId);
  const hasPayments =
    (await db.$count(orderPayments, and(eq(orderPayments.orgId, orgId), eq(orderPayments.orderId, merged.id)))) > 0;
  if (!canUnmerge({ ...merged, hasPayments }) || originals.some(({ status }) => status !== 'COMBINED'))
    throw new DomainError(
      'CONFLICT',
      `Order ${merged.orderNumber} was changed since it was merged, or isn’t a merged order`,
    );
  const ids = [merged, ...originals].map(({ id }) => id);
  const rows = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), isOneOf(orderLineItems.orderId, ids)))
    .orderBy(asc(orderLineItems.id));
  const statusOf = await findStatusesBefore(ctx, originals);
  const overrides = await passCredits(ctx, merged, originals, statusOf, body.overrideReason);
  const since = await lockStock(db, orgId, [...new Set(rows.map(({ productId }) => productId))]);
  const withLines = (order: OrderRecord) => ({ order, lines: rows.filter(({ orderId }) => orderId === order.id) });
  await writeStatus(ctx, withLines(merged), { status: 'CANCELLED', reason: 'The merge was undone', handsOver: true });
  await handBack(
    db,
    orgId,
    merged.id,
    originals.flatMap((original) => needsOf(withLines(original).lines, original.createdAt)),
  );
  for (const original of originals)
    await writeStatus(ctx, withLines(original), {
      status: statusOf(original, merged),
      since,
      ...(overrides && { log: { creditOverride: overrides } }),
    });
  const productIds = new Set(withLines(merged).lines.map(({ productId }) => productId));
  await reassign(
    ctx,
    orgId,
    [...productIds].map((productId) => ({ orderId: merged.id, productId })),
  );
  return loadOrder(db, membership, and(eq(orders.orgId, orgId), eq(orders.id, merged.id)));
};

/** What an order's ordinary lines need of each product, in base units. */
function needsOf(lines: readonly LineRow[], placedAt: Date) {
  const ordinary = lines.filter(({ isBackorder }) => !isBackorder);
  return [...Map.groupBy(ordinary, ({ productId }) => productId)].flatMap(([productId, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    return [{ orderId: first.orderId, productId, quantity: sum(own.map((line) => line.baseQuantity)), placedAt }];
  });
}

/** The merged order and all it was made of, locked by id as a merge locks them. */
async function lockParts(ctx: Ctx, orderId: number): Promise<[OrderRecord, OrderRecord[]]> {
  const own = and(eq(orders.orgId, ctx.membership.orgId), eq(orders.id, orderId));
  const [named] = await ctx.db.select({ ids: orders.originalOrderIds }).from(orders).where(own);
  const parts = await lockEditableOrders(ctx, [orderId, ...(named?.ids ?? [])]);
  const merged = parts.find(({ id }) => id === orderId);
  if (merged === undefined) throw notFound('Order');
  return [merged, parts.filter(({ id }) => id !== orderId)];
}

type StatusOf = (original: OrderRecord, merged: OrderRecord) => OrderStatus;

/** The status each order had before it was combined. */
async function findStatusesBefore({ db, membership }: Ctx, originals: readonly OrderRecord[]): Promise<StatusOf> {
  const rows = await db
    .select({ orderId: orderTransitions.orderId, from: orderTransitions.fromStatus })
    .from(orderTransitions)
    .where(
      and(
        eq(orderTransitions.orgId, membership.orgId),
        isOneOf(
          orderTransitions.orderId,
          originals.map(({ id }) => id),
        ),
        eq(orderTransitions.toStatus, 'COMBINED'),
      ),
    )
    .orderBy(asc(orderTransitions.id));
  const before = new Map(rows.map(({ orderId, from }) => [orderId, from]));
  return (original, merged) => OrderStatusSchema.parse(before.get(original.id) ?? merged.status);
}

/** Where more is owed on the orders apart than on the merged one, they are checked as one that is accepted. */
async function passCredits(
  ctx: Ctx,
  merged: OrderRecord,
  originals: readonly OrderRecord[],
  statusOf: StatusOf,
  overrideReason: string | undefined,
) {
  const again = originals.map((original) => ({ ...original, status: statusOf(original, merged) }));
  const moreUsd = owedByMerge([merged], again);
  if (moreUsd === null) return null;
  const accepted = { ...merged, status: 'SUBMITTED' as const, invoicedUsd: moreUsd, paidUsd: '0' };
  return passCredit(ctx, accepted, { status: 'ACCEPTED', overrideReason });
}

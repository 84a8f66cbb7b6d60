import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { addDays, dayOf } from '../../domain/dates';
import { DomainError, notFound, stale } from '../../domain/errors';
import { assertMayMove } from '../../domain/integrations/marketplace';
import { actorOn } from '../../domain/orders/actor';
import type { orders as contract } from '../../domain/orders/contract';
import {
  availableTransitions,
  findTransition,
  ORDER_STATUSES,
  type OrderSide,
  type OrderStatus,
  type TransitionActor,
} from '../../domain/orders/status';
import type { Ctx } from '../context';
import { passCredit, termsOf } from '../customers/credit';
import { companyPaymentOptions, orders } from '../db/schema';
import { visibleOrders, visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { enqueueMarketplaceMove, marketplaceLink } from '../integrations/marketplace-moves';
import { needsWrite, type OrderRecord, ordersSeenBy, withStatus } from './find-order';
import { loadLineRows } from './write-lines';
import { writeStatus } from './write-status';

/**
 * Changes an order's status, with the stock its lines hold. The caller acts as seller or buyer, whichever their
 * organization is. Raises STALE if the order changed since the given version, ILLEGAL_TRANSITION with what is possible
 * instead, FORBIDDEN, SHORT_OF_STOCK, NOT_FOUND, CREDIT_STOP if the customer's hold or credit limit blocks it and no
 * authorized person gave a reason, and WRITE_ACCESS_REQUIRED if the wholesale marketplace the order came from couldn't
 * be notified.
 */
export const transitionOrder: Verb<typeof contract.transition> = async (ctx, { params, body }) => {
  const { order, actors } = await lockForTransition(ctx, params.id);
  if (body.version !== undefined && body.version !== order.version) throw stale('This order', order.version);
  const actor = allowedActor(ctx.membership, order, body.status, actors);
  const link = await marketplaceLink(ctx.db, order);
  assertMayMove(actor.side, link);
  const override = await passCredit(ctx, order, body);
  const paymentDueDate = await dueDateOn(ctx, order, body.status);
  const lines = await loadLineRows(ctx.db, order);
  const version = await writeStatus(
    ctx,
    { order, lines },
    {
      status: body.status,
      paymentDueDate,
      reason: body.reason,
      log: { as: actor.side, ...(override && { creditOverride: override }) },
    },
  );
  await enqueueMarketplaceMove(ctx, { order, to: body.status, link });
  if (actor.side === 'buyer' && body.status === 'CANCELLED') {
    await ctx.enqueue({ name: 'order-cancelled', data: { orgId: order.orgId, orderId: order.id } });
  }
  return {
    status: body.status,
    availableTransitions: availableTransitions({ status: body.status, ...actor }),
    version,
  };
};

type Locked = { order: OrderRecord; actors: TransitionActor[] };

/**
 * The order, locked, and the caller's sides: usually one, both when an organization sells to itself. Rows are locked in
 * one organization at a time, so a buyer's order is looked for at its sellers first.
 */
async function lockForTransition(ctx: Ctx, orderId: number): Promise<Locked> {
  const { db, membership } = ctx;
  const own = await lockAt(ctx, membership.orgId, orderId);
  if (own !== null) return own;
  const [bought] = await db
    .select({ orgId: orders.orgId })
    .from(orders)
    .where(and(eq(orders.id, orderId), visiblePurchaseOrders(membership)));
  const locked = bought === undefined ? null : await lockAt(ctx, bought.orgId, orderId);
  if (locked === null) throw notFound('Order');
  return locked;
}

/**
 * The same of one selling organization; null unless the caller may see it. Of another one's rows nothing is asked about
 * the caller's own, which may be on another machine.
 */
async function lockAt({ db, membership }: Ctx, orgId: number, orderId: number): Promise<Locked | null> {
  const isOwn = orgId === membership.orgId;
  const sold = (level?: 'write') => (isOwn ? visibleOrders(membership, level) : sql`false`);
  const [seller, buyer] = [sold(), visiblePurchaseOrders(membership)];
  const [found] = await db
    .select({
      order: getTableColumns(orders),
      sells: sql<boolean>`${seller}`,
      sellerEdits: sql<boolean>`${sold('write')}`,
      buys: sql<boolean | null>`${buyer}`,
      buyerEdits: sql<boolean | null>`${visiblePurchaseOrders(membership, 'write')}`,
    })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId), or(seller, buyer)))
    .for('update');
  if (found === undefined) return null;
  const sides: [OrderSide, boolean | null, boolean | null][] = [
    ['seller', found.sells, found.sellerEdits],
    ['buyer', found.buys, found.buyerEdits],
  ];
  const actors = sides.filter(([, sees]) => sees).map(([side, , edits]) => actorOn(membership, side, edits === true));
  return { order: withStatus(found.order), actors };
}

function allowedActor(
  membership: Membership,
  order: OrderRecord,
  to: OrderStatus,
  actors: readonly TransitionActor[],
): TransitionActor {
  const allowed = actors.find((actor) => availableTransitions({ ...actor, status: order.status }).includes(to));
  if (allowed !== undefined) return allowed;
  const row = findTransition(order.status, to);
  const ownSide = actors.find(({ side }) => row?.by === side);
  if (ownSide?.canEdit) throw needsWrite({ kind: 'feature', feature: 'EDIT_FROZEN_ORDERS', level: 'write' });
  if (ownSide !== undefined) {
    const feature = ownSide.side === 'seller' ? ordersSeenBy(membership) : 'PURCHASE_ORDERS';
    throw needsWrite({ kind: 'feature', feature, level: 'write' });
  }
  throw illegal(order, to, [
    ...new Set(actors.flatMap((actor) => availableTransitions({ ...actor, status: order.status }))),
  ]);
}

function illegal(order: OrderRecord, to: OrderStatus, possible: readonly OrderStatus[]): DomainError {
  const label = (status: OrderStatus) => ORDER_STATUSES[status].label.toLowerCase();
  const instead =
    possible.length === 0
      ? 'You can’t change its status.'
      : `You can change it to ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(possible.map(label))}.`;
  return new DomainError(
    'ILLEGAL_TRANSITION',
    `Order ${order.orderNumber} is now ${label(order.status)} and can’t be changed to ${label(to)}. ${instead}`,
    { object: { status: order.status, availableTransitions: possible, version: order.version } },
  );
}

/**
 * When payment is due: as already agreed, or counted from the acceptance day by the customer's terms or the payment
 * option.
 */
async function dueDateOn({ db, now, timeZone }: Ctx, order: OrderRecord, to: OrderStatus): Promise<string | null> {
  if (to !== 'ACCEPTED' || order.paymentDueDate !== null) return order.paymentDueDate;
  const agreed = await termsOf(db, order);
  if (agreed !== null) return addDays(dayOf(now, timeZone), agreed);
  if (order.paymentOptionId === null) return null;
  const [option] = await db
    .select({ dueDays: companyPaymentOptions.dueDays })
    .from(companyPaymentOptions)
    .where(eq(companyPaymentOptions.id, order.paymentOptionId));
  return option === undefined ? null : addDays(dayOf(now, timeZone), option.dueDays);
}

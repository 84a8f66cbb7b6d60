import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { dayOf } from '../../domain/dates';
import { DomainError, notFound, stale } from '../../domain/errors';
import { assertMayMove } from '../../domain/integrations/marketplace';
import { actorOn } from '../../domain/orders/actor';
import type { orders as contract } from '../../domain/orders/contract';
import { dueOnAcceptance } from '../../domain/orders/ship-dates';
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
import { isOneOf } from '../db/page';
import { companyPaymentOptions, orders } from '../db/schema';
import { visibleOrders, visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { enqueueMarketplaceMove, marketplaceLink } from '../integrations/wholesale/marketplace-moves';
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

export type Locked = { order: OrderRecord; actors: TransitionActor[] };

/**
 * The order, locked, and the caller's sides: usually one, both when an organization sells to itself. Rows are locked in
 * one organization at a time, so a buyer's order is looked for at its sellers first.
 */
async function lockForTransition(ctx: Ctx, orderId: number): Promise<Locked> {
  const { db, membership } = ctx;
  const [own] = await lockAt(ctx, membership.orgId, [orderId]);
  if (own !== undefined) return own;
  const [bought] = await db
    .select({ orgId: orders.orgId })
    .from(orders)
    .where(and(eq(orders.id, orderId), visiblePurchaseOrders(membership)));
  const [locked] = bought === undefined ? [] : await lockAt(ctx, bought.orgId, [orderId]);
  if (locked === undefined) throw notFound('Order');
  return locked;
}

/**
 * The same of orders of one selling organization, those the caller may see, locked by id. Of another one's rows nothing
 * is asked about the caller's own, which may be on another machine.
 */
export async function lockAt({ db, membership }: Ctx, orgId: number, orderIds: readonly number[]): Promise<Locked[]> {
  const isOwn = orgId === membership.orgId;
  const sold = (level?: 'write') => (isOwn ? visibleOrders(membership, level) : sql`false`);
  const [seller, buyer] = [sold(), visiblePurchaseOrders(membership)];
  const found = await db
    .select({
      order: getTableColumns(orders),
      sells: sql<boolean>`${seller}`,
      sellerEdits: sql<boolean>`${sold('write')}`,
      buys: sql<boolean | null>`${buyer}`,
      buyerEdits: sql<boolean | null>`${visiblePurchaseOrders(membership, 'write')}`,
    })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), isOneOf(orders.id, orderIds), or(seller, buyer)))
    .orderBy(asc(orders.id))
    .for('update');
  return found.map(({ order, sells, sellerEdits, buys, buyerEdits }) => {
    const sides: [OrderSide, boolean | null, boolean | null][] = [
      ['seller', sells, sellerEdits],
      ['buyer', buys, buyerEdits],
    ];
    const actors = sides.filter(([, sees]) => sees).map(([side, , edits]) => actorOn(membership, side, edits === true));
    return { order: withStatus(order), actors };
  });
}

/** The side the caller changes an order's status as; raises what `transitionOrder` does if none may. */
export function allowedActor(
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

async function dueDateOn(ctx: Ctx, order: OrderRecord, to: OrderStatus): Promise<string | null> {
  if (!setsDueDate(order, to)) return order.paymentDueDate;
  return dueFrom(
    ctx,
    (await termsOf(ctx.db, order)) ?? (await dueDaysOf(ctx.db, [order])).get(order.paymentOptionId ?? 0),
  );
}

/** Whether an order gets the day its payment is due: when it is accepted, unless that is agreed already. */
export const setsDueDate = ({ paymentDueDate }: OrderRecord, to: OrderStatus): boolean =>
  to === 'ACCEPTED' && paymentDueDate === null;

/** That day, counted from today by the customer's terms or else the payment option; null without either. */
export const dueFrom = ({ now, timeZone }: Ctx, days: number | null | undefined): string | null =>
  dueOnAcceptance(dayOf(now, timeZone), days);

/** The days of orders' payment options, by option. */
export async function dueDaysOf(db: Ctx['db'], of: readonly OrderRecord[]): Promise<Map<number, number>> {
  const ids = [...new Set(of.flatMap(({ paymentOptionId }) => paymentOptionId ?? []))];
  if (ids.length === 0) return new Map();
  const options = await db
    .select({ id: companyPaymentOptions.id, dueDays: companyPaymentOptions.dueDays })
    .from(companyPaymentOptions)
    .where(isOneOf(companyPaymentOptions.id, ids));
  return new Map(options.map(({ id, dueDays }) => [id, dueDays]));
}

import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { DomainError, notFound } from '../../domain/errors';
import { actorOn } from '../../domain/orders/actor';
import {
  availableTransitions,
  findTransition,
  ORDER_STATUSES,
  type OrderSide,
  type OrderStatus,
  statusPhrase,
  type TransitionActor,
} from '../../domain/orders/status';
import { eitherOf } from '../../domain/text';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { orders } from '../db/schema';
import { visibleOrders, visiblePurchaseOrders } from '../db/visibility';
import { needsWrite, type OrderRecord, ordersSeenBy, withStatus } from './find-order';

/** A locked order, and the caller's sides: usually one, both when an organization sells to itself. */
export type Locked = { order: OrderRecord; actors: TransitionActor[] };

/**
 * An order as its caller may move it. Rows are locked in one organization at a time, so a buyer's order is looked for at
 * its sellers first. NOT_FOUND.
 */
export async function lockForTransition(ctx: Ctx, orderId: number): Promise<Locked> {
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
    .for('no key update');
  return found.map(({ order, sells, sellerEdits, buys, buyerEdits }) => {
    const sides: [OrderSide, boolean | null, boolean | null][] = [
      ['seller', sells, sellerEdits],
      ['buyer', buys, buyerEdits],
    ];
    const actors = sides.filter(([, sees]) => sees).map(([side, , edits]) => actorOn(membership, side, edits === true));
    return { order: withStatus(order), actors };
  });
}

/**
 * The side the caller changes an order's status as. FORBIDDEN, or ILLEGAL_TRANSITION with what is possible instead, if
 * none may.
 */
export function allowedActor(membership: Membership, { order, actors }: Locked, to: OrderStatus): TransitionActor {
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
    possible.length === 0 ? 'You can’t change its status.' : `You can change it to ${eitherOf(possible.map(label))}.`;
  return new DomainError(
    'ILLEGAL_TRANSITION',
    `Order ${order.orderNumber} is now ${statusPhrase(order.status)} and can’t be changed to ${label(to)}. ${instead}`,
    { object: { status: order.status, availableTransitions: possible, version: order.version } },
  );
}

import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type DenialReason, explain, isAllowed } from '../../domain/access/ability';
import type { Membership } from '../../domain/access/roles';
import { DomainError, notFound } from '../../domain/errors';
import { type OrderStatus, OrderStatusSchema } from '../../domain/orders/status';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { orders } from '../db/schema';
import { visibleOrders } from '../db/visibility';

export type OrderRecord = Omit<typeof orders.$inferSelect, 'status'> & { status: OrderStatus };

type Asked = Pick<Ctx, 'db' | 'membership'>;

/** NOT_FOUND unless the caller may see this sales order. */
export async function findVisibleOrder({ db, membership }: Asked, orderId: number): Promise<void> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), visibleOrders(membership)));
  if (found.length === 0) throw notFound('Order');
}

/** The sales order, locked until the transaction ends. NOT_FOUND unless the caller may see it. */
export async function lockVisibleOrder({ db, membership }: Asked, orderId: number): Promise<OrderRecord> {
  const [found] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), visibleOrders(membership)))
    .for('update');
  if (found === undefined) throw notFound('Order');
  return withStatus(found);
}

/** Like `lockVisibleOrder`; FORBIDDEN if the caller may see the order but not change it. */
export async function lockEditableOrder({ db, membership }: Asked, orderId: number): Promise<OrderRecord> {
  const [found] = await db
    .select({ order: getTableColumns(orders), canEdit: sql<boolean>`${visibleOrders(membership, 'write')}` })
    .from(orders)
    .where(and(eq(orders.id, orderId), visibleOrders(membership)))
    .for('update');
  if (found === undefined) throw notFound('Order');
  if (!found.canEdit) throw seenOnly(membership);
  return withStatus(found.order);
}

/**
 * Several of them, locked by id so that callers wait for one another in one order. NOT_FOUND unless the caller sees each,
 * FORBIDDEN unless they may change each.
 */
export async function lockEditableOrders(asked: Asked, orderIds: readonly number[]): Promise<OrderRecord[]> {
  const ids = [...new Set(orderIds)];
  const found = await selectEditable(asked, isOneOf(orders.id, ids)).orderBy(asc(orders.id)).for('update');
  return assertEditable(asked, ids, found);
}

/** The same, with an answer for each: the order, or the refusal a single call would get. */
export async function lockEach(
  asked: Asked,
  orderIds: readonly number[],
): Promise<Map<number, OrderRecord | DomainError>> {
  const found = await selectEditable(asked, isOneOf(orders.id, orderIds)).orderBy(asc(orders.id)).for('update');
  const known = new Map(
    found.map(({ order, canEdit }) => [order.id, canEdit ? withStatus(order) : seenOnly(asked.membership)]),
  );
  return new Map(orderIds.map((id) => [id, known.get(id) ?? notFound('Order')]));
}

/** The same without locking them, to look ahead. */
export async function findEditableOrders(asked: Asked, orderIds: readonly number[]): Promise<OrderRecord[]> {
  const ids = [...new Set(orderIds)];
  return assertEditable(asked, ids, await selectEditable(asked, isOneOf(orders.id, ids)).orderBy(asc(orders.id)));
}

const selectEditable = ({ db, membership }: Asked, where: SQL | undefined) =>
  db
    .select({ order: getTableColumns(orders), canEdit: sql<boolean>`${visibleOrders(membership, 'write')}` })
    .from(orders)
    .where(and(visibleOrders(membership), where));

function assertEditable(
  { membership }: Asked,
  ids: readonly number[],
  found: Awaited<ReturnType<typeof selectEditable>>,
): OrderRecord[] {
  if (found.length < ids.length) throw notFound('Order');
  if (found.some(({ canEdit }) => !canEdit)) throw seenOnly(membership);
  return found.map(({ order }) => withStatus(order));
}

/** Checks that the caller may change this sales order, without locking it; errors as in `lockEditableOrder`. */
export async function findEditableOrder({ db, membership }: Asked, orderId: number): Promise<void> {
  const [found] = await db
    .select({ canEdit: sql<boolean>`${visibleOrders(membership, 'write')}` })
    .from(orders)
    .where(and(eq(orders.id, orderId), visibleOrders(membership)));
  if (found === undefined) throw notFound('Order');
  if (!found.canEdit) throw seenOnly(membership);
}

/** The refusal of an action that takes write access to a feature the caller may only read. */
export function needsWrite(reason: Extract<DenialReason, { kind: 'feature' }>): DomainError {
  return new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
}

/** The smallest feature that shows a member sales orders: their own, unless they see all. */
export function ordersSeenBy(membership: Membership): 'BROWSE_ORDERS' | 'BROWSE_MY_ORDERS' {
  return isAllowed(membership, 'read', 'BROWSE_ORDERS') ? 'BROWSE_ORDERS' : 'BROWSE_MY_ORDERS';
}

function seenOnly(membership: Membership): DomainError {
  return needsWrite({ kind: 'feature', feature: ordersSeenBy(membership), level: 'write' });
}

export function withStatus<R extends { status: string }>(row: R): Omit<R, 'status'> & { status: OrderStatus } {
  return { ...row, status: OrderStatusSchema.parse(row.status) };
}

/** Publishes an order's change to both organizations. */
export function publishOrder(
  ctx: Pick<Ctx, 'publish'>,
  order: Pick<OrderRecord, 'id' | 'orgId' | 'buyerOrgId'>,
): Promise<void> {
  const orgIds = [...new Set([order.orgId, ...(order.buyerOrgId === null ? [] : [order.buyerOrgId])])];
  return ctx.publish({ topic: 'orders', kind: 'changed', id: order.id, orgIds });
}
